// What OBS is asked to do for each command, and by which reports each is confirmed.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import type { ClipSelection } from '../../../../application/ports/players.js';
import { fieldOf, textIn } from '../../../../domain/codec/unchecked.js';
import {
  isDone,
  planOf,
  type PlanContext,
  type ObsSceneCommand,
} from '../../../../adapters/drivers/obs/scene-commands.js';
import type { InputState, SceneReport } from '../../../../adapters/drivers/obs/scene-report.js';
import { ClipFiles } from '../../../../adapters/drivers/obs/scene-state.js';

const selection: ClipSelection = { bank: 'news', clip: { number: 1, key: 'opener', name: 'Opener' } };
const file = '/media/opener';

const input = (name: string, isInProgram: boolean, changes: Partial<InputState>): InputState => ({
  ...{ name, itemId: name === 'A' ? 11 : 22, isShown: false, file: '', media: 'off', cursorMs: 0, durationMs: 0 },
  isActive: isInProgram && changes.isShown === true,
  ...changes,
});

const running = { isShown: true, file, media: 'playing', cursorMs: 500, durationMs: 15_000 } as const;
const cuedOn = { file, media: 'paused', durationMs: 15_000 } as const;

const reportOf = (a: Partial<InputState>, b: Partial<InputState> = {}, isInProgram = true): SceneReport => ({
  scene: 'Wall',
  isInProgram,
  ...{ isCopied: false, isChanging: false },
  inputs: [input('A', isInProgram, a), input('B', isInProgram, b)],
});

/** In Studio mode, the program shows a copy of the scene, made when the first input was visible. */
const copied = (a: Partial<InputState>, b: Partial<InputState> = {}): SceneReport => ({
  ...reportOf({ ...a, isActive: true }, { ...b, isActive: false }),
  isCopied: true,
});

const sentAtMs = 60_000;

/** Whether a report, a second after a command, confirms the command, which is about the input at an index. */
const confirms = (command: ObsSceneCommand, report: SceneReport, index = 0, loop = false): boolean => {
  const own = report.inputs[index];
  if (own === undefined) throw new Error('no such input');
  return isDone(command, report, { input: own, file, sentAtMs, nowMs: sentAtMs + 1_000, loop });
};

const play: ObsSceneCommand = { type: 'play', selection };
const cue: ObsSceneCommand = { type: 'cue', selection };

describe.each<readonly [string, ObsSceneCommand]>([
  ['play', play],
  ['take', { type: 'take' }],
])('a %s', (_, command) => {
  it('is confirmed by its clip, which has run for as long as it can have', () => {
    expect(confirms(command, reportOf(running))).toBe(true);
    expect(confirms(command, reportOf({ ...running, cursorMs: 1_120 }))).toBe(true);
    expect(confirms(command, reportOf({}, running), 1)).toBe(true);
  });

  it.each<readonly [string, SceneReport]>([
    ['an earlier run', reportOf({ ...running, cursorMs: 1_121 })],
    ['a paused clip', reportOf({ ...running, media: 'paused' })],
    ['no picture', reportOf({ ...running, cursorMs: 0 })],
    ['no length', reportOf({ ...running, durationMs: 0 })],
    ['another file', reportOf({ ...running, file: '/media/other/opener' })],
    ['a hidden input', reportOf({ ...running, isShown: false })],
    ['another input', reportOf({}, running)],
    ['a scene that is not in the program', reportOf(running, {}, false)],
    ['what a transition may fade out', { ...reportOf(running), isChanging: true }],
    ['an input that the copy of the scene in the program hides', reportOf({ ...running, isActive: false })],
  ])('is not confirmed by %s', (_report, report) => {
    expect(confirms(command, report)).toBe(false);
  });
});

describe('a cue', () => {
  it.each<readonly [boolean, string, Partial<InputState>]>([
    [true, 'its clip, paused and hidden', cuedOn],
    [false, 'another clip', { ...cuedOn, file: '/media/weather' }],
    [false, 'its clip while it is visible', { ...cuedOn, isShown: true }],
    [false, 'its clip while it plays', { ...cuedOn, media: 'playing' }],
    [false, 'a file without a length', { ...cuedOn, durationMs: 0 }],
  ])('is confirmed (%s) by %s', (isConfirmed, _, state) => {
    expect(confirms(cue, reportOf(running, state), 1)).toBe(isConfirmed);
  });
});

