// The table of listed ranges returns what a scan of all entries returns.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rangeContains, type Address, type AddressRange } from '../../../domain/access/address.js';
import { compileAddressTable } from '../../../domain/access/address-table.js';
import { address, range } from '../fixtures.js';

interface Labelled {
  readonly range: AddressRange;
  readonly label: string;
}

const labelTable = (entries: readonly Labelled[]) => {
  const entryOf = compileAddressTable(entries);
  return (of: Address): string | undefined => entryOf(of)?.label;
};

const listed = (...entries: readonly (readonly [string, string])[]): readonly Labelled[] =>
  entries.map(([text, label]) => ({ range: range(text), label }));

/** Finds the expected label by checking every entry in turn. */
const scan = (entries: readonly Labelled[], text: string): string | undefined =>
  entries.find((entry) => rangeContains(entry.range)(address(text)))?.label;

const few = fc.constantFrom(0, 1, 2, 128, 255);
const ipv4 = fc.tuple(few, few, few, few).map((octets) => octets.join('.'));
const ipv6 = fc.array(fc.constantFrom('0', '1', '8000', 'ffff'), { minLength: 8, maxLength: 8 });
const anyAddress = fc.oneof(
  ipv4,
  ipv6.map((groups) => groups.join(':')),
  ipv4.map((text) => `::ffff:${text}`),
);
const ipv4Range = fc.tuple(ipv4, fc.nat(32)).map(([text, length]) => `${text}/${String(length)}`);
const ipv6Range = fc.tuple(ipv6, fc.nat(128)).map(([groups, length]) => `${groups.join(':')}/${String(length)}`);
const entry = fc.record({ range: fc.oneof(anyAddress, ipv4Range, ipv6Range).map(range), label: fc.string() });

describe('the table of listed addresses', () => {
  it('has no label when it is empty', () => {
    expect(labelTable([])(address('10.0.0.1'))).toBeUndefined();
  });

  it('returns the first label of overlapping ranges, narrow or wide', () => {
    const wideFirst = labelTable(listed(['10.0.0.0/8', 'wide'], ['10.1.0.0/16', 'narrow'], ['10.1.1.1', 'one']));
    const narrowFirst = labelTable(listed(['10.1.0.0/16', 'narrow'], ['10.0.0.0/8', 'wide']));
    expect(wideFirst(address('10.1.1.1'))).toBe('wide');
    expect(['10.1.1.1', '10.2.1.1', '11.0.0.0'].map((text) => narrowFirst(address(text)))).toEqual([
      ...['narrow', 'wide'],
      undefined,
    ]);
  });

  it('returns the first label of a range that is listed twice', () => {
    const table = labelTable(listed(['10.0.0.0/8', 'first'], ['10.9.9.9/8', 'second']));
    expect(table(address('10.1.1.1'))).toBe('first');
  });

  it('keeps IPv4 and IPv6 apart', () => {
    const table = labelTable(listed(['0.0.0.0/0', 'four'], ['::/0', 'six']));
    expect(table(address('::ffff:8.8.8.8'))).toBe('four');
    expect(table(address('::8.8.8.8'))).toBe('six');
  });

  it('returns what a scan returns', () => {
    const asScanned = fc.property(fc.array(entry, { maxLength: 12 }), anyAddress, (entries, text) => {
      expect(labelTable(entries)(address(text))).toBe(scan(entries, text));
    });
    fc.assert(asScanned, { numRuns: 2_000 });
  });

  it('works for thousands of entries', () => {
    const indices = Array.from({ length: 5_000 }, (_, index) => index);
    const table = labelTable(
      listed(
        ...indices.map(
          (index) => [`10.${String(index >> 8)}.${String(index & 255)}.7`, `desk ${String(index)}`] as const,
        ),
      ),
    );
    expect(indices.map((index) => table(address(`10.${String(index >> 8)}.${String(index & 255)}.7`)))).toEqual(
      indices.map((index) => `desk ${String(index)}`),
    );
    expect(table(address('10.0.0.8'))).toBeUndefined();
  });
});
