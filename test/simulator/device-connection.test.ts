// What of a simulated device is late, lost, or old, and what remains of it after a fault, another layout, or a restored snapshot.
import { beforeEach, describe, expect, it } from 'vitest';
import { deviceConnection } from '../../simulator/device-connection.js';
import { DriverState } from '../../simulator/driver-state.js';
import { manualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import type { InjectedFault } from '../../simulator/fault.js';
import { sessionClock } from '../../simulator/session/session-clock.js';
import { changeState } from '../../simulator/api/change-state.js';
import { signalLine } from '../../simulator/signal-line.js';
import { unconfirmedCommand } from '../../simulator/unconfirmed-command.js';
import { commandResults, sentCommand } from '../contracts/device-commands.js';
import { clipSelection, injectFault, simulatorBench, type SimulatorBench } from './bench.js';
import { commandTo } from '../support/commands.js';

let bench: SimulatorBench;
beforeEach(() => {
  bench = simulatorBench();
});

const snapshotOf = (id: string) => bench.studio.devices().find((device) => device.id === id);

const line = () => {
  const device = bench.studio.simulated.lines.get('sig-1');
  if (device === undefined) throw new Error('the studio has no sig-1');
  return device;
};

describe('a device', () => {
  it.each<readonly [InjectedFault | null, boolean]>([
    [null, true],
    [{ type: 'late', delayMs: 10 }, true],
    [{ type: 'frozen' }, false],
    [{ type: 'lost' }, false],
    [{ type: 'offline' }, false],
  ])('that is restored with the fault %j reports its state: %s', (fault, isReported) => {
    line().restore({ actual: { on: true }, reported: { on: false }, fault });
    expect(snapshotOf('sig-1')).toMatchObject({ actual: { on: true }, reported: { on: isReported } });
  });

  it('whose answers are late is late with its replies too', async () => {
    injectFault(bench, 'sig-1', { type: 'late', delayMs: 500 });
    const sent = sentCommand(bench.studio.signalLines.send(commandTo.switch('sig-1', true)));
    await bench.clock.advance(400);
    expect(await commandResults(sent)).toEqual(['pending', 'pending']);
    await bench.clock.advance(200);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });

  it('takes over another delay of its fault', async () => {
    injectFault(bench, 'sig-1', { type: 'late', delayMs: 100 });
    injectFault(bench, 'sig-1', { type: 'late', delayMs: 1_000 });
    expect(snapshotOf('sig-1')?.fault).toEqual({ type: 'late', delayMs: 1_000 });
    const sent = sentCommand(bench.studio.signalLines.send(commandTo.switch('sig-1', true)));
    await bench.clock.advance(900);
    expect(await commandResults(sent)).toEqual(['pending', 'pending']);
  });

  it('that was reset while its reports were on their way reports as soon as a new one', async () => {
    const confirmedAfterMs = async ({ clock, studio }: SimulatorBench): Promise<number> => {
      const sentAtMs = clock.now();
      sentCommand(studio.signalLines.send(commandTo.switch('sig-1', true)));
      while (studio.signalLines.value('sig-1') !== true) await clock.advance(1);
      return clock.now() - sentAtMs;
    };
    for (let seed = 1; seed <= 10; seed += 1) {
      const used = simulatorBench(seed);
      for (const on of [true, false, true, false, true, false])
        sentCommand(used.studio.signalLines.send(commandTo.switch('sig-1', on)));
      await used.clock.advance(4);
      used.studio.reset();
      expect(await confirmedAfterMs(used)).toBe(await confirmedAfterMs(simulatorBench(seed)));
    }
  });

  it.each(['frozen', 'lost', 'offline'] as const)(
    'that is %s reports nothing when it gets the same fault again',
    async (type) => {
      injectFault(bench, 'sig-1', { type });
      line().change({ on: true });
      injectFault(bench, 'sig-1', { type });
      await bench.clock.advance(100);
      expect(snapshotOf('sig-1')).toMatchObject({ actual: { on: true }, reported: { on: false } });
    },
  );

  it('keeps its fault when people change its state, unless they plug it in', () => {
    const fault = { type: 'late', delayMs: 10 } as const;
    injectFault(bench, 'sig-1', fault);
    changeState(bench.studio, 'sig-1', { on: true });
    changeState(bench.studio, 'sig-1', { connected: true });
    expect(snapshotOf('sig-1')).toMatchObject({ fault, actual: { on: true } });
    changeState(bench.studio, 'sig-1', { connected: false });
    changeState(bench.studio, 'sig-1', { on: false });
    expect(snapshotOf('sig-1')?.fault).toEqual({ type: 'offline' });
    changeState(bench.studio, 'sig-1', { connected: true });
    expect(snapshotOf('sig-1')?.fault).toBeNull();
  });
});

describe('a change of a device by people', () => {
  it('is not reported if they unplug the device with it, and at once if they plug it in with it', async () => {
    changeState(bench.studio, 'sig-1', { connected: false, on: true });
    await bench.clock.advance(100);
    expect(snapshotOf('sig-1')).toMatchObject({ connected: false, actual: { on: true }, reported: { on: false } });
    changeState(bench.studio, 'sig-1', { connected: true });
    changeState(bench.studio, 'sig-1', { connected: false });
    changeState(bench.studio, 'sig-1', { connected: true, on: false });
    expect(snapshotOf('sig-1')).toMatchObject({ connected: true, actual: { on: false }, reported: { on: false } });
  });
});

describe('a stop', () => {
  it('leaves what is cued and what other scenes play, and is confirmed all the same', async () => {
    const { players } = bench.studio;
    for (const scene of ['left', 'right'])
      sentCommand(players.send(commandTo.play('out-2', scene, clipSelection('news', 'weather'))));
    sentCommand(players.send(commandTo.cue('out-2', 'left', clipSelection('news', 'opener'))));
    await bench.clock.advance(100);
    const stopped = sentCommand(players.send(commandTo.stop('out-2', ['left'])));
    await bench.clock.advance(100);
    expect(await commandResults(stopped)).toEqual(['done', 'done']);
    expect(players.state('out-2').scenes).toMatchObject([
      { run: null, cued: { clip: { key: 'opener' } } },
      { run: { clip: { key: 'weather' } }, cued: null },
    ]);
  });
});

describe('the connection of a device', () => {
  it('that was lost delivers none of the commands before', async () => {
    const clock = manualClock();
    const connection = deviceConnection(clock);
    const arrived: string[] = [];
    connection.toDevice(clock.now() + 5, () => arrived.push('before'));
    connection.cut();
    connection.toDevice(clock.now() + 5, () => arrived.push('after'));
    await clock.advance(100);
    expect(arrived).toEqual(['after']);
  });
});

describe('a driver', () => {
  it('ignores a report that is older than the last one', () => {
    const driver = new DriverState(signalLine);
    driver.applyReport(2, { on: true });
    driver.applyReport(1, { on: false });
    expect(driver.reported).toEqual({ on: true });
  });

  it('confirms a command by the first report that covers it', async () => {
    const driver = new DriverState(signalLine);
    const command = unconfirmedCommand({ number: 1, command: { type: 'switch', on: true } as const });
    driver.add(command);
    driver.executed(command, 2);
    driver.applyReport(1, { on: true });
    expect(await commandResults(command.sent)).toEqual(['pending', 'pending']);
    driver.applyReport(3, { on: true });
    expect(await commandResults(command.sent)).toEqual(['done', 'done']);
  });
});

describe('a studio that follows another layout', () => {
  it('shows the graphics of that layout', async () => {
    const graphics = [{ scene: 'left', template: 'ticker', fields: {} }];
    const outputs = demoStudio.outputs.map((output) => (output.id === 'out-2' ? { ...output, graphics } : output));
    bench.studio.follow({ ...demoStudio, outputs });
    const sent = sentCommand(bench.studio.players.send(commandTo.show('out-2', 'left', {})));
    await bench.clock.advance(100);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(bench.studio.players.state('out-2').scenes[0]?.graphicShown).toBe(true);
  });
});

it('shows on each scene its own graphic', async () => {
  const graphics = ['left', 'right'].map((scene) => ({ scene, template: `${scene}-ticker`, fields: {} }));
  const outputs = demoStudio.outputs.map((output) => (output.id === 'out-2' ? { ...output, graphics } : output));
  bench.studio.follow({ ...demoStudio, outputs });
  sentCommand(bench.studio.players.send(commandTo.show('out-2', 'right', {})));
  await bench.clock.advance(100);
  const { scenes } = bench.studio.players.state('out-2');
  expect(scenes.map(({ id, graphicShown }) => [id, graphicShown])).toEqual([
    ['left', false],
    ['right', true],
  ]);
  expect(bench.studio.commands()[0]?.command).toMatchObject({ template: 'right-ticker' });
});

describe('two updates of a graphic', () => {
  it('are both confirmed by the only report, which shows the second', async () => {
    sentCommand(bench.studio.players.send(commandTo.show('out-1', 'full', { headline: 'One' })));
    await bench.clock.advance(100);
    injectFault(bench, 'out-1', { type: 'lost', commands: 1 });
    const sent = ['Two', 'Three'].map((headline) =>
      sentCommand(bench.studio.players.send(commandTo.update('out-1', 'full', { headline }))),
    );
    await bench.clock.advance(200);
    for (const one of sent) expect(await commandResults(one)).toEqual(['done', 'done']);
  });
});

describe('the clock of a recorded session', () => {
  it('goes on from its time when its speed changes', async () => {
    const real = manualClock(0);
    const clock = sessionClock({ real, startMs: 1_000, paused: false, settled: () => Promise.resolve() });
    const after = async (ms: number): Promise<number> => {
      await real.advance(ms);
      await clock.catchUp();
      return clock.now();
    };
    expect(await after(100)).toBe(1_100);
    await clock.setMode({ paused: false, speed: 10 });
    expect(await after(0)).toBe(1_100);
    expect(await after(10)).toBe(1_200);
    await clock.setMode({ paused: true, speed: 10 });
    expect(await after(500)).toBe(1_200);
    await clock.setMode({ paused: false, speed: 1 });
    expect(await after(7)).toBe(1_207);
  });
});
