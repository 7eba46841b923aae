// The examples of the published protocol (Ember+ specification: "EmBER", "Message Framing") judge the driver and the
// simulated provider, each by itself.
import { Buffer } from 'node:buffer';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { readBer } from '../../../../adapters/drivers/emberplus/ber.js';
import { integerIn, numbersIn, realIn } from '../../../../adapters/drivers/emberplus/ber-values.js';
import { crc16 } from '../../../../adapters/drivers/emberplus/s101.js';
import { elementsIn } from '../../../../adapters/drivers/emberplus/elements.js';
import { directoryOf, rootDirectory, setValue } from '../../../../adapters/drivers/emberplus/requests.js';
import { S101Reader } from '../../../../adapters/drivers/emberplus/s101.js';
import { requestsIn } from '../../../../simulator/emberplus/requests.js';
import { packets, takeFrames } from '../../../../simulator/emberplus/s101.js';
import { integerBlock, integerOf, numbersBlock, valueBlock, valueIn } from '../../../../simulator/emberplus/values.js';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

/** "Encoding a message": the data FF 00 F9 01. */
const frameOfExample = 'fe fd df 00 fd d9 01 95 83 ff';

/** "Integer": the value octets of the table. */
const integers: readonly (readonly [number, string])[] = [
  [1, '01'],
  [-1, 'ff'],
  [255, '00ff'],
  [127, '7f'],
  [128, '0080'],
  [-128, '80'],
  [2 ** 16 - 1, '00ffff'],
  [2 ** 15, '008000'],
  [-(2 ** 15), '8000'],
];

/** Reals as the libraries of the specification write them: 10 is 1.01 in base 2, with the exponent 3. */
const reals: readonly (readonly [number, string])[] = [
  [0, ''],
  [1, '800001'],
  [10, '800305'],
  [-0.5, 'c0ff01'],
  [0.1, '80fc0ccccccccccccd'],
];

/** A request for the elements of the root: a root with a command, the number of which is 32. */
const rootRequest = '60 0b 6b 09 a0 07 62 05 a0 03 02 01 20';

/** Reads frames, and returns their payloads, or the fault. */
const read = (...chunks: readonly Buffer[]): readonly string[] => {
  const seen: string[] = [];
  const reader = new S101Reader({
    payload: (payload) => seen.push(payload.toString('hex')),
    keepAliveRequest: () => seen.push('request'),
    keepAliveResponse: () => seen.push('response'),
  });
  for (const chunk of chunks) {
    const fault = reader.read(chunk);
    if (fault !== undefined) return [...seen, fault];
  }
  return seen;
};

const payloadOf = (frame: Buffer): string => read(frame)[0] ?? '';

