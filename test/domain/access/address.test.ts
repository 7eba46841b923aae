// Parsing of addresses and ranges, and the tests for loopback and private addresses.
import { isIP } from 'node:net';
import fc from 'fast-check';
import * as O from 'fp-ts/lib/Option.js';
import ipaddr from 'ipaddr.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  rangeContains,
  isLoopback,
  isPrivate,
  networkKey,
  parseAddress,
  parseRange,
  prefixKey,
  addressOrUnknown,
  unknownAddress,
} from '../../../domain/access/address.js';
import { address, range } from '../fixtures.js';

const textOf = (text: string): string | undefined => O.toUndefined(parseAddress(text))?.text;

const rangeText = (text: string): string | undefined => {
  const read = O.toUndefined(parseRange(text));
  return read && `${read.network.text}/${String(read.prefixLength)}`;
};

describe('parsing an address', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
    ['FD00:0:0::A', 'fd00::a'],
    ['0000:0000:0000:0000:0000:0000:0000:0001', '::1'],
    ['1:2:3:4:5:6:7.8.9.10', '1:2:3:4:5:6:708:90a'],
    ['64:ff9b::10.0.0.1', '64:ff9b::a00:1'],
  ])('%s is %s', (text, canonical) => {
    expect(textOf(text)).toBe(canonical);
  });

  it.each(['::ffff:10.0.0.1', '::FFFF:a00:1', '0:0:0:0:0:ffff:10.0.0.1', '::ffff:10.0.0.1%eth0'])(
    'IPv4-mapped IPv6 becomes IPv4: %s',
    (text) => {
      expect(address(text)).toEqual({ text: '10.0.0.1', octets: [10, 0, 0, 1] });
    },
  );

  it.each([
    ['::127.0.0.1', '::7f00:1'],
    ['::ffff:0:127.0.0.1', '::ffff:0:7f00:1'],
    ['::7f00:1', '::7f00:1'],
  ])('nothing else becomes IPv4: %s', (text, canonical) => {
    expect(textOf(text)).toBe(canonical);
  });

  it.each([
    ['fe80::1%eth0', 'fe80::1'],
    ['fe80::1%25', 'fe80::1'],
    ['::1%', '::1'],
    ['10.0.0.1%lan', '10.0.0.1'],
  ])('a zone id is dropped: %s', (text, canonical) => {
    expect(textOf(text)).toBe(canonical);
  });

  it.each(['127.1', '0x7f.1', '0x7f.0.0.1', '0177.0.0.1', '127.0.0.01', '2130706433', '127.0.0.1.', '١.٠.٠.١'])(
    'IPv4 is four decimal numbers: %s is rejected',
    (text) => {
      expect(textOf(text)).toBeUndefined();
    },
  );

  it.each(['::ffff:127.1', '::ffff:0x7f.0.0.1', '::ffff:0177.0.0.1', '::ffff:1.2.3.256', '1.2.3.4::', '::1.2.3.4:5'])(
    'also within IPv6: %s is rejected',
    (text) => {
      expect(textOf(text)).toBeUndefined();
    },
  );

  it.each(['', '%', '%eth0', 'localhost', ' ::1', '::1 ', '[::1]', '::1/128', 'fe80::1%a/10', '1::2::3', '12345::'])(
    '%j is rejected',
    (text) => {
      expect(textOf(text)).toBeUndefined();
    },
  );

  it('accepts exactly what the operating system accepts', () => {
    const written = fc.oneof(
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef:.')), maxLength: 24 }),
      fc.array(fc.constantFrom('0', '1', 'ffff', '00a0', '::', ':', '.', '127.0.0.1', '255', '256'), { maxLength: 17 }),
      fc.ipV4(),
      fc.ipV6(),
      fc.ipV4Extended(),
    );
    const isAccepted = fc.property(written, (parts) => {
      const text = typeof parts === 'string' ? parts : parts.join('');
      expect(O.isSome(parseAddress(text))).toBe(isIP(text) !== 0);
    });
    fc.assert(isAccepted, { numRuns: 5_000 });
  });

  it('parses its own text to the same address', () => {
    const isSame = fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
      expect(address(address(text).text)).toEqual(address(text));
    });
    fc.assert(isSame);
  });
});

