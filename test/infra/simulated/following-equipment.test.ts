// The simulated equipment of a program that runs all parts follows the connections of the studio file: which ports it has, and
// what it reports.
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { followingEquipment, type FollowingEquipment } from '../../../infra/simulated/following-equipment.js';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../../simulator/studio.js';
import { memoryLog, type MemoryLog } from '../../application/console/readable-log.js';
import { rawClient } from '../../adapters/drivers/face-bench.js';
import { lineOf } from '../../adapters/drivers/shared/templates/templates.js';
import { eventually } from '../../support/eventually.js';
import { freePort, isListening, listenOnLoopback } from '../../support/loopback.js';

const host = '127.0.0.1';

let studio: SimulatedStudio;
let log: MemoryLog;
let equipment: FollowingEquipment;
let ports: readonly [number, number];
/** How many watch the signal lines. */
let watchers: number;
beforeEach(async () => {
  const simulated = simulatedStudio(demoStudio, manualClock());
  watchers = 0;
  const watch: SimulatedStudio['signalLines']['watch'] = (watcher) => {
    const end = simulated.signalLines.watch(watcher);
    watchers += 1;
    return () => {
      watchers -= 1;
      end();
    };
  };
  studio = {
    ...simulated,
    get layout() {
      return simulated.layout;
    },
    signalLines: { ...simulated.signalLines, watch },
  };
  log = memoryLog();
  equipment = followingEquipment(studio, host, log);
  ports = [await freePort(), await freePort()];
});
afterEach(async () => {
  await equipment.close();
  studio.stop();
});

interface Relays {
  readonly id: string;
  readonly port: number;
  readonly protocol?: 'tcp' | 'udp';
  readonly signals: readonly string[];
}

/** Returns the demo studio with relays. */
const withRelays = (...all: readonly Relays[]): StudioLayout => ({
  ...demoStudio,
  connections: all.map(({ id, port, protocol = 'tcp' }) => ({ id, protocol, host, port })),
  signals: demoStudio.signals.map((signal, index) => {
    const relays = all.find(({ signals }) => signals.includes(signal.id));
    return relays ? { ...signal, line: { connection: relays.id, ...lineOf('tcp', index + 1) } } : signal;
  }),
});

/** Follows a studio with relays, and returns the lines without their indent. */
const follow = async (...all: readonly Relays[]): Promise<readonly string[]> => {
  studio.follow(withRelays(...all));
  return (await equipment.follow()).map((line) => line.trim());
};

const relays = (id: string, at: 0 | 1, ...signals: readonly string[]): Relays => ({ id, port: ports[at], signals });

const serving = ({ id, port, protocol = 'tcp', signals }: Relays): string =>
  `${id} (${protocol}) on ${host} port ${String(port)} serves ${signals.join(', ')}`;

it('keeps its port when it serves something else', async () => {
  const [before, after] = [relays('relays', 0, 'sig-1'), relays('relays', 0, 'sig-1', 'sig-2')];
  expect(await follow(before)).toEqual([serving(before)]);
  expect(await follow(after)).toEqual([serving(after)]);
  const client = await rawClient(ports[0]);
  client.send('RELAY 2?\r\n');
  await eventually('the answer', () => client.received().toString() === 'RELAY 2 = 0\r\n');
  client.end();
});

it('exchanges the ports of two connections', async () => {
  await follow(relays('a', 0, 'sig-1'), relays('b', 1, 'sig-2'));
  const exchanged = [relays('a', 1, 'sig-1'), relays('b', 0, 'sig-2')];
  expect(await follow(...exchanged)).toEqual(exchanged.map(serving));
});

it('listens again when a connection that was removed comes back', async () => {
  const [kept, other] = [relays('a', 0, 'sig-1'), relays('b', 1, 'sig-2')];
  await follow(kept, other);
  expect(await follow(kept)).toEqual([serving(kept)]);
  expect(await isListening(ports[1])).toBe(false);
  expect(await follow(kept, other)).toEqual([serving(kept), serving(other)]);
  expect(await Promise.all(ports.map(isListening))).toEqual([true, true]);
});

it('may have the same port over TCP and over UDP, but not twice over TCP', async () => {
  const lines = [relays('a', 0, 'sig-1'), { ...relays('b', 0, 'sig-2'), protocol: 'udp' } as const];
  expect(await follow(...lines)).toEqual(lines.map(serving));
  expect(await follow(relays('a', 0, 'sig-1'), relays('b', 0, 'sig-2'))).toEqual([
    serving(relays('a', 0, 'sig-1')),
    `b (tcp) is not simulated: ${host} port ${String(ports[0])} is taken by the connection a`,
  ]);
  expect(watchers).toBe(1);
});

it('tries a port that another program has taken again, and follows no device meanwhile', async () => {
  const wanted = relays('relays', 0, 'sig-1');
  const taken = createServer();
  await listenOnLoopback(taken, ports[0]);
  expect(await follow(wanted)).toEqual([
    `relays (tcp) is not simulated: ${host} port ${String(ports[0])} is taken by another program`,
  ]);
  expect(watchers).toBe(0);
  await new Promise((closed) => taken.close(closed));
  expect(await follow(wanted)).toEqual([serving(wanted)]);
  expect(log.lines).toEqual([`simulated equipment has changed {"equipment":"${serving(wanted)}"}`]);
});

it('logs each line once that the start has not printed', async () => {
  const [first, second] = [relays('a', 0, 'sig-1'), relays('b', 1, 'sig-2')];
  const logged = `simulated equipment has changed {"equipment":"${serving(second)}"}`;
  await follow(first);
  expect(log.lines).toEqual([]);
  await follow(first, second);
  await follow(first, second);
  expect(log.lines).toEqual([logged]);
  await follow(first);
  await follow(first, second);
  expect(log.lines).toEqual([logged, logged]);
});

it('closes after what it follows at the same time', async () => {
  studio.follow(withRelays(relays('relays', 0, 'sig-1')));
  const followed = equipment.follow();
  await equipment.close();
  await followed;
  expect([await isListening(ports[0]), watchers]).toEqual([false, 0]);
});