describe('the driver', () => {
  it('computes and accepts the checksum of the example', () => {
    expect(crc16(hex('ff00f901'))).toBe(0x8395);
    expect(read(hex(frameOfExample))).toEqual([]);
    expect(read(hex(frameOfExample.replace('01', '02')))).toEqual(['a frame has a wrong checksum']);
  });

  it.each(integers)('reads and writes the integer %i as the table', (value, octets) => {
    expect(integerIn(hex(octets))).toBe(value);
    const sent = payloadOf(setValue('1', { type: 'integer', value }));
    expect(sent.endsWith(`02${(octets.length / 2).toString(16).padStart(2, '0')}${octets}`)).toBe(true);
  });

  it.each(reals)('reads and writes the real %d as the libraries', (value, octets) => {
    expect(realIn(hex(octets))).toBe(value);
    expect(payloadOf(setValue('1', { type: 'real', value })).endsWith(octets)).toBe(true);
  });

  it('reads reals that are special, or not in their shortest form', () => {
    expect(['40', '41', '42', '43'].map((octets) => realIn(hex(octets)))).toEqual([Infinity, -Infinity, NaN, -0]);
    expect(realIn(hex('8100030014000000000000'))).toBe(10);
  });

  it('reads the element of the example: an application tag around the integer 1333', () => {
    const { tag, children, content } = readBer(hex('6104 02020535'));
    expect([tag, content.length, children.map((child) => integerIn(child.content))]).toEqual([tag, 0, [1_333]]);
  });

  it('sends what is understood, whatever its length', () => {
    for (let length = 60; length <= 300; length += 1) {
      const value = 'x'.repeat(length);
      const payload = hex(payloadOf(setValue('1.2', { type: 'text', value })));
      expect(requestsIn(payload)).toEqual([{ type: 'set', path: [1, 2], value }]);
    }
  });

  it('requests the elements of the root, and the directory of a node by its path', () => {
    expect(payloadOf(rootDirectory())).toBe(rootRequest.replaceAll(' ', ''));
    expect(payloadOf(directoryOf({ kind: 'node', path: '1.300' }))).toBe(
      '601a6b18a0166a14a0050d03018' + '22ca20b6409a00762' + '05a003020120',
    );
  });

  it('reads containers without a length, and lengths of more bytes than needed', () => {
    const indefinite = hex(
      '6080 6b80 a080 6180 a080 020105 0000 a180 3180 a080 0c024f6e 0000 a280 0101ff 0000 0000 0000 0000 0000 0000 0000',
    );
    const long = hex('60820018 6b820014 a0820010 610e a0030201 05 a107 3105 a2030101ff'.replaceAll(' ', ''));
    expect(elementsIn(indefinite)).toMatchObject(
      E.right([{ kind: 'parameter', path: '5', identifier: 'On', value: { type: 'boolean', value: true } }]),
    );
    expect(elementsIn(long)).toMatchObject(E.right([{ path: '5', value: { type: 'boolean', value: true } }]));
  });

  it('reads a frame that begins within an escape of another one', () => {
    expect(read(hex('fe000efd'), packets(hex('0203')))).toEqual(['0203']);
  });

  it.each([
    ['no DTD version', '01 00'],
    ['another DTD version', '01 03 28 02 04'],
  ])('skips the application bytes of a packet: %s', (_, header) => {
    const content = hex(`000e 00 01 c0 ${header} 0203`);
    const crc = Buffer.alloc(2);
    crc.writeUInt16LE(crc16(content));
    expect(read(Buffer.concat([hex('fe'), content, crc, hex('ff')]))).toEqual(['0203']);
  });

  it('forgets a message whose packets end before its last one', () => {
    const all = packets(Buffer.alloc(3_000, 1));
    const first = all.subarray(0, all.indexOf(0xff) + 1);
    expect(read(first)).toEqual([]);
    expect(read(first, packets(hex('0203')), packets(hex('04')))).toEqual(['0203', '04']);
  });

  it.each([
    ['more than it has', '6003 0201'],
    ['a value without a length', '6004 0280 0000'],
    ['a length of five bytes', '6085 0000000000'],
    ['a tag of five bytes', '7f ffffffff7f 00'],
  ])('refuses an element with %s', (_, bytes) => {
    expect(E.isLeft(elementsIn(hex(bytes)))).toBe(true);
  });

  it('refuses nesting and numbers of elements beyond its bounds', () => {
    expect(elementsIn(Buffer.alloc(2_000, 'a080', 'hex'))).toEqual(E.left('more than 256 nested elements'));
    const many = Buffer.concat([hex('6080'), Buffer.alloc(600_000, '0500', 'hex'), hex('0000')]);
    expect(elementsIn(many)).toEqual(E.left('more than 262144 elements'));
  });

  it('reads numbers of several bytes in paths', () => {
    expect(numbersIn(hex('01822c8fffffff7f'))).toEqual([1, 300, 0xffff_ffff]);
  });
});

describe('the simulated provider', () => {
  it('accepts the frame of the example', () => {
    expect(takeFrames(hex(frameOfExample))?.frames).toMatchObject([{ command: 'other' }]);
    expect(takeFrames(hex(frameOfExample.replace('01', '02')))).toBeUndefined();
  });

  it.each(integers)('reads and writes the integer %i as the table', (value, octets) => {
    expect(integerOf(hex(octets))).toBe(value);
    expect(integerBlock(value).subarray(2).toString('hex')).toBe(octets);
  });

  it.each(reals)('reads the real %d as the libraries write it, and what it writes itself', (value, octets) => {
    expect(valueIn({ tag: 0x09, body: hex(octets) })).toBe(value);
    expect(realIn(valueBlock(value, true).subarray(2))).toBe(value);
  });

  it('understands a request for the elements of the root', () => {
    expect(requestsIn(hex(rootRequest))).toEqual([{ type: 'directory', path: [] }]);
  });

  it('writes numbers of several bytes in paths', () => {
    expect(numbersBlock([1, 300, 0xffff_ffff]).toString('hex')).toBe('0d0801822c8fffffff7f');
  });
});
