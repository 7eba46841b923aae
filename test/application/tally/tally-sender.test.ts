// The sender of one tally destination, with a link that the test controls.
import { describe, expect, it } from 'vitest';
import type { ShownDisplay, TallyAddress, TallyLinkDeps } from '../../../application/ports/tally-displays.js';
import { showTallies } from '../../../application/tally/tally-displays.js';
import { TallySender } from '../../../application/tally/tally-sender.js';
import { initialRuntimeState } from '../../../domain/studio/runtime-state.js';
import type { TallyDestination } from '../../../domain/studio/tally-destination.js';
import { currentLayout } from '../../../application/state/current-layout.js';
import { studioState } from '../../../application/state/studio-state.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { savedAtOnce, stepBench } from '../demo-bench.js';

const collectMs = 5;

const destination = (changes: Partial<TallyDestination> = {}): TallyDestination => ({
  id: 'multiviewer',
  host: '127.0.0.1',
  port: 9,
  transport: 'tcp',
  version: '5.0',
  screen: 0,
  brightness: 3,
  displays: [{ index: 0, output: 'out-1' }],
  ...changes,
});

/** Links that note what they send. Closing one reports that it is disconnected, as real ones do. */
const links = () => {
  const sent: string[] = [];
  const opened = new Map<string, TallyLinkDeps>();
  const open = ({ id }: { readonly id: string }, deps: TallyLinkDeps) => {
    opened.set(id, deps);
    return {
      send: (displays: readonly ShownDisplay[]) =>
        void sent.push(`${id} ${displays.map(({ index, tally }) => `${String(index)}:${tally}`).join()}`),
      close: () => {
        deps.connected(false);
      },
    };
  };
  return { open, opened, taken: () => sent.splice(0), connect: (id: string) => opened.get(id)?.connected(true) };
};

const bench = (changes: Partial<TallyDestination> = {}) => {
  const { alarms, clock, log } = stepBench(0);
  const { open, taken, connect } = links();
  const state: { shown: readonly ShownDisplay[] } = { shown: [{ index: 0, tally: 'off', label: 'Main' }] };
  const sender = new TallySender(destination(changes), () => state.shown, { open, clock, log, alarms });
  return { alarms, clock, sender, state, taken, connect: () => connect('multiviewer') };
};

describe('@TALLY-10: what a destination shows', () => {
  it('is sent at once when it connects, also after a repetition that reached nobody', async () => {
    const { clock, connect, taken } = bench({ repeatMs: 1_000 });
    await clock.advance(1_500);
    connect();
    await clock.advance(collectMs);
    expect(taken()).toEqual(['multiviewer 0:off']);
  });

  it('is repeated at the interval of a new definition, and no longer at the old one', async () => {
    const { clock, connect, sender, taken } = bench({ repeatMs: 10_000 });
    connect();
    await clock.advance(100);
    expect(sender.serve(destination({ repeatMs: 1_000 }))).toBe(true);
    taken();
    await clock.advance(3_000);
    expect(taken()).toHaveLength(3);
    expect(sender.serve(destination({ repeatMs: 600_000 }))).toBe(true);
    await clock.advance(60_000);
    expect(taken()).toEqual([]);
  });

  it('is not sent while all tallies are unknown', async () => {
    const { clock, connect, sender, state, taken } = bench({ repeatMs: 1_000 });
    connect();
    await clock.advance(collectMs);
    taken();
    state.shown = [];
    sender.update();
    await clock.advance(3_000);
    expect(taken()).toEqual([]);
  });

  it('is sent once for changes at the same time, and for each later one', async () => {
    const { clock, connect, sender, state, taken } = bench();
    connect();
    await clock.advance(collectMs);
    taken();
    for (const tally of ['preview', 'program', 'off', 'program'] as const) {
      state.shown = [{ index: 0, tally, label: 'Main' }];
      sender.update();
    }
    await clock.advance(collectMs);
    state.shown = [{ index: 0, tally: 'off', label: 'Main' }];
    sender.update();
    await clock.advance(collectMs);
    expect(taken()).toEqual(['multiviewer 0:program', 'multiviewer 0:off']);
  });

  it('is not sent to another address by the same link', () => {
    const { sender } = bench();
    for (const changes of [
      { port: 10 },
      { host: '127.0.0.2' },
      { transport: 'udp' },
      { screen: 1 },
      { brightness: 0 },
    ] as const)
      expect(sender.serve(destination(changes))).toBe(false);
  });

  it('is not sent any more after a stop, which leaves no timer', async () => {
    const { alarms, clock, connect, sender, taken } = bench();
    connect();
    sender.stop();
    expect(clock.waiting()).toBe(0);
    await clock.advance(60_000);
    expect([taken(), alarms.open(), clock.waiting()]).toEqual([[], [], 0]);
  });
});