describe('parsing a range', () => {
  it.each([
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['10.1.2.3', '10.1.2.3/32'],
    ['fd00::/8', 'fd00::/8'],
    ['fd00::1', 'fd00::1/128'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['::/0', '::/0'],
    ['10.0.0.1/32', '10.0.0.1/32'],
    ['::1/128', '::1/128'],
    ['fe80::%eth0/10', 'fe80::/10'],
    ['::ffff:10.0.0.1', '10.0.0.1/32'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
    ['::ffff:0.0.0.0/96', '0.0.0.0/0'],
    ['::ffff:0:0/95', '::ffff:0:0/95'],
    ['::127.0.0.0/104', '::7f00:0/104'],
  ])('%s is %s', (text, read) => {
    expect(rangeText(text)).toBe(read);
  });

  it.each([
    ...['', '/', '/8', '10.0.0.0/', '10.0.0.0/33', 'fd00::/129', '::ffff:10.0.0.0/129', '10.0.0.0/08', '10.0.0.0/-1'],
    ...['10.0.0.0/+8', '10.0.0.0/ 8', '10.0.0.0/8 ', '10.0.0.0/8/8', '10.0.0.0/255.0.0.0', '10/8', '10.0.0/24'],
    ...['0x0a.0.0.0/8', '012.0.0.0/8', 'lan', '10.0.0.0-10.0.0.9', '*', '10.0.0.0/8\n', '10.0.0.0/1000'],
  ])('%j is rejected', (text) => {
    expect(rangeText(text)).toBeUndefined();
  });
});

const bitsOf = ({ octets }: { readonly octets: readonly number[] }): string =>
  octets.map((octet) => octet.toString(2).padStart(8, '0')).join('');

describe('a range', () => {
  it.each([
    ['10.0.0.0/8', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
    ['172.16.0.0/12', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
    ['192.168.1.8/29', '192.168.1.8', '192.168.1.15', '192.168.1.7', '192.168.1.16'],
    ['192.168.1.8/31', '192.168.1.8', '192.168.1.9', '192.168.1.7', '192.168.1.10'],
    ['10.1.2.3/32', '10.1.2.3', '10.1.2.3', '10.1.2.2', '10.1.2.4'],
    ['fc00::/7', 'fc00::', 'fdff:ffff::1', 'fbff::1', 'fe00::'],
    ['2001:db8::/33', '2001:db8::', '2001:db8:7fff:ffff::', '2001:db7:ffff::', '2001:db8:8000::'],
  ])('%s begins at %s and ends at %s', (text, first, last, before, after) => {
    expect([first, last, before, after].map((one) => rangeContains(range(text))(address(one)))).toEqual([
      ...[true, true],
      ...[false, false],
    ]);
  });

  it('ignores bits beyond its prefix', () => {
    expect(rangeContains(range('10.9.8.7/8'))(address('10.1.2.3'))).toBe(true);
  });

  it('contains every address of its family at length 0, and none of the other', () => {
    const both = ['0.0.0.0', '255.255.255.255', '::', 'ffff::'].map(address);
    expect(both.map(rangeContains(range('0.0.0.0/0')))).toEqual([true, true, false, false]);
    expect(both.map(rangeContains(range('::/0')))).toEqual([false, false, true, true]);
  });

  it('contains exactly the addresses that begin with its bits', () => {
    const ipv6 = fc.array(fc.nat(3), { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':'));
    const ipv4 = fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }).map((octets) => octets.join('.'));
    const pair = fc.oneof(fc.tuple(ipv4, ipv4, fc.nat(32)), fc.tuple(ipv6, ipv6, fc.nat(128)));
    const asBits = fc.property(pair, ([network, one, length]) => {
      const begins = bitsOf(address(one)).startsWith(bitsOf(address(network)).slice(0, length));
      expect(rangeContains(range(`${network}/${String(length)}`))(address(one))).toBe(begins);
    });
    fc.assert(asBits, { numRuns: 2_000 });
  });

  it('has equal keys for equal prefixes only', () => {
    expect(prefixKey(address('10.1.2.3'), 12)).toBe(prefixKey(address('10.15.0.0'), 12));
    expect(prefixKey(address('10.1.2.3'), 12)).not.toBe(prefixKey(address('10.16.0.0'), 12));
  });
});

describe('the host itself', () => {
  it.each(['127.0.0.1', '127.0.0.0', '127.255.255.255', '::1', '::ffff:127.0.0.1', '::1%lo'])('%s is', (text) => {
    expect(isLoopback(address(text))).toBe(true);
  });

  it.each(['126.255.255.255', '128.0.0.0', '::', '::2', '::127.0.0.1', '::7f00:1', '0.0.0.0', '10.0.0.1', 'fe80::1'])(
    '%s is not',
    (text) => {
      expect(isLoopback(address(text))).toBe(false);
    },
  );
});

describe('a private address', () => {
  it.each([
    ...['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
    ...['169.254.0.0', '169.254.255.255', 'fc00::', 'fdff:ffff::', 'fe80::', 'febf:ffff::', '::ffff:10.0.0.1'],
  ])('%s is', (text) => {
    expect(isPrivate(address(text))).toBe(true);
  });

  it.each([
    ...['9.255.255.255', '11.0.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0'],
    ...['169.253.255.255', '169.255.0.0', 'fbff::', 'fe00::', 'fe7f::', 'fec0::', '127.0.0.1', '::1', '100.64.0.1'],
    ...['::10.0.0.1', '64:ff9b::10.0.0.1', '2001:db8::1', '8.8.8.8'],
  ])('%s is not', (text) => {
    expect(isPrivate(address(text))).toBe(false);
  });
});

describe('an unknown address', () => {
  it.each(['', 'unknown', '_hidden', '10.0.0.1:80', '[::1]', '1.2.3'])('is what "%s" states', (text) => {
    expect(addressOrUnknown(text)).toBe(unknownAddress);
  });

  it('is not what an address states', () => {
    expect(addressOrUnknown('::')).toEqual({ text: '::', octets: Array<number>(16).fill(0) });
    expect(addressOrUnknown('::ffff:10.0.0.1')).toEqual({ text: '10.0.0.1', octets: [10, 0, 0, 1] });
  });

  it('is neither the host itself nor private, and in no range, not even that of all addresses', () => {
    const every = ['::/0', '0.0.0.0/0', '::', '::1', '10.0.0.0/8'].map(range);
    const tests = [isLoopback, isPrivate, ...every.map(rangeContains)];
    expect(tests.filter((contains) => contains(unknownAddress))).toEqual([]);
  });

  it('counts as one caller, apart from all known ones', () => {
    expect(networkKey(unknownAddress)).toBe('unknown');
  });
});

describe('addresses that count as one caller', () => {
  const together = (one: string, other: string) => networkKey(address(one)) === networkKey(address(other));

  it('are one IPv4 address, or an IPv6 /64', () => {
    expect(together('8.8.8.8', '::ffff:8.8.8.8')).toBe(true);
    expect(together('8.8.8.8', '8.8.8.9')).toBe(false);
    expect(together('2001:db8::1', '2001:db8::ffff:0:0:1')).toBe(true);
    expect(together('2001:db8::1', '2001:db8:0:1::1')).toBe(false);
  });

  it.each([
    ['fd00::1', 'fd00::2'],
    ['fe80::1', 'fe80::2'],
  ])('are each address of a private /64: %s and %s', (one, other) => {
    expect(together(one, other)).toBe(false);
  });

  it('are each address of a network of the machine itself', () => {
    const isOwn = rangeContains(range('2001:db8::/64'));
    const keys = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'].map((text) => networkKey(address(text), isOwn));
    expect(keys).toEqual(['2001:db8::1', '2001:db8::2', '20010db800000001/64']);
  });

  it('have a printable key, as PostgreSQL stores no NUL', () => {
    expect(networkKey(address('2001:db8::1'))).toBe('20010db800000000/64');
  });
});

describe('a text that is longer than any address', () => {
  const spies = () => [
    vi.spyOn(ipaddr.IPv4, 'isValidFourPartDecimal'),
    vi.spyOn(ipaddr.IPv6, 'isValid'),
    vi.spyOn(ipaddr, 'parse'),
  ];
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each(['%', '1', '1.', ':', 'f:', '[', '%2f/'])('repeats %j, and is rejected without parsing', (part) => {
    const parsers = spies();
    const text = part.repeat(15_000);
    expect(parseAddress(text)).toEqual(O.none);
    expect(parseRange(`${text}/8`)).toEqual(O.none);
    for (const parser of parsers) for (const [given] of parser.mock.calls) expect(given.length).toBeLessThanOrEqual(45);
  });

  it('has a long zone, which is dropped', () => {
    expect(textOf(`fe80::1%${'%'.repeat(15_000)}`)).toBe('fe80::1');
    expect(textOf(`fe80::1%${'%'.repeat(15_000)}/64`)).toBeUndefined();
  });

  it('is not an address of 45 characters', () => {
    expect(textOf('1111:2222:3333:4444:5555:6666:123.123.123.123')).toBe('1111:2222:3333:4444:5555:6666:7b7b:7b7b');
  });
});
