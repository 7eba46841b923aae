// Cameras with presets: the angles of the records that share a camera, and what a changed studio file means for a recall.
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { headIssues, presetCameras, type PresetCamera } from '../../../../adapters/drivers/shared/preset-cameras.js';
import { acknowledgedAtOnce } from '../../../../application/ports/commands.js';
import { commandTo } from '../../../support/commands.js';

const heads = (entries: Readonly<Record<string, Readonly<Record<string, number>>>>) =>
  new Map(Object.entries(entries).map(([id, presets]) => [id, { presets }]));

const two = heads({ 'cam-1': { wide: 0, close: 7 }, 'cam-2': { wide: 7, stage: 1 } });

/** The camera: what was recalled, and why recalls failed. */
let camera: { isConnected: boolean; preset: number | undefined; recalled: number[]; failed: string[] };
let changed: string[];
let notify: () => void;

const open = (attached = two) =>
  presetCameras({ heads: attached }, { id: 'ptz', changed: (record) => changed.push(record) }, (onChange) => {
    notify = onChange;
    const state = camera;
    return {
      get isConnected() {
        return state.isConnected;
      },
      get preset() {
        return state.preset;
      },
      recall: (preset: number) => {
        state.recalled.push(preset);
        return acknowledgedAtOnce;
      },
      failRecall: (message: string) => {
        state.failed.push(message);
      },
      close: () => undefined,
    } satisfies PresetCamera;
  });

beforeEach(() => {
  camera = { isConnected: true, preset: undefined, recalled: [], failed: [] };
  changed = [];
});

describe('records that share a camera', () => {
  it('recall the presets of their own angles', () => {
    const { cameras } = open();
    for (const [record, angle] of [
      ['cam-1', 'close'],
      ['cam-2', 'stage'],
      ['cam-1', 'wide'],
      ['cam-2', 'wide'],
    ] as const)
      expect(E.isRight(cameras?.send(commandTo.recall(record, angle)) ?? E.left(undefined))).toBe(true);
    expect(camera.recalled).toEqual([7, 1, 0, 7]);
  });

  it('show their own angles for the preset', () => {
    const { cameras } = open();
    const shown = (preset: number | undefined) => {
      camera.preset = preset;
      return ['cam-1', 'cam-2', 'cam-9'].map((record) => cameras?.angle(record));
    };
    expect([undefined, 0, 7, 1, 2].map(shown)).toEqual([
      [null, null, null],
      ['wide', null, null],
      ['close', 'wide', null],
      [null, 'stage', null],
      [null, null, null],
    ]);
  });

  it('all change with the camera, as the studio file has them now', () => {
    const { follow } = open();
    notify();
    follow({ heads: heads({ 'cam-2': { wide: 7 }, 'cam-3': {} }) } as never);
    notify();
    expect(changed).toEqual(['cam-1', 'cam-2', 'cam-2', 'cam-3']);
  });
});

describe('a recall', () => {
  it.each([
    [
      'of an angle without a preset',
      'cam-1',
      'stage',
      'conflict',
      'the angle "stage" of the camera "cam-1" has no preset',
    ],
    ['of the name of a method', 'cam-1', 'toString', 'conflict', '"toString"'],
    ['of a camera that is not attached', 'cam-9', 'wide', 'conflict', '"cam-9"'],
  ])('%s is refused', (_, record, angle, code, words) => {
    const result = open().cameras?.send(commandTo.recall(record, angle));
    expect(result).toMatchObject(E.left({ code, message: expect.stringContaining(words) as string }));
    expect(camera.recalled).toEqual([]);
  });

  it('is not sent while the camera is not connected', () => {
    camera.isConnected = false;
    const { cameras } = open();
    expect(cameras?.send(commandTo.recall('cam-1', 'wide'))).toMatchObject(
      E.left({
        code: 'device_unavailable',
        message: 'the connection "ptz" of the camera "cam-1" is not connected',
      }),
    );
    expect([camera.recalled, cameras?.connected('cam-1')]).toEqual([[], false]);
  });

  it.each<readonly [string, ReturnType<typeof heads>, number]>([
    ['changes its record', heads({ 'cam-1': { wide: 3, close: 7 }, 'cam-2': { wide: 7, stage: 1 } }), 1],
    ['removes its record', heads({ 'cam-2': { wide: 7, stage: 1 } }), 1],
    ['changes another record', heads({ 'cam-1': { wide: 0, close: 7 }, 'cam-2': {} }), 0],
    ['changes nothing', heads({ 'cam-1': { wide: 0, close: 7 }, 'cam-2': { wide: 7, stage: 1 } }), 0],
  ])('fails if the studio file %s', (_, followed, failures) => {
    const { cameras, follow } = open();
    cameras?.send(commandTo.recall('cam-1', 'wide'));
    follow({ heads: followed } as never);
    expect(camera.failed).toHaveLength(failures);
  });

  it('after that of another record depends on its own record alone', () => {
    const { cameras, follow } = open();
    cameras?.send(commandTo.recall('cam-1', 'wide'));
    cameras?.send(commandTo.recall('cam-2', 'stage'));
    const others = heads({ 'cam-1': { wide: 3 }, 'cam-2': { wide: 7, stage: 1 } });
    follow({ heads: others } as never);
    expect(camera.failed).toEqual([]);
    follow({ heads: heads({ 'cam-1': { wide: 3 }, 'cam-2': { stage: 2 } }) } as never);
    expect(camera.failed).toHaveLength(1);
  });
});

describe('the presets of a head', () => {
  it('are those of the angles', () => {
    expect(headIssues({ presets: { wide: 1, stage: 2 } }, ['wide', 'close'])).toEqual([
      { path: 'presets', expected: 'a preset for the angle close' },
      { path: 'presets.stage', expected: "the id of one of the camera's angles: wide, close" },
    ]);
    expect(headIssues({ presets: { wide: 1 } }, ['wide', 'constructor'])).toEqual([
      { path: 'presets', expected: 'a preset for the angle constructor' },
    ]);
  });
});
