// The functions that vMix receives for each command, which input a clip is, and what a mix shows.
import { describe, expect, it } from 'vitest';
import type { ClipSelection } from '../../../../application/ports/players.js';
import { ClipIndex } from '../../../../adapters/drivers/vmix/clip-index.js';
import { findInput, inputOfClip, isInputOf, type ClipInput } from '../../../../adapters/drivers/vmix/clip-input.js';
import * as functions from '../../../../adapters/drivers/vmix/functions.js';
import { isOnAir, mixReport } from '../../../../adapters/drivers/vmix/mix-report.js';
import { readState } from '../../../../adapters/drivers/vmix/state.js';
import { peerXml, type PeerInput } from './peer.js';

const clip = (changes: Partial<ClipSelection['clip']> = {}): ClipSelection => ({
  bank: 'news',
  clip: { number: 1, key: 'opener', name: 'Opener', ...changes },
});

const video: ClipInput = { key: 'k 1', entry: undefined, isTimed: true };
const entry: ClipInput = { key: 'list', entry: 2, isTimed: true };
const still: ClipInput = { key: 'still', entry: undefined, isTimed: false };

const lines = (all: readonly functions.VmixFunction[]): readonly string[] =>
  all.map(({ line, movesPlayhead = false }) => `${line.replace(/^FUNCTION /, '')}${movesPlayhead ? ' *' : ''}`);

const transition = (type: 'mix' | 'wipe' | 'slide' | 'push') => clip({ transition: { type, durationMs: 750 } });

describe('the functions', () => {
  it.each<readonly [string, readonly functions.VmixFunction[], readonly string[]]>([
    [
      'start a video once',
      functions.start(clip(), video, 1),
      ['LoopOff Input=k%201', 'Restart Input=k%201 *', 'Play Input=k%201', 'ActiveInput Input=k%201&Mix=0'],
    ],
    [
      'start an entry in a loop, on another mix',
      functions.start(clip({ loop: true }), entry, 3),
      [
        ...['SelectIndex Input=list&Value=2', 'LoopOn Input=list', 'Restart Input=list *', 'Play Input=list'],
        'ActiveInput Input=list&Mix=2',
      ],
    ],
    ['show a still', functions.start(clip({ loop: true }), still, 2), ['ActiveInput Input=still&Mix=1']],
    ...(
      [
        ['mix', 'Fade'],
        ['wipe', 'Wipe'],
        ['slide', 'Slide'],
        ['push', 'Slide'],
      ] as const
    ).map(
      ([type, name]) =>
        [
          `show by ${type}`,
          functions.start(transition(type), still, 2),
          [`${name} Input=still&Duration=750&Mix=1`],
        ] as const,
    ),
    [
      'cue an entry',
      functions.cue(clip(), entry, 2, false),
      [
        ...['Pause Input=list', 'SelectIndex Input=list&Value=2', 'LoopOff Input=list'],
        ...['SetPosition Input=list&Value=0 *', 'PreviewInput Input=list&Mix=1'],
      ],
    ],
    ['cue what is on air', functions.cue(clip(), video, 1, true), ['PreviewInput Input=k%201&Mix=0']],
    ['cue a still', functions.cue(clip(), still, 1, false), ['PreviewInput Input=still&Mix=0']],
    [
      'stop',
      functions.stop('black', 2, ['a', 'b']),
      ['ActiveInput Input=black&Mix=1', 'Pause Input=a', 'Pause Input=b'],
    ],
    ['pause', functions.pause('a'), ['Pause Input=a']],
    ['resume', functions.resume('a'), ['Play Input=a']],
    ['seek', functions.seek('a', 1_234.6), ['SetPosition Input=a&Value=1235 *']],
  ])('%s', (_, sent, expected) => {
    expect(lines(sent)).toEqual(expected);
  });
});

const input = (number: number, key: string, type: string, title: string, changes: PeerInput = {}): PeerInput => ({
  ...{ key, number, type, title, shortTitle: title, state: 'Paused', position: 0, duration: 1_000, loop: 'False' },
  ...changes,
});

