// Tests of the alarms about devices that are away, where scenarios can't show them.
import { describe, expect, it } from 'vitest';
import { watchDevices } from '../../../application/alarms/device-alarms.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { studioState } from '../../../application/state/studio-state.js';
import { initialRuntimeState } from '../../../domain/studio/runtime-state.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { savedAtOnce, stepBench } from '../demo-bench.js';

const bench = (hasDriver = true) => {
  const { alarms, clock, ports, setFault, studio } = stepBench(0);
  const driver = { hasDriver: () => hasDriver };
  const cameras = { ...studio.cameras, ...driver };
  const players = { ...ports.players, ...driver };
  const signalLines = { ...ports.signalLines, ...driver };
  const layout = currentLayout(demoStudio);
  const followed = studioState(layout, initialRuntimeState(demoStudio), savedAtOnce);
  const stop = watchDevices({ ...ports, players, signalLines, studio: followed, cameras, alarms });
  const open = () => alarms.open().map(({ kind, subject }) => [kind, subject]);
  return { clock, open, setFault, stop, reload: layout.replace };
};

describe('@ALARM-6: the alarm about a device', () => {
  it('is raised once, and again for the next loss', async () => {
    const { clock, open, setFault } = bench();
    for (let loss = 0; loss < 2; loss += 1) {
      setFault('cam-1', 'offline');
      await clock.advance(20_000);
      expect(open()).toEqual([['camera_away', 'cam-1']]);
      setFault('cam-1', null);
      expect(open()).toEqual([]);
    }
  });

  it('is cleared when the device leaves the studio file, whose driver reports nothing any more', async () => {
    const { clock, open, reload, setFault } = bench();
    setFault('cam-1', 'offline');
    await clock.advance(20_000);
    reload({ ...demoStudio, cameras: demoStudio.cameras.filter(({ id }) => id !== 'cam-1') });
    expect(open()).toEqual([]);
    reload(demoStudio);
    await clock.advance(20_000);
    expect(open()).toEqual([['camera_away', 'cam-1']]);
  });

  it('is not raised for a device that is back in time, however often its driver reported that it was away', async () => {
    const { clock, open, setFault, reload } = bench();
    setFault('cam-1', 'offline');
    for (let report = 0; report < 3; report += 1) {
      await clock.advance(1_000);
      reload({ ...demoStudio });
    }
    setFault('cam-1', null);
    await clock.advance(20_000);
    expect(open()).toEqual([]);
    expect(clock.waiting()).toBe(0);
  });

  it('is not raised without a driver', async () => {
    const { clock, open, setFault } = bench(false);
    setFault('cam-1', 'offline');
    await clock.advance(20_000);
    expect(open()).toEqual([]);
  });

  it.each([
    ['out-1', 'output_away'],
    ['sig-1', 'signal_away'],
    ['cam-1', 'camera_away'],
  ] as const)('of %s is %s, is its own, and needs a driver', async (device, kind) => {
    for (const hasDriver of [true, false]) {
      const { clock, open, setFault } = bench(hasDriver);
      setFault(device, 'offline');
      await clock.advance(4_999);
      expect(open()).toEqual([]);
      setFault('cam-2', 'offline');
      await clock.advance(1);
      expect(open()).toEqual(hasDriver ? [[kind, device]] : []);
      setFault(device, null);
      await clock.advance(4_999);
      expect(open()).toEqual(hasDriver ? [['camera_away', 'cam-2']] : []);
    }
  });

  it.each(['out-1', 'sig-1', 'cam-1'])(
    'is not raised after a short loss of %s, and a later one counts anew',
    async (id) => {
      const { clock, open, setFault } = bench();
      for (let loss = 0; loss < 2; loss += 1) {
        setFault(id, 'offline');
        await clock.advance(4_999);
        setFault(id, null);
        await clock.advance(10);
      }
      expect([open(), clock.waiting()]).toEqual([[], 0]);
    },
  );

  it('is not raised after the end of the watch', async () => {
    const { clock, open, setFault, stop } = bench();
    setFault('cam-1', 'offline');
    stop();
    setFault('cam-2', 'offline');
    await clock.advance(20_000);
    expect(open()).toEqual([]);
    expect(clock.waiting()).toBe(0);
  });
});
