// Which clip a take plays: what will be cued when the commands before it are done, and the same one when it is repeated. And the
// clip that the server takes by itself (LOADBG … AUTO).
import * as E from 'fp-ts/lib/Either.js';
import { beforeEach, expect, it } from 'vitest';
import { Layer } from '../../../../adapters/drivers/casparcg/layer.js';
import type { LayerCommand } from '../../../../adapters/drivers/casparcg/layer-command.js';
import { LayerPendingCommand } from '../../../../adapters/drivers/casparcg/pending-command.js';

const selectionOf = (key: string) => ({ bank: 'news', clip: { number: 1, key, name: key } });
const [opener, weather, closer] = [selectionOf('opener'), selectionOf('weather'), selectionOf('closer')];
const selections = [opener, weather, closer];

let layer: Layer;
let requests: number;

beforeEach(() => {
  layer = new Layer('left', 10);
  requests = 0;
});

const pending = (command: LayerCommand): void => {
  requests += 1;
  layer.add(requests, new LayerPendingCommand('the player', command, { now: () => 1_000 }, false));
};

/** Reports the clips that are on and cued, at 5 s; the one that is on has run for 2 s. */
const report = (on: string | undefined, cued: string | undefined): void => {
  const path = on === undefined ? undefined : `media/${on}.mp4`;
  const foreground = { producer: 'ffmpeg', path, timeS: 2, totalS: 60, paused: false, loop: false };
  const cuedPath = cued === undefined ? undefined : `media/${cued}.mp4`;
  const state = { foreground, cuedPath, cuedProducer: cuedPath && 'ffmpeg' };
  layer.applyReport(state, { nowMs: 5_000, validMs: 500, folder: 'media/', selections });
};

const takeAt = (nowMs: number): LayerCommand => layer.commandFor({ do: 'take', output: 'out-1', scene: 'left' }, nowMs);

it('a take plays the clip that is cued', () => {
  report('opener', 'weather');
  expect(takeAt(6_000)).toEqual({ type: 'take', selection: weather, sinceMs: 6_000 });
});

it('a take plays the last of the clips that are being cued', () => {
  report(undefined, 'weather');
  for (const selection of [opener, closer]) pending({ type: 'cue', selection });
  pending({ type: 'pause' });
  expect(takeAt(6_000)).toEqual({ type: 'take', selection: closer, sinceMs: 6_000 });
});

it('a take that repeats a pending one is the same, unless another clip is cued after that', () => {
  report(undefined, 'weather');
  const first = takeAt(6_000);
  pending(first);
  report(undefined, undefined);
  expect(takeAt(7_000)).toBe(first);
  pending({ type: 'cue', selection: closer });
  expect(takeAt(8_000)).toEqual({ type: 'take', selection: closer, sinceMs: 8_000 });
});

it('a take while nothing is cued is of the clip that runs, since it began, and of none while none runs', () => {
  expect(takeAt(6_000)).toEqual({ type: 'take', selection: null, sinceMs: 6_000 });
  report('opener', undefined);
  expect(takeAt(6_000)).toEqual({ type: 'take', selection: opener, sinceMs: 3_000 });
});

/** A cue that the server carries out at the end of the clip that is on, reported as cued at 5 s. */
const cueToFollow = async (selection = weather): Promise<boolean> => {
  const cue = layer.commandFor({ do: 'cue', output: 'out-1', scene: 'left', clip: selection, then: 'take' }, 5_000);
  const command = new LayerPendingCommand('the player', cue, { now: () => 5_000 }, false);
  layer.add((requests += 1), command);
  command.accept();
  command.pass();
  report('opener', selection.clip.key);
  return E.isRight(await command.sent.confirmed);
};

const reportAt = (nowMs: number, on: string, timeS: number): void => {
  const foreground = { producer: 'ffmpeg', path: `media/${on}.mp4`, timeS, totalS: 60, paused: false, loop: false };
  const state = { foreground, cuedPath: undefined, cuedProducer: undefined };
  layer.applyReport(state, { nowMs, validMs: 500, folder: 'media/', selections: [closer, opener, weather] });
};

it('@PLAYLIST-4: a clip that the server takes by itself is on with its first report, before its position moves', async () => {
  report('opener', undefined);
  expect(await cueToFollow()).toBe(true);
  reportAt(9_000, 'weather', 0);
  expect(layer.snapshot()).toMatchObject({ run: { clip: { key: 'weather' }, startedAtMs: 9_000 }, cued: null });
  reportAt(9_040, 'weather', 0.04);
  expect(layer.snapshot().run).toMatchObject({ startedAtMs: 9_000 });
});

it('the same clip, taken by the server again, is another run', async () => {
  report('opener', undefined);
  await cueToFollow(opener);
  reportAt(5_040, 'opener', 2.04);
  expect(layer.snapshot().run).toMatchObject({ startedAtMs: 3_000 });
  reportAt(9_000, 'opener', 0);
  expect(layer.snapshot().run).toMatchObject({ startedAtMs: 9_000 });
});

it('a clip that the server has taken before it was shown as cued is confirmed', async () => {
  report('opener', undefined);
  const cue: LayerCommand = { type: 'cue', selection: weather, isAuto: true };
  const command = new LayerPendingCommand('the player', cue, { now: () => 5_000 }, false);
  layer.add(1, command);
  command.accept();
  reportAt(5_200, 'weather', 0.12);
  expect(E.isRight(await command.sent.confirmed)).toBe(true);
  expect(layer.snapshot().run).toMatchObject({ clip: { key: 'weather' } });
});
