// The preset that a camera shows, by what happens to the camera.
import { describe, expect, it } from 'vitest';
import type { Position } from '../../../../adapters/drivers/shared/camera-position.js';
import { isSamePosition } from '../../../../adapters/drivers/shared/camera-position.js';
import { ShownPreset } from '../../../../adapters/drivers/shared/shown-preset.js';

const there: Position = { pan: 100, tilt: -50, zoom: 7 };
const elsewhere: Position = { pan: 900, tilt: -50, zoom: 7 };

type Act = (shown: ShownPreset) => void;

const acts = {
  send: (shown) => {
    shown.send();
  },
  accept: (shown) => {
    shown.accept();
  },
  complete: (shown) => {
    shown.complete(4);
  },
  other: (shown) => {
    shown.complete(9);
  },
  there: (shown) => {
    shown.update(there);
  },
  elsewhere: (shown) => {
    shown.update(elsewhere);
  },
  silent: (shown) => {
    shown.update(undefined);
  },
  lost: (shown) => {
    shown.disconnect();
  },
  back: (shown) => {
    shown.reconnect();
  },
} as const satisfies Readonly<Record<string, Act>>;

const after = (...names: readonly (keyof typeof acts)[]) => {
  const seen: (number | undefined)[] = [];
  const shown = new ShownPreset(() => seen.push(shown.preset));
  for (const name of names) acts[name](shown);
  return { preset: shown.preset, seen };
};

describe('the preset that a camera shows', () => {
  it.each<readonly [string, readonly (keyof typeof acts)[], number | undefined]>([
    ['is unknown at first', ['there', 'elsewhere'], undefined],
    ['is the one that was completed', ['send', 'accept', 'complete'], 4],
    ['stays while the camera stays', ['complete', 'there', 'there'], 4],
    ['is the last that was completed', ['complete', 'there', 'other', 'elsewhere', 'elsewhere'], 9],
    ['is unknown once the camera has moved', ['complete', 'there', 'elsewhere'], undefined],
    ['is unknown once the camera reports no position any more', ['complete', 'there', 'silent'], undefined],
    ['is known again where the camera was', ['complete', 'there', 'elsewhere', 'there'], 4],
    ['stays while another recall is only sent', ['complete', 'there', 'send', 'accept', 'there'], 4],
    ['is unknown when a recall is sent before its position is known', ['complete', 'send'], undefined],
    ['stays if the camera reports no positions', ['complete', 'silent', 'elsewhere', 'silent'], 4],
    ['is unknown from the next acceptance on, if there are no positions', ['complete', 'silent', 'send'], 4],
    ['is unknown then', ['complete', 'silent', 'accept'], undefined],
    ['is kept without a connection', ['complete', 'there', 'lost'], 4],
    ['is unknown without one if its position is not known', ['complete', 'lost'], undefined],
    ['is unknown without one if there are no positions', ['complete', 'silent', 'lost'], undefined],
    ['is unknown after a return until the camera is there', ['complete', 'there', 'lost', 'back'], undefined],
    ['is known again after a return', ['complete', 'there', 'lost', 'back', 'there'], 4],
    ['is unknown if the camera was moved meanwhile', ['complete', 'there', 'lost', 'back', 'elsewhere'], undefined],
    ['is the next one after a return', ['complete', 'there', 'lost', 'back', 'other'], 9],
  ])('%s', (_, names, preset) => {
    expect(after(...names).preset).toBe(preset);
  });

  it('is notified when it changes, with the new one', () => {
    expect(after('complete', 'there', 'there', 'elsewhere', 'elsewhere', 'there').seen).toEqual([4, undefined, 4]);
  });
});

it.each<readonly [boolean, Partial<Position>]>([
  [true, { pan: 110 }],
  [false, { pan: 111 }],
  [true, { pan: 90, tilt: -60, zoom: 17 }],
  [false, { tilt: -61 }],
  [false, { zoom: 18 }],
  [false, { zoom: undefined }],
])('positions are the same (%s) with %o', (isSame, changes) => {
  expect(isSamePosition(there, { ...there, ...changes })).toBe(isSame);
  expect(isSamePosition({ ...there, ...changes }, there)).toBe(isSame);
  expect(isSamePosition({ ...there, zoom: undefined }, { ...there, zoom: undefined })).toBe(true);
});
