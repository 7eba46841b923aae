// Tests of the alarms about devices that are away, where scenarios can't show them.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { isAwayAlarm, watchDevices } from '../../../application/alarms/device-alarms.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { studioState } from '../../../application/state/studio-state.js';
import { initialRuntimeState } from '../../../domain/studio/runtime-state.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { savedAtOnce, stepBench } from '../demo-bench.js';

const bench = (hasDriver = true, studioLayout: StudioLayout = demoStudio) => {
  const { alarms, clock, ports, setFault, studio } = stepBench(0);
  const driver = { hasDriver: () => hasDriver };
  const cameras = { ...studio.cameras, ...driver };
  const players = { ...ports.players, ...driver };
  const signalLines = { ...ports.signalLines, ...driver };
  const layout = currentLayout(studioLayout);
  const followed = studioState(layout, initialRuntimeState(demoStudio), savedAtOnce);
  const stop = watchDevices({ ...ports, players, signalLines, studio: followed, cameras, alarms });
  const open = () => alarms.open().map(({ kind, subject }) => [kind, subject]);
  const messages = () => alarms.open().map(({ message }) => message);
  return { alarms, clock, open, messages, setFault, stop, studio: followed, reload: layout.replace };
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

describe('@ALARM-13: the alarm about a connection', () => {
  /** Three signals of one connection, and one without. */
  const shared: StudioLayout = {
    ...demoStudio,
    signals: demoStudio.signals.map((signal, at) => (at === 3 ? signal : { ...signal, line: { connection: 'io' } })),
    connections: [{ id: 'io', protocol: 'modbus' }],
  };
  const own = ['sig-1', 'sig-2', 'sig-3'];
  const ofConnection = ['signal_away', 'connection:io'];

  const lost = async (more: readonly string[] = []) => {
    const on = bench(true, shared);
    for (const id of [...own, ...more]) on.setFault(id, 'offline');
    await on.clock.advance(5_000);
    return on;
  };

  it('is about all of its records, and about no other', async () => {
    const { open, messages } = await lost(['sig-4']);
    expect(open()).toEqual([['signal_away', 'sig-4'], ofConnection]);
    expect(messages()[1]).toBe(
      'over the connection "io", the signals "Red light", "Microphone live" and "Phone ringing" are not connected',
    );
  });

  it('is not raised while one of its records is connected, and replaces their alarms once none is', async () => {
    const { clock, open, setFault } = bench(true, shared);
    for (const id of own.slice(1)) setFault(id, 'offline');
    await clock.advance(5_000);
    expect(open()).toEqual([
      ['signal_away', 'sig-3'],
      ['signal_away', 'sig-2'],
    ]);
    setFault('sig-1', 'offline');
    await clock.advance(5_000);
    expect(open()).toEqual([ofConnection]);
  });

  it('names what is still away, and is cleared once nothing is', async () => {
    const { clock, open, messages, setFault } = await lost();
    setFault('sig-1', null);
    expect(messages()[0]).toContain('"Red light"');
    setFault('sig-2', null);
    await clock.advance(500);
    expect([open(), messages()]).toEqual([
      [ofConnection],
      ['over the connection "io", the line of the signal "Phone ringing" is not connected'],
    ]);
    setFault('sig-3', null);
    expect([open(), clock.waiting()]).toEqual([[], 0]);
  });

  it('follows the studio file', async () => {
    const { clock, open, reload, setFault } = await lost();
    reload({ ...shared, signals: shared.signals.slice(1) });
    expect(open()).toEqual([ofConnection]);
    reload(demoStudio);
    await clock.advance(5_000);
    expect(open().map(([, subject]) => subject)).toEqual(expect.arrayContaining(own));
    for (const id of own) setFault(id, null);
    await clock.advance(500);
    expect([open(), clock.waiting()]).toEqual([[], 0]);
  });

  it('is about the other connection at once, and counts anew for records that move to it', async () => {
    const { clock, open, reload } = await lost();
    const moved = shared.signals.map((signal) => ({ ...signal, line: { connection: 'other' } }));
    reload({ ...shared, signals: moved, connections: [{ id: 'other', protocol: 'modbus' }] });
    expect(open()).toEqual([]);
    await clock.advance(5_000);
    expect(open()).toEqual(own.toReversed().map((id) => ['signal_away', id]));
  });

  it('is not raised early by a record that is lost later', async () => {
    const { clock, open, setFault } = bench(true, shared);
    setFault('sig-4', 'offline');
    await clock.advance(400);
    for (const id of own) setFault(id, 'offline');
    await clock.advance(4_600);
    expect(open()).toEqual([['signal_away', 'sig-4']]);
    await clock.advance(400);
    expect(open()).toEqual([ofConnection, ['signal_away', 'sig-4']]);
  });

  it('is about the connection of the player that leads', async () => {
    const player = { connection: 'main' };
    const outputs = demoStudio.outputs.map((output) => ({ ...output, player, backup: { connection: 'backup' } }));
    const connections = ['main', 'backup'].map((id) => ({ id, protocol: 'obs' }));
    const { clock, open, setFault, studio } = bench(true, { ...demoStudio, outputs, connections });
    studio.change((runtime) => E.right({ ...runtime, leads: { 'out-1': 'backup', 'out-2': 'backup' } }));
    for (const id of ['out-1', 'out-2']) setFault(id, 'offline');
    await clock.advance(5_000);
    expect(open()).toEqual([['output_away', 'connection:backup']]);
  });

  it('is about each of its records, and about no record of another kind or connection', async () => {
    const { alarms, studio } = await lost(['cam-1']);
    const ids = [...own, 'sig-4', 'cam-1', 'out-1'];
    const aboutEach = alarms.open().map((alarm) => ids.filter((id) => isAwayAlarm(studio, alarm, id)));
    expect(aboutEach).toEqual([['cam-1'], own]);
  });
});
