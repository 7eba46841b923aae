// The tallies of outputs and cameras.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatIssues } from '../../../domain/codec/issues.js';
import { CameraDefinition } from '../../../domain/studio/camera.js';
import { findExceededBounds } from '../../../domain/studio/bounds.js';
import { decodeOrMessage } from '../../../domain/codec/issues.js';
import { findBrokenReferences } from '../../../domain/studio/references.js';
import { SignalDefinition } from '../../../domain/studio/signal.js';
import { followedValue } from '../../../domain/studio/tally-subject.js';
import { repeatMsOf, TallySection } from '../../../domain/studio/tally-destination.js';
import {
  cameraTally,
  outputTally,
  type Tally,
  type CameraShot,
  type OutputClips,
  type Shown as ShownStudio,
} from '../../../domain/studio/tally.js';

const clip = (key: string, bank = 'news') => ({ bank, clip: { key } });

type Shown = ReturnType<typeof clip> | null;

const scene = (id: string, run: Shown = null, cued: Shown = null) => ({ id, run, cued });

const output = (...scenes: OutputClips['scenes']): OutputClips => ({ connected: true, scenes });

const lost = (clips: OutputClips): OutputClips => ({ ...clips, connected: false });

const playing = output(scene('left', clip('live')), scene('right'));
const cued = output(scene('left'), scene('right', null, clip('live')));
const idle = output(scene('left'), scene('right'));

describe('@TALLY-1: the tally of an output', () => {
  it.each([
    ['plays on air', true, playing, 'program'],
    ['plays off air', false, playing, 'preview'],
    ['has a cued clip on air', true, cued, 'preview'],
    ['has a cued clip off air', false, cued, 'preview'],
    ['plays one clip and has another one cued', true, output(scene('full', clip('a'), clip('b'))), 'program'],
    ['is idle on air', true, idle, 'off'],
    ['is idle off air', false, idle, 'off'],
  ])('of one that %s', (_, isOnAir, clips, expected) => {
    expect(outputTally(isOnAir, clips)).toBe(expected);
  });

  it.each([
    ['what was playing', playing, 'program'],
    ['what was cued', cued, 'preview'],
    ['nothing', idle, null],
  ])('@TALLY-3: of one whose player was lost, which is known of %s', (_, clips, expected) => {
    expect(outputTally(true, lost(clips))).toBe(expected);
  });
});

const noSignal = (): never => expect.unreachable();

const shownOn = (main: OutputClips): ShownStudio => ({ clipsOf: () => main, signal: noSignal });

const tallyOf = (outputs: Readonly<Record<string, OutputClips>>, ...shots: readonly CameraShot[]) =>
  cameraTally(true, shots, { clipsOf: (id) => outputs[id] ?? idle, signal: noSignal });

describe('@TALLY-12: the tally of an output that is about to play another clip', () => {
  it.each([
    ['played', { run: clip('a'), cued: null }, 'program'],
    ['had a cued clip', { run: null, cued: clip('a') }, 'preview'],
  ])('and that %s', (_, held, expected) => {
    const main = output({ ...scene('left'), held });
    expect(outputTally(true, main)).toBe(expected);
    expect(cameraTally(true, [{ output: 'main', clip: 'A' }], shownOn(main))).toBe(expected);
    expect(cameraTally(true, [{ output: 'main', clip: 'b' }], shownOn(main))).toBe('off');
  });
});

it('@TALLY-12: a clip that a pending command replaces counts beside the one that is cued now', () => {
  const main = output({ ...scene('left', null, clip('b')), held: { run: null, cued: clip('a') } });
  const shotOf = (key: string) => cameraTally(true, [{ output: 'main', clip: key }], shownOn(main));
  expect(['a', 'b', 'c'].map(shotOf)).toEqual(['preview', 'preview', 'off']);
});

