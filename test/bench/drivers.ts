// Measures what connections at rest cost, driver by driver: memory, and the share of a core, of a service with 20 connections of one
// protocol beside one without any, and of a service with all of them. The equipment is simulated in other processes.
import { setTimeout as delay } from 'node:timers/promises';
import { connectionDrivers } from '../../infra/service/connection-drivers.js';
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
import { drivenStudio, type DrivenDevice } from './device-studio.js';

/** The connections of each driver. */
const each = 20;

/** How long each measurement takes, and how long the services rest before, in milliseconds. */
const forMs = Number(process.env['DRIVERS_MS'] ?? 60_000);
const restMs = Number(process.env['DRIVERS_REST_MS'] ?? 60_000);

/** The longest time until everything is connected, in milliseconds. */
const connectedMs = 60_000;

/** What a service with all connections may take, beside one without any. */
const maxMemoryMB = 120;
const maxCoreShare = 0.1;

/** All that the service connects to: mixers connect by themselves, and only one chip of the machine is simulated at a time. */
const protocols = Object.keys(connectionDrivers)
  .filter((protocol) => !['gpio', 'tsl'].includes(protocol))
  .toSorted();

const ports = new Set<number>();

/** Returns a port that nothing else has. */
const nextPort = async (): Promise<number> => {
  const port = await freePort();
  if (ports.has(port)) return nextPort();
  ports.add(port);
  return port;
};

const devicesOf = async (protocol: string): Promise<readonly DrivenDevice[]> => {
  const devices: DrivenDevice[] = [];
  for (let number = 0; number < each; number += 1) devices.push({ protocol, number, port: await nextPort() });
  return devices;
};

/** Starts simulated equipment and a service that is connected to it. */
const startDriven = async (name: string, devices: readonly DrivenDevice[]): Promise<Program> => {
  writeStudio(`${name}.json`, drivenStudio(devices));
  await start('simulator', `${name}.json`);
  const service = await start('service', `${name}.json`);
  await eventually(`every device of ${name} is connected`, () => isConnected(service.url), connectedMs);
  return service;
};

const report = (name: string, count: number, cost: Figures, none: Figures): Figures => {
  const added = { memory: cost.memory - none.memory, share: cost.share - none.share };
  const memory = `${((added.memory * 1_000) / count).toFixed(0)} kB`;
  const share = `${((added.share * 100) / count).toFixed(3)} % of a core`;
  console.log(`${name}: ${String(count)} connections take ${describe(added)} more; each ${memory} and ${share}`);
  return added;
};

/** All are measured at the same time: the processor time of a process doesn't depend on others. */
const run = async (): Promise<void> => {
  writeStudio('none.json', drivenStudio([]));
  const without = await start('service', 'none.json');
  const groups: (readonly [name: string, devices: readonly DrivenDevice[]])[] = [];
  for (const protocol of protocols) groups.push([protocol, await devicesOf(protocol)]);
  const all: DrivenDevice[] = [];
  for (const protocol of protocols) all.push(...(await devicesOf(protocol)));
  groups.push(['all', all]);
  const services: Program[] = [];
  for (const [name, devices] of groups) services.push(await startDriven(name, devices));
  await delay(restMs);
  const [none, ...costs] = await measured([without, ...services], forMs);
  if (none === undefined) throw new Error('expected a service without devices');
  console.log(`none: ${describe(none)}`);
  const added = groups.map(([name, devices], at) => report(name, devices.length, costs[at] ?? none, none));
  const { memory, share } = added.at(-1) ?? none;
  if (memory <= maxMemoryMB && share <= maxCoreShare) return;
  console.error(`expected at most ${String(maxMemoryMB)} MB and ${String(maxCoreShare * 100)} % of a core more`);
  process.exitCode = 1;
};

try {
  await run();
} finally {
  await endPrograms();
}
