// Packets of TSL UMD 5.0: bytes worked out by hand from the protocol's document, and packets of an encoder by other authors.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framed, packetsOf } from '../../../../adapters/drivers/tsl/packet.js';
import type { ShownDisplay } from '../../../../application/ports/tally-displays.js';
import { readPacket } from '../../../../simulator/tsl/read-packet.js';
import { StreamReader } from '../../../../simulator/tsl/stream-reader.js';

const options = { screen: 1, brightness: 3 };

const hexOf = (packets: readonly Buffer[]): readonly string[] => packets.map((packet) => packet.toString('hex'));

const program: ShownDisplay = { index: 2, tally: 'program', label: 'CAM 1' };

describe('@TALLY-9: a packet', () => {
  it.each([
    ['program', program, '0f00 00 00 0100 0200 d500 0500 43414d2031'],
    ['preview', { ...program, tally: 'preview' }, '0f00 00 00 0100 0200 ea00 0500 43414d2031'],
    ['off', { ...program, tally: 'off' }, '0f00 00 00 0100 0200 c000 0500 43414d2031'],
    ['a label beyond ASCII', { ...program, label: 'Tür' }, '1000 00 01 0100 0200 d500 0600 5400fc007200'],
    ['no label', { ...program, index: 0x1234, label: '' }, '0a00 00 00 0100 3412 d500 0000'],
  ] as const)('shows %s', (_, display, bytes) => {
    expect(hexOf(packetsOf([display], options))).toEqual([bytes.replaceAll(' ', '')]);
  });

  it('has all displays of one screen', () => {
    const packets = packetsOf([program, { index: 3, tally: 'off', label: 'B' }], { screen: 0xfe01, brightness: 0 });
    expect(hexOf(packets)).toEqual(['1600000001fe02001500050043414d203103000000010042']);
  });

  it('has at most 2,048 bytes, with its head', () => {
    const shown = Array.from({ length: 70 }, (_, index) => ({ ...program, index, label: 'x'.repeat(58) }));
    expect(packetsOf(shown, options).map(({ length }) => length)).toEqual([1_990, 1_990, 518]);
    const last = (length: number) => [...shown.slice(0, 31), { ...program, label: 'x'.repeat(length) }];
    expect(packetsOf(last(52), options).map(({ length }) => length)).toEqual([2_048]);
    expect(packetsOf(last(53), options).map(({ length }) => length)).toEqual([1_990, 65]);
  });

  it('begins with DLE STX on a stream, and its own DLE is doubled', () => {
    const [packet = Buffer.alloc(0)] = packetsOf([program], { screen: 0xfe, brightness: 3 });
    expect(framed(packet).toString('hex')).toBe('fe020f000000fefe000200d500050043414d2031');
  });
});

const displays = fc.uniqueArray(
  fc.record({
    index: fc.integer({ min: 0, max: 65_534 }),
    tally: fc.constantFrom('program' as const, 'preview' as const, 'off' as const),
    label: fc.string({ maxLength: 64 }),
  }),
  { selector: ({ index }) => index, minLength: 1, maxLength: 120 },
);

const colours = { off: 'off', program: 'red', preview: 'green' };

/** Packets that the encoder `@bitaffair/tsl-umd-protocol` 1.0.7 composed of these displays. */
const composed: readonly (readonly [screen: number, displays: readonly ShownDisplay[], bytes: string])[] = [
  [
    1,
    [
      { index: 0, tally: 'program', label: 'CAM 1' },
      { index: 1, tally: 'preview', label: 'CAM 2' },
      { index: 2, tally: 'off', label: 'VT' },
    ],
    '2200000001000000d500050043414d20310100ea00050043414d20320200c00002005654',
  ],
  [
    1,
    [
      { index: 0, tally: 'program', label: 'Gäste' },
      { index: 300, tally: 'off', label: '' },
    ],
    '1a00000101000000d5000a004700e4007300740065002c01c0000000',
  ],
];

describe('another encoder', () => {
  it.each(composed)('composes the same packet for screen %i', (screen, shown, bytes) => {
    expect(hexOf(packetsOf(shown, { screen, brightness: 3 }))).toEqual([bytes]);
  });

  it('frames a stream in the same way', () => {
    const packets = packetsOf([{ index: 0xfe, tally: 'preview', label: 'A' }], { screen: 0xfe, brightness: 3 });
    expect(hexOf(packets.map(framed))).toEqual(['fe020b000000fefe00fefe00ea00010041']);
  });
});

describe('the simulated display', () => {
  it('reads the packets of another encoder', () => {
    for (const [screen, shown, bytes] of composed)
      expect(readPacket(Buffer.from(bytes, 'hex'))).toMatchObject({
        screen,
        messages: shown.map(({ index, tally, label }) => ({
          index,
          label,
          text: colours[tally],
          left: colours[tally],
        })),
      });
  });

  it('distinguishes the lamps', () => {
    expect(readPacket(Buffer.from('0a000000050007005e000000', 'hex'))).toMatchObject({
      messages: [{ index: 7, left: 'red', text: 'amber', right: 'green', brightness: 1 }],
    });
  });

  it('reads what the driver sends, from a stream cut anywhere', () => {
    fc.assert(
      fc.property(displays, fc.integer({ min: 1, max: 50 }), (shown, size) => {
        const read: Buffer[] = [];
        const reader = new StreamReader((packet) => read.push(packet));
        const stream = Buffer.concat(packetsOf(shown, { screen: 0xfefe, brightness: 3 }).map(framed));
        for (let at = 0; at < stream.length; at += size) reader.push(stream.subarray(at, at + size));
        const messages = read.map(readPacket).flatMap((one) => (typeof one === 'string' ? [] : one.messages));
        expect(messages.map(({ index, text, label }) => [index, text, label])).toEqual(
          shown.map(({ index, tally, label }) => [index, colours[tally], label]),
        );
      }),
    );
  });

  it.each([
    ['', 'a packet of 0 bytes'],
    ['0500 00 00 0000', 'a byte count of 5 in 6 bytes'],
    ['0400 01 00 0000', 'the version 5.1'],
    ['0400 00 02 0000', 'the flags 2'],
    ['0600 00 00 0000 0100', 'a message ends within its head'],
    ['0a00 00 00 0000 0100 0100 0100', 'a text ends after its packet'],
    ['0a00 00 00 0000 0100 0180 0000', 'a message has control data or reserved bits'],
  ])('reports what is wrong with %s', (bytes, fault) => {
    expect(readPacket(Buffer.from(bytes.replaceAll(' ', ''), 'hex'))).toBe(fault);
  });
});
