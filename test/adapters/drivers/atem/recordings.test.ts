// Recorded switchers: what the driver shows of the first state of real models. What is expected was read out of the whole recordings
// by another implementation, atem-connection 3.10.2.
import { describe, expect, it } from 'vitest';
import { atemPeer, recorded } from './peer.js';

/** A recorded state: the inputs of each mix and each aux output, and which keyers are on air, as digits. */
interface Expected {
  readonly model: string;
  readonly program: readonly number[];
  readonly preview: readonly number[];
  readonly aux: readonly number[];
  readonly keyers: readonly string[];
  readonly downstreamKeyers: string;
  readonly onProgram: readonly number[];
  readonly onPreview: readonly number[];
}

const black = Array<number>(14).fill(0);

const recordings: Readonly<Record<string, Expected>> = {
  'mini-v8.6': {
    model: 'ATEM Mini',
    ...{ program: [2], preview: [1], aux: [10_010], keyers: ['0'], downstreamKeyers: '0' },
    ...{ onProgram: [2], onPreview: [1] },
  },
  'mini-extreme-iso-v9.5': {
    model: 'ATEM Mini Extreme ISO',
    ...{ program: [1], preview: [1], aux: [11_001, 11_002, 10_010], keyers: ['0000'], downstreamKeyers: '00' },
    ...{ onProgram: [1], onPreview: [1] },
  },
  '2me4k-v8.4': {
    model: 'ATEM 2 M/E Production Studio 4K',
    ...{ program: [10_020, 2], preview: [6_000, 2], aux: [10_010, 7_001, 10_010, 8, 10_010, 10_020] },
    ...{ keyers: ['00', '00'], downstreamKeyers: '11' },
    onProgram: [2, 19, 20, 3_010, 3_011, 5_010, 5_020, 10_020],
    onPreview: [2, 8, 17, 18, 6_000, 10_020],
  },
  '4me4k-v8.2': {
    model: 'ATEM 4 M/E Broadcast Studio 4K',
    ...{ program: [1, 16, 1, 1], preview: [10, 9, 1, 1], aux: [7_001, 7_001, 7_001, 7_001, 7_001, 10_010] },
    ...{ keyers: ['1000', '1000', '0000', '0000'], downstreamKeyers: '00' },
    ...{ onProgram: [1, 3_010, 4_010], onPreview: [10, 3_010, 4_010] },
  },
  'constellation-v8.0.2': {
    model: 'ATEM Constellation 8K',
    ...{ program: [2_001, 0, 0, 2_001], preview: [18, 0, 0, 0] },
    aux: [10_010, 10_040, 0, 0, 0, 0, 0, 0, 6_000, 6_000, ...black],
    ...{ keyers: ['0000', '0000', '0000', '0000'], downstreamKeyers: '1100' },
    ...{ onProgram: [21, 29, 31, 34, 2_001, 5_010, 5_020], onPreview: [18] },
  },
  'constellation-2me-hd-v9.6.2': {
    model: 'ATEM 2 M/E Constellation HD',
    ...{ program: [6, 4], preview: [5, 5], aux: [1, 2, 3, 4, 10_010, 1, 1, 19, 8, 5, 5, 10_010] },
    ...{ keyers: ['0000', '0000'], downstreamKeyers: '00', onProgram: [6], onPreview: [5] },
  },
  'tvshd-v8.0.0': {
    model: 'ATEM Television Studio HD',
    ...{ program: [6], preview: [0], aux: [0], keyers: ['0'], downstreamKeyers: '10' },
    ...{ onProgram: [6, 7, 8, 5_010], onPreview: [0] },
  },
  'ps4k-v7.2': {
    model: 'ATEM Production Studio 4K',
    ...{ program: [7], preview: [7], aux: [2], keyers: ['0'], downstreamKeyers: '00' },
    ...{ onProgram: [7], onPreview: [7] },
  },
};

