// Whatever happens to the datagrams of a channel on their way, its state is that of the newest frame that arrived.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LayerState } from '../../../../adapters/drivers/casparcg/layer-state.js';
import { OscChannel } from '../../../../adapters/drivers/casparcg/osc-channel.js';
import { isLastOfFrame } from '../../../../adapters/drivers/casparcg/osc-datagram.js';
import { oscBundles } from '../../../../simulator/casparcg/osc.js';
import type { StateEntry } from '../../../../simulator/casparcg/state.js';

/** The layers of the driver, between others that make the frame longer than one datagram. */
const layers = [10, 20] as const;

/** What a frame says of a layer: the position in seconds of the film that runs on it; null if the server hasn't it. */
type Frame = readonly (number | null)[];

const entriesOf = (number: number, timeS: number): readonly StateEntry[] =>
  (
    [
      ['background/producer', ['empty']],
      ['foreground/file/name', [`film${String(number)}`]],
      ['foreground/file/path', [`media/a folder with a long name/film${String(number)}.mp4`]],
      ['foreground/file/time', [{ float: timeS }, { float: 600 }]],
      ['foreground/loop', [false]],
      ['foreground/paused', [false]],
      ['foreground/producer', ['ffmpeg']],
    ] as const
  ).map(([field, values]) => ({ path: `/channel/1/stage/layer/${String(number)}/${field}`, values: [...values] }));

const rate: StateEntry = { path: '/channel/1/framerate', values: [{ int: 50 }, { int: 1 }] };

interface Datagram {
  readonly frame: number;
  readonly bytes: Buffer;
}

const datagramsOf = (frame: Frame, index: number, others: readonly number[]): readonly Datagram[] => {
  const own = layers.flatMap((number, at) => (frame[at] == null ? [] : entriesOf(number, frame[at])));
  const entries = [rate, ...own, ...others.flatMap((number) => entriesOf(number, 1))];
  return oscBundles(entries, index + 2).map((bytes) => ({ frame: index, bytes: Buffer.from(bytes) }));
};

const position = fc.option(fc.integer({ min: 1, max: 500 }));
const frames = fc.array(fc.tuple(position, position), { minLength: 1, maxLength: 12 });
const otherLayers = fc.subarray([1, 11, 15, 19, 21, 30, 9], { minLength: 0 });

/** How often each datagram arrives, and how far it is moved among the others. */
const fate = fc.record({ copies: fc.integer({ min: 0, max: 2 }), moved: fc.integer({ min: 0, max: 8 }) });
const fates = fc.array(fate, { minLength: 60, maxLength: 60 });

const arrivals = (sent: readonly Datagram[], all: readonly { copies: number; moved: number }[]): readonly Datagram[] =>
  sent
    .flatMap((datagram, index) => {
      const { copies = 1, moved = 0 } = all[index % all.length] ?? {};
      return Array.from({ length: copies }, (_, copy) => ({ datagram, at: index + moved * (copy + 1) }));
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ datagram }) => datagram);

const secondsOf = (state: LayerState | undefined): number | null => state?.foreground.timeS ?? null;

