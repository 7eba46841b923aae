// Displays that show the tallies of a running service, over real sockets. The service's clock is manual.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { StudioLayout } from '../../../../domain/studio/layout.js';
import type { TallyDestination } from '../../../../domain/studio/tally-destination.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import { simulatedDisplay, type SimulatedDisplay } from '../../../../simulator/tsl/display.js';
import { reloadBench, type ReloadBench } from '../../../infra/service/reload-bench.js';
import { eventually } from '../../../support/eventually.js';
import { freePort } from '../../../support/loopback.js';

type Transport = TallyDestination['transport'];
type Version = TallyDestination['version'];

const destination = (port: number, transport: Transport, version: Version = '5.0'): TallyDestination => ({
  id: 'multiviewer',
  host: '127.0.0.1',
  port,
  transport,
  version,
  screen: 4,
  brightness: 3,
  displays: [
    { index: 0, output: 'out-1' },
    { index: 1, camera: 'cam-1', label: 'HOST' },
  ],
});

const withDestinations = (...destinations: readonly TallyDestination[]): StudioLayout => ({
  ...demoStudio,
  panels: [],
  status: 'on_air',
  tally: { destinations },
});

let opened: { readonly display?: SimulatedDisplay | undefined; readonly service: ReloadBench } | undefined;

afterEach(async () => {
  await opened?.service.close();
  await opened?.display?.close();
});

/** Lets time pass, and what is on the wire arrive. */
const passing =
  ({ advance }: ReloadBench) =>
  async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 50) {
      for (let done = 0; done < 4; done += 1) await turn();
      await advance(50);
    }
  };

const open = async (transport: Transport, version: Version = '5.0') => {
  const display = await simulatedDisplay('127.0.0.1', 0, version);
  const service = await reloadBench(withDestinations(destination(display.port, transport, version)));
  opened = { display, service };
  const pass = passing(service);
  const shows = (index: number, expected: object): Promise<void> =>
    eventually(`display ${String(index)} shows ${JSON.stringify(expected)}`, async () => {
      await pass(50);
      return Object.entries(expected).every(([field, value]) =>
        Object.entries(display.shown(version === '5.0' ? 4 : 0, index) ?? {}).some(
          ([f, v]) => f === field && v === value,
        ),
      );
    });
  return { ...service, display, pass, shows };
};

const alarmsOf = async ({ call }: Pick<ReloadBench, 'call'>) =>
  ((await call('/alarms')).body as { readonly alarms: readonly { readonly kind: string; readonly subject: string }[] })
    .alarms;

describe.each(['udp', 'tcp'] as const)('@TALLY-9: displays over %s', (transport) => {
  it('show the tallies and labels of outputs and cameras', async () => {
    const { call, shows, display } = await open(transport);
    await shows(0, { text: 'off', label: 'Main programme' });
    await shows(1, { text: 'off', label: 'HOST', brightness: 3 });
    await call('/outputs/main/clips/2/cue');
    await shows(1, { text: 'green', left: 'green', right: 'green' });
    await call('/outputs/main/take');
    await shows(0, { text: 'red' });
    await shows(1, { text: 'red', left: 'red', right: 'red' });
    await call('/outputs/main/clips/3/play');
    await shows(1, { text: 'off' });
    await shows(0, { text: 'red' });
    await call('/studio/offair');
    await shows(0, { text: 'green' });
    expect(display.faults).toEqual([]);
  });

  it('of version 3.1 show preview on their first lamp and program on their second', async () => {
    const { call, shows, display } = await open(transport, '3.1');
    await shows(0, { left: 'off', right: 'off', label: 'Main programme', brightness: 3 });
    await call('/outputs/main/clips/2/cue');
    await shows(1, { left: 'green', right: 'off', label: 'HOST' });
    await call('/outputs/main/take');
    await shows(1, { left: 'off', right: 'red' });
    expect(display.faults).toEqual([]);
  });

  it('@TALLY-10: are repeated at the interval, and not more often', async () => {
    const { pass, shows, display } = await open(transport);
    await shows(0, { text: 'off' });
    await pass(100);
    const before = display.packets();
    const repeatMs = transport === 'udp' ? 1_000 : 30_000;
    await pass(repeatMs * 3);
    expect(display.packets() - before).toBe(3);
  });

  it('keep what they show while a tally is unknown', async () => {
    const { call, pass, shows, studio, display, reload } = await open(transport);
    await call('/outputs/main/clips/2/cue');
    await shows(0, { text: 'green' });
    await call('/outputs/main/clips/3/play');
    await shows(0, { text: 'red' });
    await call('/outputs/main/stop');
    await shows(0, { text: 'off' });
    studio.setFault('out-1', { type: 'offline' });
    const known = destination(display.port, transport);
    reload(withDestinations({ ...known, displays: [{ index: 0, output: 'out-1', label: 'LOST' }] }));
    await pass(3_000);
    expect(display.shown(4, 0)).toMatchObject({ text: 'off', label: 'Main programme' });
  });

  it('@RELOAD-1: follow the studio file', async () => {
    const { shows, reload, display, call, pass } = await open(transport);
    await shows(0, { label: 'Main programme' });
    const before = destination(display.port, transport);
    reload(withDestinations({ ...before, displays: [{ index: 0, output: 'out-1', label: 'PGM' }] }));
    await shows(0, { label: 'PGM' });
    reload(withDestinations());
    await pass(1_000);
    const packets = display.packets();
    await call('/outputs/main/clips/2/play');
    await pass(2_000);
    expect(display.packets()).toBe(packets);
    reload(withDestinations({ ...before, screen: 4 }));
    await shows(0, { text: 'red', label: 'Main programme' });
  });
});