describe('@TALLY-2: the tally of a camera', () => {
  const live: CameraShot = { output: 'main', clip: 'live' };

  it.each([
    ['plays its clip', playing, 'program'],
    ['has its clip cued', cued, 'preview'],
    ['plays another clip', output(scene('left', clip('film'))), 'off'],
    ['is idle', idle, 'off'],
    ['was lost with its clip', lost(playing), 'program'],
    ['was lost with another clip', lost(output(scene('left', clip('film')))), null],
  ])('whose output %s', (_, main, expected) => {
    expect(tallyOf({ main }, live)).toBe(expected);
  });

  it.each([
    ['left', null],
    ['right', 'off'],
  ])('is unknown only in scenes that are unknown: %s', (id, expected) => {
    const main = output({ ...scene('left'), isUnknown: true }, scene('right'));
    expect(tallyOf({ main }, { ...live, scene: id })).toBe(expected);
    expect(outputTally(true, main)).toBeNull();
  });

  it('ignores the case of keys', () => {
    expect(tallyOf({ main: playing }, { ...live, clip: 'LIVE', bank: 'News' })).toBe('program');
    const title = output(scene('left', clip('t\u00fcr')));
    expect(tallyOf({ main: title }, { ...live, clip: 'tu\u0308r' })).toBe('program');
  });

  it.each([
    [{ scene: 'left' }, 'program'],
    [{ scene: 'right' }, 'off'],
    [{ bank: 'news' }, 'program'],
    [{ bank: 'music' }, 'off'],
  ])('follows only the clips with %j', (limits, expected) => {
    expect(tallyOf({ main: playing }, { ...live, ...limits })).toBe(expected);
  });

  it.each([
    ['program before preview', { main: cued, wall: playing }, 'program'],
    ['preview before unknown', { main: cued, wall: lost(idle) }, 'preview'],
    ['unknown before off', { main: idle, wall: lost(idle) }, null],
  ])('is %s where several outputs show it', (_, outputs, expected) => {
    expect(tallyOf(outputs, live, { ...live, output: 'wall' })).toBe(expected);
  });

  it('is unknown without a clip', () => {
    expect(tallyOf({ main: playing })).toBeNull();
  });

  it('is at most that of its output', () => {
    const shown = fc.option(fc.constantFrom(clip('live'), clip('film'), clip('live', 'music')));
    const clips = fc.record({
      connected: fc.boolean(),
      scenes: fc.array(fc.record({ id: fc.constantFrom('left', 'right'), run: shown, cued: shown })),
    });
    const ranks = ['off', 'preview', 'program'];
    fc.assert(
      fc.property(clips, fc.boolean(), (main, isOnAir) => {
        const camera = cameraTally(isOnAir, [live], shownOn(main));
        const whole = outputTally(isOnAir, main);
        if (camera === null) expect(main.connected).toBe(false);
        else expect(ranks.indexOf(camera)).toBeLessThanOrEqual(ranks.indexOf(whole ?? 'off'));
      }),
    );
  });
});

describe('@TALLY-13: the tally of a camera that a signal shows', () => {
  it.each<[boolean, 'program' | 'preview', boolean | null, boolean, Tally | null]>([
    [true, 'program', true, true, 'program'],
    [false, 'program', true, true, 'preview'],
    [true, 'preview', true, true, 'preview'],
    [true, 'program', false, true, 'off'],
    [true, 'program', true, false, 'program'],
    [true, 'program', false, false, null],
    [true, 'program', null, true, null],
  ])('on air %s, shown in %s, signal %s, connected %s: %s', (isOnAir, shows, value, connected, tally) => {
    const shown = { clipsOf: () => idle, signal: () => ({ value, connected }) };
    expect(cameraTally(isOnAir, [{ signal: 'red', shows }], shown)).toBe(tally);
    const clipToo = [
      { output: 'main', clip: 'live' },
      { signal: 'red', shows },
    ] as const;
    expect(cameraTally(isOnAir, clipToo, shown)).toBe(tally);
  });
});

const camera = { id: 'cam-1', name: 'Host', angles: [] };

