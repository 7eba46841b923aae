// Measures what 200 devices over all drivers cost a service: memory, and its share of a core, soon after the start and at
// rest. The same service with a studio without devices runs beside it. The equipment is simulated in another process. Fails
// if what it costs at rest is above the limits.
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/loopback.js';
import {
  describe,
  endPrograms,
  isConnected,
  measured,
  start,
  writeStudio,
  type Figures,
  type Program,
} from './device-programs.js';
import { deviceStudio, type DeviceCounts } from './device-studio.js';

const counts: DeviceCounts = { signals: 120, cameras: 48, outputs: 32 };
const noDevices: DeviceCounts = { signals: 0, cameras: 0, outputs: 0 };

/** The limits of the service with devices. */
const maxMemoryMB = 150;
const maxCoreShare = 0.03;

/** How long each measurement takes, in milliseconds. */
const forMs = Number(process.env['DEVICES_MS'] ?? 60_000);

/** After the start, in milliseconds: the connections are made, and Node has compiled most of what runs often. */
const settleMs = 10_000;
const restMs = 120_000;

/** Measures all programs, and prints each. Resolves with the first, which has the devices. */
const report = async (when: string, programs: readonly Program[]): Promise<Figures> => {
  const [devices, none] = await measured(programs, forMs);
  if (devices === undefined || none === undefined) throw new Error('expected a service with devices and one without');
  const ratio = (devices.memory / none.memory).toFixed(2);
  console.log(`${when}: 200 devices ${describe(devices)}; none ${describe(none)}; ${ratio} times the memory`);
  return devices;
};

const run = async (): Promise<void> => {
  const ports = new Set<number>();
  while (ports.size < 1_000) ports.add(await freePort());
  const next = ports.values();
  const nextPort = (): number => next.next().value ?? 0;
  writeStudio('devices.json', deviceStudio(counts, nextPort));
  writeStudio('none.json', deviceStudio(noDevices, nextPort));
  await start('simulator', 'devices.json');
  const programs = [await start('service', 'devices.json'), await start('service', 'none.json')];
  await eventually('every device is connected', () => isConnected(programs[0]?.url ?? ''));
  const connectedAtMs = performance.now();
  await delay(settleMs);
  await report('after the start', programs);
  await delay(Math.max(0, connectedAtMs + restMs - performance.now()));
  const { memory, share } = await report('at rest', programs);
  if (memory <= maxMemoryMB && share <= maxCoreShare) return;
  console.error(`expected at most ${String(maxMemoryMB)} MB and ${String(maxCoreShare * 100)} % of a core`);
  process.exitCode = 1;
};

try {
  await run();
} finally {
  await endPrograms();
}
