// Parts of the MQTT driver by themselves: lengths of packets, flow control, and JSON Pointers.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FlowControl } from '../../../../adapters/drivers/mqtt/flow-control.js';
import { maxPacketLength, PacketLengths } from '../../../../adapters/drivers/mqtt/packet-lengths.js';
import { JsonPointer, textAt } from '../../../../adapters/drivers/shared/json-pointer.js';

const lengthBytes = (length: number): readonly number[] =>
  length < 128 ? [length] : [(length % 128) + 128, ...lengthBytes(Math.floor(length / 128))];

const packetOf = (length: number): readonly number[] => [
  0x30,
  ...lengthBytes(length),
  ...Array.from({ length }, () => 0xff),
];

/** Feeds bytes in pieces. Returns whether all were accepted. */
const acceptsAll = (bytes: Uint8Array, pieces: readonly number[]): boolean => {
  const lengths = new PacketLengths();
  let at = 0;
  for (const piece of [...pieces, bytes.length]) {
    const end = Math.min(bytes.length, at + piece);
    if (!lengths.accepts(bytes.subarray(at, end))) return false;
    at = end;
  }
  return true;
};

const lengthsOf = fc.array(fc.oneof(fc.nat(200), fc.nat(maxPacketLength)), { maxLength: 2 });
const pieces = fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 50 });

describe('the lengths of packets', () => {
  it('permit packets up to the limit, however they are cut', () => {
    fc.assert(
      fc.property(lengthsOf, pieces, (lengths, cuts) => {
        expect(acceptsAll(Uint8Array.from(lengths.flatMap(packetOf)), cuts)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('refuse a longer one as soon as its header is known', () => {
    fc.assert(
      fc.property(
        lengthsOf,
        fc.integer({ min: maxPacketLength + 1, max: 268_435_455 }),
        pieces,
        (before, length, cuts) => {
          const header = [0x30, ...lengthBytes(length)];
          expect(acceptsAll(Uint8Array.from([...before.flatMap(packetOf), ...header]), cuts)).toBe(false);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('refuse a header without an end', () => {
    expect(acceptsAll(Uint8Array.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x80]), [])).toBe(false);
  });
});

describe('flow control', () => {
  it('lets commands wait for acknowledgements, in order, and leaves out what is not wanted any more', () => {
    const flow = new FlowControl(2);
    const sent: number[] = [];
    const acknowledge: (() => void)[] = [];
    const unwanted = new Set<number>();
    const send = (number: number): void => {
      flow.send({
        isWanted: () => !unwanted.has(number),
        start: (done) => {
          sent.push(number);
          acknowledge.push(done);
        },
      });
    };
    expect(flow.isWaiting).toBe(false);
    for (const number of [1, 2, 3, 4, 5]) send(number);
    expect(sent).toEqual([1, 2]);
    unwanted.add(3);
    acknowledge.shift()?.();
    expect(sent).toEqual([1, 2, 4]);
    unwanted.add(5);
    send(6);
    while (acknowledge.length > 0) acknowledge.shift()?.();
    expect(sent).toEqual([1, 2, 4, 6]);
    expect(flow.isWaiting).toBe(false);
  });
});

describe('JSON Pointers', () => {
  it.each([
    ['{"a":{"b":true}}', '/a/b', 'true'],
    ['{"a":[{"b":1}]}', '/a/0/b', '1'],
    ['{"a/b":{"~":"x"}}', '/a~1b/~0', 'x'],
    ['{"a":{}}', '/a', undefined],
    ['{"a":null}', '/a', undefined],
    ['{"a":1}', '/toString', undefined],
    ['nonsense', '/a', undefined],
    ['"text"', '/0', undefined],
    ['\uFEFF{"name":"a\u0001\nb","on":true}', '/on', 'true'],
    ['{"name":"C:\\relay \\x41","on":true}', '/on', 'true'],
    ['{"name":"a\u0001b"}', '/name', 'a b'],
    ['{"name":"a\u0001b"', '/name', undefined],
  ])('find in %s at %s: %s', (json, pointer, expected) => {
    expect(textAt(json, pointer)).toBe(expected);
  });

  it.each(['', 'a', '/a~2', '/a~'])('are not %j', (pointer) => {
    expect(E.isLeft(JsonPointer.decode(pointer))).toBe(true);
  });
});