describe('the clips of a camera', () => {
  it('are at least one', () => {
    expect(CameraDefinition.is({ ...camera, shownBy: [{ output: 'out-1', clip: 'live' }] })).toBe(true);
    expect(CameraDefinition.is({ ...camera, shownBy: [] })).toBe(false);
  });

  const studio = {
    signals: [
      { id: 'pgm', identifier: 'pgm', name: 'Program' },
      { id: 'lamp', identifier: 'lamp', name: 'Lamp', follows: { tally: 'program', camera: 'cam-1' } },
    ],
    outputs: [{ id: 'out-1', slot: 'main', name: 'Main', scenes: ['left', 'right'] }],
    banks: [
      { key: 'news', name: 'News', clips: [{ number: 1, key: 'live', name: 'Live' }] },
      { key: 'music', name: 'Music', clips: [{ number: 1, key: 'bed', name: 'Bed' }] },
    ],
  };

  const issuesOf = (shot: object): string =>
    formatIssues(findBrokenReferences({ ...studio, cameras: [{ ...camera, shownBy: [shot] }] }));

  it.each([
    { output: 'out-1', clip: 'live' },
    { output: 'out-1', clip: 'Bed', bank: 'Music', scene: 'left' },
    { signal: 'pgm', shows: 'program' },
    {},
  ])('may be those that exist: %j', (shot) => {
    expect(issuesOf(shot)).toBe('');
  });

  it.each([
    [
      { output: 'out-2', clip: 'live' },
      'output: expected the id of an output (out-1), got "out-2"; did you mean out-1?',
    ],
    [
      { output: 'out-1', clip: 'live', scene: 'lift' },
      'scene: expected a scene of the output (left, right), got "lift"; did you mean left?',
    ],
    [{ output: 'out-1', clip: 'live', bank: 'sport' }, 'bank: expected the key of a bank (news, music), got "sport"'],
    [
      { output: 'out-1', clip: 'life' },
      'clip: expected the key of a clip of some bank (live, bed), got "life"; did you mean live?',
    ],
    [
      { output: 'out-1', clip: 'bed', bank: 'news' },
      'clip: expected the key of a clip of the bank "news" (live), got "bed"',
    ],
    [
      { signal: 'lamp', shows: 'program' },
      'signal: expected the id of a signal that follows no tally (pgm), got "lamp"',
    ],
    [{ output: 'out-1', clip: '1' }, 'clip: expected the key of a clip of some bank (live, bed), got "1"'],
  ])('can’t be others: %j', (shot, issue) => {
    expect(issuesOf(shot)).toBe(`cameras[0].shownBy[0].${issue}`);
  });
});

describe('@TALLY-6: a signal that follows a tally', () => {
  const signal = { id: 'sig-1', identifier: 'red', name: 'Red' };

  it.each([
    ['program', 'program', true],
    ['program', 'preview', false],
    ['program', 'off', false],
    ['program', null, null],
    ['preview', 'preview', true],
    ['preview', 'program', false],
    ['preview', null, null],
  ] as const)('of %s, while the tally is %s', (followed, tally, expected) => {
    expect(followedValue({ tally: followed, camera: 'cam-1' }, tally)).toBe(expected);
  });

  it.each([
    [{ tally: 'program', camera: 'cam-1' }, true],
    [{ tally: 'preview', output: 'out-1' }, true],
    [{ tally: 'off', output: 'out-1' }, false],
    [{ tally: 'program' }, false],
  ])('names a tally and its output or camera: %j', (follows, expected) => {
    expect(SignalDefinition.is({ ...signal, follows })).toBe(expected);
  });

  const studio = {
    outputs: [{ id: 'out-1', slot: 'main', name: 'Main', scenes: ['full'] }],
    cameras: [camera, { ...camera, id: 'cam-2', shownBy: [] }],
  };

  const issuesOf = (follows: object, more: object = {}): string =>
    formatIssues(findBrokenReferences({ ...studio, ...more, signals: [{ ...signal, follows }] }));

  it.each([{ camera: 'cam-2' }, { output: 'out-1' }])('follows what exists: %j', (follows) => {
    expect(issuesOf(follows)).toBe('');
  });

  it.each([
    [{ output: 'out-2' }, 'output: expected the id of an output (out-1), got "out-2"; did you mean out-1?'],
    [
      { camera: 'cam-1' },
      'camera: expected the id of a camera that has shownBy (cam-2), got "cam-1"; did you mean cam-2?',
    ],
  ])('follows nothing else: %j', (follows, issue) => {
    expect(issuesOf(follows)).toBe(`signals[0].follows.${issue}`);
  });

  it.each([{ switch: { signal: 'sig-1', on: true } }, { pulse: { signal: 'sig-1' } }])(
    '@TALLY-7: is switched by no step: %j',
    (step) => {
      const [kind = ''] = Object.keys(step);
      expect(issuesOf({ output: 'out-1' }, { macros: [{ id: 'mac-1', steps: [step] }] })).toBe(
        `macros[0].steps[0].${kind}.signal: expected a signal that follows no tally, got "sig-1"`,
      );
    },
  );
});