describe('a display over TCP', () => {
  it('@TALLY-10: gets what it showed before as soon as it returns, also if nothing has changed', async () => {
    const { pass, shows, display } = await open('tcp');
    await shows(0, { text: 'off' });
    const before = display.packets();
    display.cut();
    // Unchanged tallies are repeated after 30 s only.
    for (let passed = 0; passed < 20_000 && display.packets() === before; passed += 50) await pass(50);
    expect(display.packets()).toBeGreaterThan(before);
  });

  it('@TALLY-11: raises an alarm while it is away for 5 s, and none once it is no longer in the file', async () => {
    const port = await freePort();
    const service = await reloadBench(withDestinations(destination(port, 'tcp')));
    opened = { service };
    const pass = passing(service);
    await pass(4_000);
    expect(await alarmsOf(service)).toEqual([]);
    await pass(2_000);
    expect(await alarmsOf(service)).toMatchObject([{ kind: 'tally_away', subject: 'multiviewer' }]);
    const display = await simulatedDisplay('127.0.0.1', port);
    opened = { service, display };
    await eventually('the alarm is cleared', async () => {
      await pass(100);
      return (await alarmsOf(service)).length === 0;
    });
    await display.close();
    opened = { service };
    await pass(7_000);
    expect(await alarmsOf(service)).toHaveLength(1);
    service.reload(withDestinations());
    expect(await alarmsOf(service)).toEqual([]);
  });

  it('@TALLY-11: raises no alarm if it is connected when the studio file changes or removes it', async () => {
    const { pass, shows, reload, display, ...service } = await open('tcp');
    await shows(0, { text: 'off' });
    reload(withDestinations({ ...destination(display.port, 'tcp'), brightness: 2 }));
    await shows(1, { brightness: 2 });
    await pass(7_000);
    expect(await alarmsOf(service)).toEqual([]);
    reload(withDestinations());
    await pass(7_000);
    expect(await alarmsOf(service)).toEqual([]);
  });

  it('@TALLY-10: that reads nothing delays no call, and is connected anew', async () => {
    let connections = 0;
    const stalled = createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      socket.pause();
    });
    await once(stalled.listen(0, '127.0.0.1'), 'listening');
    const { port } = stalled.address() as AddressInfo;
    const displays = Array.from({ length: 2_000 }, (_, index) => ({ index, output: 'out-1', label: 'x'.repeat(64) }));
    const service = await reloadBench(withDestinations({ ...destination(port, 'tcp'), displays, repeatMs: 100 }));
    opened = { service };
    const pass = passing(service);
    await eventually('another connection', async () => {
      await pass(1_000);
      return connections > 1;
    });
    expect((await service.call('/outputs/main/clips/2/play')).status).toBe(200);
    await service.close();
    opened = undefined;
    stalled.close();
  });
});
