// A simulated studio that follows another layout: which devices stay as they are, and what remains of those that don't.
import { beforeEach, describe, expect, it } from 'vitest';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { commandResults, sendError, sentCommand } from '../contracts/device-commands.js';
import { clipSelection, injectFault, simulatorBench, type SimulatorBench } from './bench.js';

type Kind = 'outputs' | 'signals' | 'cameras';

const player = { protocol: 'casparcg', host: '10.0.0.1', channel: 1, layers: { full: 10 } } as const;

/** The demo studio with a player at its first output. */
const before: StudioLayout = {
  ...demoStudio,
  outputs: demoStudio.outputs.map((output, index) => (index === 0 ? { ...output, player } : output)),
};

/** Returns the layout with another first record of a kind. */
const changed = <K extends Kind>(kind: K, change: Partial<StudioLayout[K][number]>): StudioLayout => ({
  ...before,
  [kind]: before[kind].map((record, index) => (index === 0 ? { ...record, ...change } : record)),
});

let bench: SimulatorBench;
beforeEach(async () => {
  bench = simulatorBench();
  bench.studio.follow(before);
  sentCommand(bench.studio.players.play('out-1', 'full', clipSelection('news', 'weather')));
  sentCommand(bench.studio.signalLines.switch('sig-1', true));
  sentCommand(bench.studio.cameras.recall('cam-1', 'close'));
  await bench.clock.advance(100);
  for (const id of ['out-1', 'sig-1', 'cam-1']) injectFault(bench, id, { type: 'late', delayMs: 10 });
});

const device = (id: string) => bench.studio.devices().find((one) => one.id === id);

describe('a device', () => {
  it.each<[string, string, StudioLayout]>([
    ['out-1', 'the name', changed('outputs', { name: 'Other' })],
    ['out-1', 'the slot', changed('outputs', { slot: 'other' })],
    ['out-1', 'the graphics', changed('outputs', { graphics: [] })],
    ['sig-1', 'the name', changed('signals', { name: 'Other' })],
    ['sig-1', 'the identifier', changed('signals', { identifier: 'other' })],
    ['cam-1', 'the name', changed('cameras', { name: 'Other' })],
    [
      'cam-1',
      'the names of angles',
      changed('cameras', { angles: ['wide', 'close', 'profile'].map((id) => ({ id, name: 'Other' })) }),
    ],
    ['cam-1', 'what shows it', changed('cameras', { shownBy: [] })],
  ])('keeps its state and its fault if its record differs in less than itself: %s, %s', (id, _what, layout) => {
    const { actual, reported, fault } = device(id) ?? {};
    bench.studio.follow(layout);
    expect(device(id)).toMatchObject({ actual, reported, fault });
    const { outputs, signals, cameras } = layout;
    expect(device(id)?.name).toBe([...outputs, ...signals, ...cameras].find((record) => record.id === id)?.name);
  });

  it.each<[string, string, StudioLayout]>([
    ['out-1', 'scenes', changed('outputs', { scenes: ['full', 'corner'] })],
    ['out-1', 'the address of its player', changed('outputs', { player: { ...player, host: '10.0.0.2' } })],
    ['out-1', 'the channel of its player', changed('outputs', { player: { ...player, channel: 2 } })],
    [
      'cam-1',
      'one of as many angles',
      changed('cameras', { angles: ['wide', 'close', 'top'].map((id) => ({ id, name: id })) }),
    ],
    ['cam-1', 'fewer angles', changed('cameras', { angles: [{ id: 'wide', name: 'Wide' }] })],
  ])('is replaced if it is another one, as it was at first: %s, %s', async (id, _what, layout) => {
    bench.studio.follow(layout);
    const fresh = simulatorBench();
    fresh.studio.follow(layout);
    expect(device(id)).toEqual(fresh.studio.devices().find((one) => one.id === id));
    // The clip of the device before would end now.
    await bench.clock.advance(100_000);
    expect(device(id)?.fault).toBeNull();
    expect(bench.clock.waiting()).toBe(0);
  });

  it('that is removed fails its pending commands, and takes no others', async () => {
    injectFault(bench, 'sig-1', { type: 'frozen' });
    const pending = sentCommand(bench.studio.signalLines.switch('sig-1', false));
    await bench.clock.advance(10);
    bench.studio.follow({ ...before, signals: before.signals.slice(1) });
    expect(await commandResults(pending)).toEqual(['device_error', 'device_error']);
    expect(bench.studio.commands().at(-1)).toMatchObject({ device: 'sig-1', outcome: 'dropped' });
    expect(sendError(bench.studio.signalLines.switch('sig-1', true))).toBe('device_unavailable');
    const { signalLines } = bench.studio;
    expect([signalLines.hasDriver('sig-1'), signalLines.connected('sig-1'), signalLines.value('sig-1')]).toEqual([
      false,
      false,
      null,
    ]);
    expect(bench.studio.setFault('sig-1', null)).toMatchObject({ left: { code: 'not_found' } });
  });

  it('that comes back begins anew', () => {
    bench.studio.follow({ ...before, cameras: before.cameras.slice(1) });
    bench.studio.follow(before);
    expect(device('cam-1')).toMatchObject({ actual: { angle: null }, reported: { angle: null }, fault: null });
  });
});

describe('the devices', () => {
  it('are in the order of the layout, also of one that has changed', () => {
    const reversed = {
      ...before,
      outputs: before.outputs.toReversed(),
      signals: before.signals.toReversed(),
      cameras: before.cameras.toReversed(),
    };
    bench.studio.follow(reversed);
    const ids = [...reversed.outputs, ...reversed.signals, ...reversed.cameras].map(({ id }) => id);
    expect(bench.studio.devices().map(({ id }) => id)).toEqual(ids);
    bench.studio.follow(before);
    expect(bench.studio.devices().map(({ id }) => id)).toEqual(
      [...before.outputs, ...before.signals, ...before.cameras].map(({ id }) => id),
    );
  });

  it('have a change when the layout is another one', () => {
    const seen: string[] = [];
    bench.studio.onChange(({ device: id }) => seen.push(id));
    bench.studio.follow({ ...before, name: 'Other' });
    expect([seen, bench.studio.layout.name]).toEqual([[before.id], 'Other']);
  });
});