describe('the state of a channel', () => {
  it('never goes back to an older frame, and is never a mixture of two', () => {
    fc.assert(
      fc.property(frames, otherLayers, fates, (sequence, others, all) => {
        const sent = sequence.flatMap((frame, index) => datagramsOf(frame, index, others));
        const channel = new OscChannel(1, layers);
        let newest = -1;
        for (const { frame, bytes } of arrivals(sent, all)) {
          const update = channel.read(bytes, 0);
          expect(update === undefined).toBe(frame < newest);
          newest = Math.max(newest, frame);
          for (const [number, state] of update?.layers ?? []) {
            expect(secondsOf(state)).toBe(sequence[frame]?.[layers.indexOf(number as 10 | 20)]);
            if (state !== undefined) expect(state.foreground.path).toContain(`/film${String(number)}.mp4`);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('is complete once every datagram of the last frame has arrived, in any order', () => {
    fc.assert(
      fc.property(frames, otherLayers, fc.boolean(), (sequence, others, isReversed) => {
        const channel = new OscChannel(1, layers);
        const known = new Map<number, LayerState | undefined>();
        sequence.forEach((frame, index) => {
          const datagrams = datagramsOf(frame, index, others);
          for (const { bytes } of isReversed ? datagrams.toReversed() : datagrams)
            for (const [number, state] of channel.read(bytes, 0)?.layers ?? []) known.set(number, state);
        });
        const last = sequence.at(-1) ?? [];
        layers.forEach((number, at) => {
          if (last[at] !== null) expect(secondsOf(known.get(number))).toBe(last[at]);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('is the same object for frames that differ in their number alone, and another one after each change', () => {
    const channel = new OscChannel(1, layers);
    const sequence: readonly Frame[] = [
      [1, null],
      [1, null],
      [2, null],
      [1, null],
      [1, null],
      [1, 3],
      [1, 3],
    ];
    const updates = sequence.flatMap((frame, index) =>
      datagramsOf(frame, index, [30]).map(({ bytes }) => channel.read(bytes, 0)),
    );
    expect(updates.map((update) => update && layers.map((number) => secondsOf(update.layers.get(number))))).toEqual(
      sequence,
    );
    expect(updates.map((update, index) => update === updates[index - 1])).toEqual([
      false,
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
  });

  it('is the same whether frames repeat or not', () => {
    const few = fc.option(fc.integer({ min: 1, max: 2 }));
    const sequences = fc.array(fc.tuple(few, few), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(sequences, otherLayers, fates, (sequence, others, all) => {
        const sent = sequence.flatMap((frame, index) => datagramsOf(frame, index, others));
        const channel = new OscChannel(1, layers);
        for (const { frame, bytes } of arrivals(sent, all))
          for (const [number, state] of channel.read(bytes, 0)?.layers ?? [])
            expect(secondsOf(state)).toBe(sequence[frame]?.[layers.indexOf(number as 10 | 20)]);
      }),
      { numRuns: 200 },
    );
  });

  it('begins anew when a server counts from the start after a silence', () => {
    const channel = new OscChannel(1, layers);
    const [[old], [restarted]] = [datagramsOf([5, null], 900, []), datagramsOf([1, null], 0, [])];
    channel.read(old?.bytes ?? Buffer.alloc(0), 0);
    expect(channel.read(restarted?.bytes ?? Buffer.alloc(0), 900)).toBeUndefined();
    expect(secondsOf(channel.read(restarted?.bytes ?? Buffer.alloc(0), 1_000)?.layers.get(10))).toBe(1);
  });

  it('goes back to no older frame while frames repeat', () => {
    const channel = new OscChannel(1, layers);
    const read = (frame: Frame, index: number, nowMs: number) =>
      datagramsOf(frame, index, [30]).map(({ bytes }) => channel.read(bytes, nowMs))[0];
    for (let index = 100; index < 140; index += 1) expect(read([5, null], index, index * 40)).toBeDefined();
    expect(read([1, null], 99, 140 * 40)).toBeUndefined();
  });

  it('is that of the last datagram alone if the sender counts no frames', () => {
    const channel = new OscChannel(1, layers);
    const bundle = (entries: readonly StateEntry[]): Buffer => Buffer.from(oscBundles([rate, ...entries], 1)[0] ?? []);
    expect(secondsOf(channel.read(bundle([...entriesOf(10, 3), ...entriesOf(20, 4)]), 0)?.layers.get(10))).toBe(3);
    const update = channel.read(bundle(entriesOf(20, 5)), 40);
    expect(layers.map((number) => secondsOf(update?.layers.get(number)))).toEqual([null, 5]);
  });

  it('has a layer whose datagram is lost in every second frame', () => {
    const channel = new OscChannel(1, layers);
    const between = [11, 12, 13, 14, 15].flatMap((number) => entriesOf(number, 1));
    const entries = [rate, ...entriesOf(10, 1), ...between, ...entriesOf(20, 2)];
    for (let frame = 2; frame < 202; frame += 1) {
      const datagrams = oscBundles(entries, frame);
      for (const bytes of frame % 2 === 0 ? datagrams : datagrams.slice(0, 1))
        for (const state of channel.read(Buffer.from(bytes), 0)?.layers.values() ?? [])
          expect(secondsOf(state), `frame ${String(frame)}`).not.toBeNull();
    }
  });

  it('ends with a datagram of less than 2 KiB', () => {
    expect([2_047, 2_048, 2_049].map((length) => isLastOfFrame(Buffer.alloc(length)))).toEqual([true, false, false]);
  });

  it('is unaffected by bytes that are not OSC', () => {
    const channel = new OscChannel(1, layers);
    const [good] = datagramsOf([3, null], 1, []);
    channel.read(good?.bytes ?? Buffer.alloc(0), 0);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), (bytes, at) => {
        expect(channel.read(Buffer.from(bytes), 0)).toBeUndefined();
        const broken = Buffer.from(good?.bytes ?? []);
        broken.set(bytes.subarray(0, Math.max(0, broken.length - at)), Math.min(at, broken.length));
        expect(() => channel.read(broken, 0)).not.toThrow();
      }),
    );
  });

  it('is read beside values of types that the library rejects', () => {
    const channel = new OscChannel(1, layers);
    const [bundle] = oscBundles([rate, ...entriesOf(10, 4)], 9);
    const foreign = Buffer.from('/channel/1/mixer/a\0\0,h\0\0\0\0\0\0\0\0\0\x01', 'latin1');
    const length = Buffer.alloc(4);
    length.writeUInt32BE(foreign.length);
    const bytes = Buffer.from(bundle ?? []);
    const mixed = Buffer.concat([bytes.subarray(0, 16), length, foreign, bytes.subarray(16)]);
    expect(channel.read(mixed, 0)).toMatchObject({ framesPerSecond: 50 });
    expect(secondsOf(channel.read(mixed, 0)?.layers.get(10))).toBe(4);
  });
});