describe('a stop', () => {
  it('is confirmed when no visible input runs, whichever it is', () => {
    const stop: ObsSceneCommand = { type: 'stop' };
    expect(confirms(stop, reportOf(running))).toBe(false);
    expect(confirms(stop, reportOf({}, running))).toBe(false);
    expect(confirms(stop, reportOf({ ...running, media: 'paused' }))).toBe(false);
    expect(confirms(stop, reportOf({ isShown: true }, cuedOn))).toBe(true);
  });
});

describe('a pause and its end', () => {
  it('are confirmed by the state of the clip on air', () => {
    const states = [running, { ...running, media: 'paused' }, { ...running, media: 'off' }] as const;
    expect(states.map((state) => confirms({ type: 'pause' }, reportOf(state)))).toEqual([false, true, false]);
    expect(states.map((state) => confirms({ type: 'resume' }, reportOf(state)))).toEqual([true, false, false]);
    expect(confirms({ type: 'pause' }, reportOf({ ...running, media: 'paused' }, {}, false))).toBe(false);
  });
});

describe('a seek', () => {
  const seek: ObsSceneCommand = { type: 'seek', positionMs: 10_000 };

  it.each<readonly [boolean, Partial<InputState>]>([
    [true, { cursorMs: 10_700 }],
    [false, { cursorMs: 10_699 }],
    [true, { cursorMs: 11_300 }],
    [false, { cursorMs: 11_301 }],
    [true, { cursorMs: 9_700, media: 'paused' }],
    [true, { cursorMs: 10_300, media: 'paused' }],
    [false, { cursorMs: 10_301, media: 'paused' }],
    [false, { cursorMs: 10_000, isShown: false }],
  ])('is confirmed (%s) by %o', (isConfirmed, state) => {
    const report = reportOf({ ...running, ...state });
    expect([false, true].map((loop) => confirms(seek, report, 0, loop))).toEqual([isConfirmed, isConfirmed]);
  });

  it('near the end of a loop is confirmed by the beginning', () => {
    const nearEnd: ObsSceneCommand = { type: 'seek', positionMs: 14_800 };
    expect(confirms(nearEnd, reportOf({ ...running, cursorMs: 800 }), 0, true)).toBe(true);
    expect(confirms(nearEnd, reportOf({ ...running, cursorMs: 800 }), 0, false)).toBe(false);
  });
});

const context = (report: SceneReport, changes: Partial<PlanContext> = {}): PlanContext => ({
  ...{ report, onAir: 0, program: false, fileOf: () => file, cued: null },
  ...changes,
});

/** The requests for a command in short, or why there are none. */
const asked = (command: ObsSceneCommand, of: PlanContext): readonly string[] | string => {
  const plan = planOf(command, of);
  if (E.isLeft(plan)) return plan.left;
  return plan.right.requests.map(({ requestType, requestData }) => {
    const action = (textIn(requestData, 'mediaAction') ?? '').replace(/^.*_/, '');
    const settings = fieldOf(requestData, 'inputSettings');
    const names = ['inputName', 'sceneName', 'sceneItemId', 'sceneItemEnabled', 'mediaCursor'];
    const values = names.map((name) => fieldOf(requestData, name)).filter((value) => value !== undefined);
    const opened = settings === undefined ? [] : [fieldOf(settings, 'local_file'), fieldOf(settings, 'looping')];
    return [requestType, ...values, action, ...opened].filter((part) => part !== '').join(' ');
  });
};

