// Snapshots that can't be restored: they are refused as a whole, and the studio stays as it is.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import type { Snapshot } from '../../../simulator/api/snapshot.js';
import { steeringOperations } from '../../../simulator/api/operations.js';
import { steeredStudio } from '../../../simulator/api/steering.js';
import { steeredManually } from '../../../simulator/simulation-clock.js';
import { sentCommand } from '../../contracts/device-commands.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { openApi, type ApiBench } from '../api-bench.js';
import { clipSelection, simulatorBench } from '../bench.js';
import { commandTo } from '../../support/commands.js';

let api: ApiBench;
let snapshot: Snapshot;
beforeEach(async () => {
  api = await openApi();
  sentCommand(api.studio.players.send(commandTo.play('out-1', 'full', clipSelection('news', 'weather'))));
  sentCommand(api.studio.players.send(commandTo.cue('out-1', 'full', clipSelection('news', 'weather'))));
  await api.client.step(1_000);
  snapshot = JSON.parse(JSON.stringify(await api.client.snapshot())) as Snapshot;
});
afterEach(() => api.close());

const restore = async (body: string) => {
  const response = await api.call({ method: 'PUT', path: '/api/v1/snapshot', body });
  const { message = '' } = JSON.parse(response.body) as { readonly message?: string };
  return { status: response.status, message };
};

/** Restores the snapshot after a change of a copy of it. Expects that it is refused without an effect. */
const refusal = async (change: (copy: Writable<Snapshot>) => void) => {
  const copy = structuredClone(snapshot) as Writable<Snapshot>;
  change(copy);
  await api.client.changeState('sig-2', { on: true });
  const before = await api.client.snapshot();
  const { status, message } = await restore(JSON.stringify(copy));
  expect(await api.client.snapshot()).toEqual(before);
  return [status, message];
};

type Writable<T> = T extends object ? { -readonly [K in keyof T]: Writable<T[K]> } : T;

/** Returns the first entry of a list. */
const first = <T>([entry]: readonly T[]): T => {
  if (entry === undefined) throw new Error('the list is empty');
  return entry;
};

const runOf = ({ players }: Writable<Snapshot>) => {
  const { run } = first(first(players).state.scenes);
  if (run === null) throw new Error('nothing is on');
  return run;
};

it('a snapshot moves all times of its clips to the time at which it is restored', async () => {
  await api.client.step(5_000);
  await api.client.restore(snapshot);
  const [before, after] = [snapshot, await api.client.snapshot()].map((one) => runOf(one as Writable<Snapshot>));
  const moved = { startedAtMs: Number(before?.startedAtMs) + 5_000, asOfMs: Number(before?.asOfMs) + 5_000 };
  expect(after).toEqual({ ...before, ...moved });
});

describe('a snapshot is refused', () => {
  it('with any number that is infinite', async () => {
    const text = JSON.stringify(snapshot);
    const numbers = [...text.matchAll(/(?<=[:[,])-?\d+(?=[,\]}])/g)];
    expect(numbers.length).toBeGreaterThan(15);
    for (const { 0: number, index } of numbers) {
      const changed = `${text.slice(0, index)}1e999${text.slice(index + number.length)}`;
      expect(await restore(changed), changed.slice(0, index + 5).slice(-60)).toMatchObject({ status: 400 });
    }
  });

  it.each([0, -1, 0.001, 101])('with the speed %d', async (speed) => {
    const refused = await refusal((copy) => (copy.clock.speed = speed));
    expect(refused).toEqual([400, 'clock.speed: expected a number from 0.01 to 100']);
  });

  it('with a time that is no date', async () => {
    expect((await refusal((copy) => (copy.takenAtMs = 9e15)))[1]).toContain('takenAtMs: expected a number from 0 to');
    expect((await refusal((copy) => (runOf(copy).startedAtMs = -9e15)))[1]).toContain('startedAtMs: expected a number');
  });

  it('with a clip that began after the snapshot, or that is beyond its end', async () => {
    expect(await refusal((copy) => (runOf(copy).asOfMs = snapshot.takenAtMs + 1))).toEqual([
      400,
      'players.out-1.state.run: expected startedAtMs and asOfMs up to takenAtMs, the time of the snapshot',
    ]);
    expect(await refusal((copy) => (runOf(copy).positionMs = 60_001))).toEqual([
      400,
      'players.out-1.state.run: expected a positionMs up to durationMs, the length of the clip',
    ]);
    expect((await refusal((copy) => (runOf(copy).durationMs = 0)))[1]).toContain(
      'durationMs: expected a number from 1',
    );
  });

  it('with a device twice and another one missing', async () => {
    const [status, message] = await refusal((copy) => (first(copy.signalLines.slice(1)).id = 'sig-1'));
    expect([status, message]).toEqual([
      400,
      expect.stringContaining('signalLines: expected the devices of this studio'),
    ]);
    const extra = await refusal((copy) => copy.cameras.push({ ...first(copy.cameras), id: 'cam-9' }));
    expect(extra).toEqual([400, 'cameras: expected the devices of this studio (cam-1, cam-2)']);
  });

  it('with other scenes than those of a player', async () => {
    const message = 'players.out-1.state.scenes: expected exactly full, each once';
    expect(await refusal((copy) => (first(copy.players).state.scenes = []))).toEqual([400, message]);
    const twice = await refusal(({ players }) => first(players).state.scenes.push(first(first(players).state.scenes)));
    expect(twice).toEqual([400, message]);
    const other = await refusal((copy) => (first(first(copy.players).reported.scenes).id = 'left'));
    expect(other).toEqual([400, message.replace('state', 'reported')]);
  });

  it('with an angle that the camera does not have', async () => {
    const [status, message] = await refusal((copy) => (first(copy.cameras).state.angle = 'moon'));
    expect([status, message]).toEqual([400, expect.stringContaining('cameras.cam-1.state.angle: expected one of ')]);
  });

  it('with a fault that the device can not have', async () => {
    const [status, message] = await refusal((copy) => (first(copy.cameras).fault = { type: 'osc_silent' }));
    expect([status, message]).toEqual([409, expect.stringContaining("can't have the fault osc_silent")]);
    const limited = await refusal((copy) => (first(copy.cameras).fault = { type: 'frozen', commands: 2 }));
    expect(limited).toEqual([400, expect.stringContaining('cameras.cam-1.fault.commands: expected no limit')]);
  });
});

describe('a studio whose clock is manual', () => {
  it('refuses a snapshot whose clock runs, without an effect', async () => {
    const { studio, clock } = simulatorBench();
    const steered = steeredStudio(studio, steeredManually(clock), { real: clock, log: memoryLog() });
    const operations = new Map(steeringOperations(steered).map((one) => [one.name, one]));
    const call = (name: string, body?: unknown) =>
      operations.get(name)?.answer({ path: new Map(), query: new Map(), body });
    const sent = { ...snapshot, clock: { paused: false, speed: 1 } };
    const before = await call('snapshot.get');
    expect(await call('snapshot.restore', sent)).toMatchObject(E.left({ code: 'conflict' }));
    expect(await call('snapshot.get')).toEqual(before);
    expect(await call('snapshot.restore', snapshot)).toEqual(E.right({}));
  });
});