describe('@TALLY-9: the destinations of tallies', () => {
  const destination = { id: 'wall', host: 'wall.example', port: 40_001, displays: [{ index: 0, output: 'out-1' }] };

  const read = (...destinations: readonly object[]) => decodeOrMessage(TallySection, { destinations });

  it('have defaults', () => {
    expect(read(destination)).toEqual(
      E.right({ destinations: [{ ...destination, transport: 'udp', version: '5.0', screen: 0, brightness: 3 }] }),
    );
  });

  it.each([
    [{ version: '4.0' }, 'version: expected one of 3.1, 5.0'],
    [{ transport: 'serial' }, 'transport: expected one of udp, tcp'],
    [{ displays: [] }, 'displays: expected a list of at least one display, each with another index'],
    [{ displays: [{ index: 65_535, output: 'out-1' }] }, 'displays[0].index: expected a whole number from 0 to 65534'],
    [{ brightness: 4 }, 'brightness: expected a whole number from 0 to 3'],
    [{ repeatMs: 99 }, 'repeatMs: expected a whole number from 100 to 600000'],
  ])('have no %j', (changes, issue) => {
    const decoded = read({ ...destination, ...changes });
    expect(E.isLeft(decoded) && decoded.left).toContain(`destinations[0].${issue}`);
  });

  it('have the numbers of their version', () => {
    const numbered = (index: number) => ({ ...destination, version: '3.1', displays: [{ index, output: 'out-1' }] });
    expect(E.isRight(read(numbered(126)))).toBe(true);
    const decoded = read(numbered(127));
    expect(E.isLeft(decoded) && decoded.left).toContain(
      'destinations[0]: expected displays with an index from 0 to 126, as TSL UMD 3.1 has no others',
    );
  });

  it('have different ids, and displays different numbers', () => {
    expect(E.isLeft(read(destination, destination))).toBe(true);
    const twice = [...destination.displays, { index: 0, camera: 'cam-1' }];
    expect(E.isLeft(read({ ...destination, displays: twice }))).toBe(true);
  });

  it('repeat datagrams more often than a stream, or as the file says', () => {
    expect(repeatMsOf({ transport: 'udp' })).toBe(1_000);
    expect(repeatMsOf({ transport: 'tcp' })).toBe(30_000);
    expect(repeatMsOf({ transport: 'tcp', repeatMs: 500 })).toBe(500);
  });

  it('show only what exists', () => {
    const displays = [{ index: 0, output: 'out-2' }];
    const studio = { outputs: [{ id: 'out-1' }], tally: { destinations: [{ ...destination, displays }] } };
    expect(formatIssues(findBrokenReferences(studio))).toBe(
      'tally.destinations[0].displays[0].output: expected the id of an output (out-1), got "out-2"; did you mean out-1?',
    );
  });

  it('@START-8: have bounds', () => {
    const destinations = [{ displays: Array.from({ length: 20_001 }, () => null) }];
    expect(formatIssues(findExceededBounds({ tally: { destinations } }))).toBe(
      'tally.destinations: expected at most 20000 displays altogether, got 20001',
    );
  });
});