describe('what OBS is asked to do', () => {
  const opened = [`SetInputSettings A ${file} false`, 'TriggerMediaInputAction A RESTART'];
  const shown = 'SetSceneItemEnabled Wall 11 true';
  const looping: ObsSceneCommand = {
    type: 'play',
    selection: { ...selection, clip: { ...selection.clip, loop: true } },
  };

  it.each<readonly [string, ObsSceneCommand, PlanContext, readonly string[] | string]>([
    ['a play on a hidden input', play, context(reportOf({})), [shown, ...opened]],
    ['a play on a visible input', play, context(reportOf(running)), opened],
    ['a play that loops', looping, context(reportOf(running)), [`SetInputSettings A ${file} true`, opened[1] ?? '']],
    [
      'a play over a cued clip',
      play,
      context(reportOf(running, cuedOn)),
      ['TriggerMediaInputAction B STOP', ...opened],
    ],
    [
      'a play beside a visible clip',
      play,
      context(reportOf(running, running)),
      ['SetSceneItemEnabled Wall 22 false', 'TriggerMediaInputAction B STOP', ...opened],
    ],
    [
      'a play that switches the program',
      play,
      context(reportOf(running, {}, false), { program: true }),
      [...opened, 'SetCurrentProgramScene Wall'],
    ],
    ['a play in a copy', play, context(copied({ ...running, isShown: false })), [shown, ...opened]],
    [
      'a take that switches the program to another copy',
      { type: 'take' },
      context(copied(running, cuedOn), { cued: selection, program: true }),
      [
        ...['SetSceneItemEnabled Wall 22 true', 'SetSceneItemEnabled Wall 11 false', 'TriggerMediaInputAction A STOP'],
        ...['SetCurrentProgramScene Wall', 'TriggerMediaInputAction B RESTART'],
      ],
    ],
    ['a play in the program', play, context(reportOf(running), { program: true }), opened],
    [
      'a take',
      { type: 'take' },
      context(reportOf(running, cuedOn), { cued: selection }),
      [
        ...['SetSceneItemEnabled Wall 22 true', 'TriggerMediaInputAction B RESTART'],
        ...['SetSceneItemEnabled Wall 11 false', 'TriggerMediaInputAction A STOP'],
      ],
    ],
    ['a take of nothing', { type: 'take' }, context(reportOf(running)), 'nothing is cued'],
    ['a cue beside the clip on the second input', cue, context(reportOf({}, running), { onAir: 1 }), opened],
    [
      'a cue on a visible input',
      cue,
      context(reportOf({ isShown: true }, running), { onAir: 1 }),
      ['SetSceneItemEnabled Wall 11 false', ...opened],
    ],
    ['a stop', { type: 'stop' }, context(reportOf(running, cuedOn)), ['TriggerMediaInputAction A STOP']],
    [
      'a stop of two visible clips',
      { type: 'stop' },
      context(reportOf(running, running)),
      ['TriggerMediaInputAction A STOP', 'TriggerMediaInputAction B STOP'],
    ],
    ['a stop of nothing', { type: 'stop' }, context(reportOf({}), { onAir: 1 }), ['TriggerMediaInputAction B STOP']],
    ['a pause', { type: 'pause' }, context(reportOf(running)), ['TriggerMediaInputAction A PAUSE']],
    [
      'the end of a pause',
      { type: 'resume' },
      context(reportOf({}, running), { onAir: 1 }),
      ['TriggerMediaInputAction B PLAY'],
    ],
    ['a pause of nothing', { type: 'pause' }, context(reportOf({ isShown: true })), 'nothing plays'],
    ['a seek', { type: 'seek', positionMs: 1_234 }, context(reportOf(running)), ['SetMediaInputCursor A 1234']],
  ])('for %s', (_, command, of, expected) => {
    expect(asked(command, of)).toEqual(expected);
  });
});

describe('the files of clips', () => {
  const other: ClipSelection = { bank: 'music', clip: { number: 1, key: 'bed', name: 'Bed', media: 'sub/bed.mov' } };
  const same: ClipSelection = { ...selection, bank: 'music' };

  it.each(['/media', '/media/', 'C:\\Clips', 'C:\\Clips\\', 'C:/Clips/'])('are in the folder %s', (folder) => {
    const files = new ClipFiles(folder, [selection, other]);
    const paths = [selection, other].map(files.pathOf);
    const base = folder.replace(/[\\/]$/, '');
    expect(paths).toEqual([`${base}/opener`, `${base}/sub/bed.mov`]);
    const reported = paths.flatMap((path) => [path, path.replaceAll('/', '\\'), path.replaceAll('\\', '/')]);
    expect(reported.map((path) => files.find(path, []))).toEqual([
      selection,
      selection,
      selection,
      other,
      other,
      other,
    ]);
    expect(files.find(`${base}/sub/opener`, [])).toBeUndefined();
    for (const other of ['opener', `${base}/Opener`]) expect(files.find(other, [])).toBeUndefined();
  });

  it('belong to the likeliest clip that has them', () => {
    const files = new ClipFiles('/media', [selection, same, other]);
    expect(files.find(file, [null, undefined, other, same])).toBe(same);
    expect(files.find(file, [other])).toBe(selection);
  });
});