it('@TALLY-11: only a destination over TCP is ever away', async () => {
  for (const [transport, kinds] of [
    ['tcp', ['tally_away']],
    ['udp', []],
  ] as const) {
    const { alarms, clock } = bench({ transport });
    await clock.advance(5_000);
    expect(alarms.open().map(({ kind }) => kind)).toEqual(kinds);
  }
});

it('@TALLY-11: each destination has an alarm of its own, and none is left by one that goes', async () => {
  const { alarms, clock, log, ports } = stepBench(0);
  const { open, taken, connect } = links();
  const withThose = (...ids: readonly string[]) => ({
    ...demoStudio,
    tally: { destinations: ids.map((id) => destination({ id })) },
  });
  const layout = currentLayout(withThose('one', 'two'));
  const studio = studioState(layout, initialRuntimeState(demoStudio), savedAtOnce);
  const stop = showTallies({ ...ports, studio, open, clock, log, alarms });
  const away = () => alarms.open().map(({ subject }) => subject);
  connect('one');
  await clock.advance(5_000);
  expect([away(), taken()]).toEqual([['two'], ['one 0:off']]);
  connect('two');
  layout.replace(withThose('two', 'three'));
  await clock.advance(5_000);
  expect([away(), taken()]).toEqual([['three'], ['two 0:off']]);
  stop();
  layout.replace(withThose('four'));
  await clock.advance(60_000);
  expect([taken(), clock.waiting()]).toEqual([[], 0]);
});

describe('@RELOAD-1: a destination of a new studio file', () => {
  const [main] = demoStudio.outputs;
  const renamed = demoStudio.outputs.map((output) => (output === main ? { ...output, name: 'Programme' } : output));

  it.each([
    ['another port is opened there', { port: 10 }, {}, [9, 10], main?.name],
    ['another label is sent it', { displays: [{ index: 0, output: 'out-1', label: 'Monitor' }] }, {}, [9], 'Monitor'],
    ['an output with another name is sent that', {}, { outputs: renamed }, [9], 'Programme'],
    ['another output is sent its name', { displays: [{ index: 0, output: 'out-2' }] }, {}, [9], 'Video wall'],
  ] as const)('with %s', async (_what, changes, layoutChanges, openedAt, label) => {
    const { alarms, clock, log, ports } = stepBench(0);
    const { open, connect } = links();
    const [openedPorts, labels]: [number[], string[]] = [[], []];
    const noting = (address: TallyAddress, deps: TallyLinkDeps) => {
      openedPorts.push(address.port);
      const send = (displays: readonly ShownDisplay[]) => void labels.push(...displays.map((one) => one.label));
      return { ...open(address, deps), send };
    };
    const layout = currentLayout({ ...demoStudio, tally: { destinations: [destination()] } });
    const studio = studioState(layout, initialRuntimeState(demoStudio), savedAtOnce);
    const stop = showTallies({ ...ports, studio, open: noting, clock, log, alarms });
    connect('multiviewer');
    await clock.advance(collectMs);
    expect(labels).toEqual([main?.name]);
    layout.replace({ ...demoStudio, ...layoutChanges, tally: { destinations: [destination(changes)] } });
    if (openedAt.length > 1) connect('multiviewer');
    await clock.advance(collectMs);
    expect([openedPorts, labels.at(-1), labels.length]).toEqual([openedAt, label, 2]);
    stop();
  });
});
