// Calls of the steering API after others: what a new script, a reset or a restored snapshot leaves of what was before; and the
// limits of pages and positions.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Script } from '../../simulator/api/records.js';
import { sentCommand } from '../contracts/device-commands.js';
import { openApi, type ApiBench } from './api-bench.js';

let api: ApiBench;
beforeEach(async () => {
  api = await openApi();
});
afterEach(() => api.close());

const offlineAt = (atMs: number, device: string): Script['entries'][number] => ({
  atMs,
  device,
  fault: { type: 'offline' },
});

/** The devices that have a fault. */
const faulty = async (): Promise<readonly string[]> =>
  (await api.client.devices()).filter(({ fault }) => fault !== null).map(({ id }) => id);

const doneOf = async (): Promise<readonly boolean[]> => (await api.client.script()).entries.map(({ done }) => done);

describe('a script of faults', () => {
  const script = { entries: [offlineAt(100, 'sig-1'), offlineAt(200, 'sig-2')] };

  it('is replaced by another one, whose time begins when it is set and of which nothing is done yet', async () => {
    await api.client.setScript(script);
    await api.client.step(150);
    const second = await api.client.setScript({ entries: [offlineAt(100, 'cam-1'), offlineAt(300, 'cam-2')] });
    expect([second.startedAt, await doneOf()]).toEqual([(await api.client.clock()).now, [false, false]]);
    await api.client.step(99);
    expect(await faulty()).toEqual(['sig-1']);
    await api.client.step(1);
    expect([await faulty(), await doneOf()]).toEqual([
      ['sig-1', 'cam-1'],
      [true, false],
    ]);
  });

  it('ends with its replacement or its cancellation, whatever the order of its entries', async () => {
    const later = { entries: [offlineAt(200, 'sig-2'), offlineAt(100, 'sig-1'), offlineAt(300, 'cam-2')] };
    for (const next of [{ entries: [offlineAt(500, 'cam-1')] }, null]) {
      await api.client.setScript(later);
      await api.client.step(150);
      expect(await faulty()).toEqual(['sig-1']);
      await api.client.setScript(next);
      await api.client.step(400);
      expect(await faulty()).toEqual(['sig-1']);
      await api.client.reset();
    }
  });

  it('goes on if the one that was to replace it is refused', async () => {
    await api.client.setScript(script);
    await expect(api.client.setScript({ entries: [offlineAt(1, 'sig-9')] })).rejects.toThrow('sig-9');
    await api.client.step(200);
    expect(await faulty()).toEqual(['sig-1', 'sig-2']);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a reset', () => api.client.reset()],
    ['a restored snapshot', async () => api.client.restore(await api.client.snapshot())],
  ])('ends with %s', async (_what, end) => {
    await api.client.setScript(script);
    await end();
    expect(await api.client.script()).toEqual({ startedAt: null, entries: [] });
    await api.client.step(1_000);
    expect(await faulty()).toEqual([]);
  });

  it('goes on if a snapshot is refused', async () => {
    await api.client.setScript(script);
    const snapshot = await api.client.snapshot();
    await expect(api.client.restore({ ...snapshot, cameras: [] })).rejects.toThrow('cameras');
    await api.client.step(100);
    expect(await faulty()).toEqual(['sig-1']);
  });
});

describe('a restored snapshot', () => {
  it('has the mode of its clock, whatever the clock did meanwhile', async () => {
    await api.client.setClock({ speed: 3 });
    const snapshot = await api.client.snapshot();
    await api.client.setClock({ paused: false, speed: 0.5 });
    await api.client.restore(snapshot);
    expect(await api.client.clock()).toMatchObject({ paused: true, speed: 3 });
  });

  it('drops commands that are on their way, and keeps the log', async () => {
    const snapshot = await api.client.snapshot();
    sentCommand(api.studio.cameras.recall('cam-1', 'close'));
    await api.client.restore(snapshot);
    await api.client.step(1_000);
    expect(await api.client.state('cam-1')).toEqual({ angle: null });
    expect((await api.client.commands()).commands).toMatchObject([{ outcome: 'dropped' }]);
  });

  it('restores random numbers: what follows is the same each time', async () => {
    const recall = async (): Promise<readonly (number | null)[]> => {
      for (const angle of ['wide', 'close', 'wide', 'close']) sentCommand(api.studio.cameras.recall('cam-1', angle));
      await api.client.step(100);
      const { commands } = await api.client.commands({ limit: 4 });
      return commands.map(({ time, endedAt }) => Date.parse(endedAt ?? '') - Date.parse(time));
    };
    await recall();
    const snapshot = await api.client.snapshot();
    const first = await recall();
    await api.client.restore(snapshot);
    expect(await recall()).toEqual(first);
  });
});

describe('a page of the command log', () => {
  it('is the last one if it has exactly the commands that are left', async () => {
    for (const device of ['cam-1', 'cam-2', 'cam-1']) sentCommand(api.studio.cameras.recall(device, 'wide'));
    expect((await api.client.commands({ limit: 3 })).next).toBeNull();
    expect((await api.client.commands({ limit: 2, device: 'cam-1' })).next).toBeNull();
    expect((await api.client.commands({ limit: 1, device: 'cam-1' })).next).toBe(3);
    expect(await api.client.commands({ before: 1 })).toMatchObject({ commands: [], next: null });
  });

  it('has 100 commands by default', async () => {
    for (let sent = 0; sent < 101; sent += 1) sentCommand(api.studio.cameras.recall('cam-1', 'wide'));
    const { commands, next } = await api.client.commands();
    expect([commands.length, commands.at(0)?.number, next]).toEqual([100, 101, 2]);
  });
});

describe('a clip that somebody starts at a position', () => {
  const startAt = (positionMs: number, paused = false) =>
    api.client.changeState('out-1', {
      scenes: [{ id: 'full', run: { bank: 'news', clip: 'weather', positionMs, paused } }],
    });
  const run = async () =>
    (await api.client.state('out-1')) as { readonly scenes: readonly { readonly run: unknown }[] };

  it('is refused at its end, and plays its last millisecond', async () => {
    await expect(startAt(60_000)).rejects.toThrow('positionMs: expected less than 60000');
    expect((await run()).scenes[0]?.run).toBeNull();
    await startAt(59_999);
    expect((await run()).scenes[0]?.run).toMatchObject({ positionMs: 59_999 });
    await api.client.step(1);
    expect((await run()).scenes[0]?.run).toBeNull();
  });

  it('stays there as long as it is paused', async () => {
    await startAt(59_999, true);
    await api.client.step(5_000);
    expect((await run()).scenes[0]?.run).toMatchObject({ positionMs: 59_999, paused: true });
  });
});

it('a change applies all that it names of a scene, also if it names the scene twice', async () => {
  const cued = { bank: 'news', clip: 'weather' };
  const graphic = { template: 'lower-third', texts: { headline: 'One' } };
  await api.client.changeState('out-1', {
    scenes: [
      { id: 'full', cued },
      { id: 'full', graphic },
    ],
  });
  expect(await api.client.state('out-1')).toMatchObject({ scenes: [{ id: 'full', cued, graphic, run: null }] });
  await api.client.changeState('out-1', { scenes: [{ id: 'full', graphic: null }] });
  expect(await api.client.state('out-1')).toMatchObject({ scenes: [{ id: 'full', cued, graphic: null }] });
});