/** Another input than one, which every recording has. */
const otherThan = (input: number): number => (input === 1 ? 0 : 1);

type Line = readonly [object, boolean];

const crosspoints = (field: 'program' | 'preview', inputs: readonly number[]): readonly Line[] =>
  inputs.flatMap((input, mix) => [
    [{ [field]: input, mix: mix + 1 }, true],
    [{ [field]: otherThan(input), mix: mix + 1 }, false],
  ]);

const digits = (text: string): readonly (readonly [number, boolean])[] =>
  text.split('').map((digit, at) => [at + 1, digit === '1']);

const tallies = ({ onProgram, onPreview }: Expected): readonly Line[] =>
  [...new Set([0, 1, 2, 3, ...onProgram, ...onPreview])].flatMap((tally) => [
    [{ tally, shows: 'program' }, onProgram.includes(tally)],
    [{ tally, shows: 'preview' }, onPreview.includes(tally)],
  ]);

/** Every line of a switcher, and whether it is on. */
const linesOf = (expected: Expected): readonly Line[] => [
  ...crosspoints('program', expected.program),
  ...crosspoints('preview', expected.preview),
  ...expected.aux.flatMap((input, at): readonly Line[] => [
    [{ aux: at + 1, input }, true],
    [{ aux: at + 1, input: otherThan(input) }, false],
  ]),
  ...expected.keyers.flatMap((keyers, mix) => digits(keyers).map(([keyer, on]): Line => [{ keyer, mix: mix + 1 }, on])),
  ...digits(expected.downstreamKeyers).map(([downstreamKeyer, on]): Line => [{ downstreamKeyer }, on]),
  ...tallies(expected),
  [{ macro: 1 }, false],
];

describe.each(Object.entries(recordings))('%s', (recording, expected) => {
  it('shows its programs, previews, outputs, keyers and tallies', async () => {
    const lines = linesOf(expected);
    const ids = lines.map(([line]) => JSON.stringify(line));
    const peer = await atemPeer(
      Object.fromEntries(lines.map(([line]): readonly [string, object] => [JSON.stringify(line), line])),
      recorded(recording),
    );
    const { signalLines } = peer.drivers;
    await peer.until('the state', () => signalLines.connected(ids[0] ?? ''));
    const shown = ids.map((id) => [id, signalLines.connected(id), signalLines.value(id)]);
    expect(shown).toEqual(lines.map(([, on], at) => [ids[at], true, on]));
    expect(peer.warnings).toEqual([]);
  });

  it('lacks what is beyond it', async () => {
    const { model, program, aux, keyers, downstreamKeyers } = expected;
    const beyond = {
      mix: { program: 1, mix: program.length + 1 },
      aux: { aux: aux.length + 1, input: 1 },
      keyer: { keyer: (keyers[0]?.length ?? 0) + 1 },
      'downstream keyer': { downstreamKeyer: downstreamKeyers.length + 1 },
      macro: { macro: 101 },
      input: { program: 60_000 },
      tally: { tally: 60_000, shows: 'program' },
    };
    const peer = await atemPeer({ ...beyond, first: { preview: 1 } }, recorded(recording));
    await peer.until('the state', () => peer.drivers.signalLines.connected('first'));
    const where = program.length > 1 ? 'keyer of mix 1' : 'keyer';
    const lacks = (what: string, count: number): string =>
      `the ${model} has no ${what} ${String(count + 1)}: it has ${String(count)}`;
    expect(peer.warnings).toEqual([
      lacks('mix', program.length),
      lacks('aux output', aux.length),
      lacks(where, keyers[0]?.length ?? 0),
      lacks('downstream keyer', downstreamKeyers.length),
      lacks('macro', 100),
      ...Array<string>(2).fill(`the ${model} has no input 60000`),
    ]);
    expect(Object.keys(beyond).map((id) => peer.drivers.signalLines.connected(id))).not.toContain(true);
  });
});