const state = readState(
  peerXml({
    inputs: [
      input(1, 'k-black', 'Colour', 'Black'),
      input(2, 'k-five', 'Video', '5'),
      input(3, 'k-list', 'VideoList', 'Rundown', { selectedIndex: 2 }),
      input(4, 'k-other', 'Image', 'Opener.mp4', { shortTitle: 'Short' }),
      input(5, 'k-last', 'AudioFile', 'short'),
      input(7, 'k-deep', 'VideoList', 'News/Today', { selectedIndex: 1 }),
      input(8, 'k-news', 'VideoList', 'News', { selectedIndex: 1 }),
      input(9, 'k-one', 'Video', '1'),
    ],
    lists: { 3: ['C:\\Media\\one.mp4', '/media/two.mov'], 7: ['two.mov'], 8: ['Today'] },
    active: 3,
    preview: 1,
  }),
);

describe('an input', () => {
  it.each([
    ['K-LIST', 'k-list'],
    ['opener.MP4', 'k-other'],
    ['5', 'k-five'],
    ['1', 'k-one'],
    ['4', 'k-other'],
    ['SHORT', 'k-last'],
    ['6', undefined],
    ['', undefined],
  ])('is found by %j: its key, then its title, its short title and its number', (name, key) => {
    expect(findInput(state, name)?.key).toBe(key);
  });

  it.each<readonly [string, ClipInput | undefined]>([
    ['Rundown/two.mov', { key: 'k-list', entry: 2, isTimed: true }],
    ['rundown/ONE', { key: 'k-list', entry: 1, isTimed: true }],
    ['Rundown/three', undefined],
    ['News/Today/two', { key: 'k-deep', entry: 1, isTimed: true }],
    ['5/two.mov', undefined],
    ['two.mov', undefined],
    ['Opener.mp4', { key: 'k-other', entry: undefined, isTimed: false }],
    ['k-last', { key: 'k-last', entry: undefined, isTimed: true }],
  ])('of the media %s', (media, expected) => {
    expect(inputOfClip(state, clip({ media }))).toEqual(expected);
  });

  it('shows a clip of a list only while its entry is selected', () => {
    const list = findInput(state, 'Rundown');
    const shows = [1, 2, undefined].map((at) => list && isInputOf(list, { key: 'k-list', entry: at, isTimed: true }));
    expect(shows).toEqual([false, true, true]);
  });
});

describe('a mix', () => {
  const clips = new ClipIndex([clip({ media: 'Rundown/two.mov' }), clip({ media: 'Opener.mp4' })]);
  clips.follow(state);
  const shown = (mix: number | undefined, idle: string) => {
    const { active, preview, isIdle, hasClip } = mixReport({ mix, idle }, clips, state, 7);
    return { active: active?.key, preview: preview?.key, isIdle, hasClip };
  };

  it('shows what is on air and in preview, and whether that is the idle input or a clip', () => {
    expect(shown(1, 'Black')).toEqual({ active: 'k-list', preview: undefined, isIdle: false, hasClip: true });
    expect(shown(2, 'Opener.mp4')).toEqual({ active: 'k-list', preview: 'k-black', isIdle: false, hasClip: true });
    expect(shown(1, 'Rundown')).toEqual({ active: 'k-list', preview: 'k-black', isIdle: true, hasClip: false });
    expect(shown(3, 'Black')).toMatchObject({ active: undefined, preview: undefined, hasClip: false });
  });

  it('has an input on air, also if another one has', () => {
    expect(isOnAir(state, 'k-list')).toBe(true);
    expect(isOnAir(state, 'k-list', 1)).toBe(true);
    expect(isOnAir({ ...state, mixes: new Map([[1, { active: 3, preview: 1 }]]) }, 'k-list', 1)).toBe(false);
    expect(isOnAir(state, 'k-black')).toBe(false);
  });
});
