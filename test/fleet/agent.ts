// Many services in one process: each has the link of the real service, over sockets of its own, and a console address of its own.
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { serve } from '../../features/support/remote.js';
import { monotonicMs } from './monotonic.js';
import { fleetService, type FleetService } from './service.js';

/** Which services a process runs. */
export interface FleetPart {
  /** The number of the first service, and how many there are. */
  readonly from: number;
  readonly count: number;
  /** The ports of the consoles. */
  readonly ports: readonly number[];
  readonly key: string;
  /** The file of the certificate authority to trust; null without TLS. */
  readonly ca: string | null;
}

/** What a process has used. */
export interface PartUsage {
  readonly cpuSeconds: number;
  readonly memoryMiB: number;
}

/** A change that a console has acknowledged: a device that was added to a service's configuration. */
export interface AddedDevice {
  readonly service: number;
  readonly name: string;
}

/** What the services of a process are doing. */
export interface PartState {
  readonly connected: number;
  /** The connected services by the place of their console. */
  readonly byConsole: readonly number[];
  /** The connections that services have begun, by tenth of a second since the first. */
  readonly attempts: readonly number[];
  /** For how long services had no stream, in milliseconds. */
  readonly gaps: readonly number[];
}

const services = new Map<number, FleetService>();
let consoles = 0;
let attempts: number[] = [];
let gaps: number[] = [];
let firstAttempt: number | undefined;

const noteAttempt = (): void => {
  firstAttempt ??= monotonicMs();
  const tenth = Math.floor((monotonicMs() - firstAttempt) / 100);
  attempts[tenth] = (attempts[tenth] ?? 0) + 1;
};

const noteGap = (ms: number): void => {
  gaps.push(ms);
};

const serviceOf = (number: number): FleetService => {
  const found = services.get(number);
  if (found === undefined) throw new Error(`service ${String(number)} runs in another process`);
  return found;
};

/** Starts services; resolves once all of them have a configuration in force. */
const start = async ({ from, count, ports, key, ca }: FleetPart): Promise<void> => {
  const trust = ca === null ? undefined : createSecureContext({ ca: readFileSync(ca) });
  consoles = ports.length;
  for (let number = from; number < from + count; number += 1) {
    const service = fleetService({ number, ports, key, trust, onAttempt: noteAttempt, onReconnected: noteGap });
    services.set(number, service);
    service.start();
    // A burst of all at once is what the loss of a console measures.
    if (number % 32 === 31) await service.atVersion(1);
  }
  await Promise.all([...services.values()].map((service) => service.atVersion(1)));
};

const state = (): PartState => {
  const all = [...services.values()];
  const connected = all.filter((service) => service.console() !== undefined);
  return {
    connected: connected.length,
    byConsole: Array.from({ length: consoles }, (_, place) => all.filter((one) => one.console() === place).length),
    attempts: Array.from(attempts, (count: number | undefined) => count ?? 0),
    gaps,
  };
};

const agent = {
  start,
  state,
  usage: (): PartUsage => {
    const { user, system } = process.cpuUsage();
    return { cpuSeconds: (user + system) / 1e6, memoryMiB: process.memoryUsage.rss() / 2 ** 20 };
  },
  /** Forgets the attempts and gaps so far. */
  resetAttempts: (): void => {
    attempts = [];
    gaps = [];
    firstAttempt = undefined;
  },
  /** Returns the place of the console that a service is connected to; -1 for none. */
  consoleOf: (number: number): number => serviceOf(number).console() ?? -1,
  /** Resolves with the time at which a version or a later one came into force, by the clock of `monotonicMs`. */
  atVersion: (number: number, version: number): Promise<number> => serviceOf(number).atVersion(version),
  /** Returns those of the devices that aren't in force. */
  missing: (added: readonly AddedDevice[]): readonly AddedDevice[] =>
    added.filter(({ service, name }) => !serviceOf(service).devices().includes(name)),
};
export type FleetAgent = typeof agent;

serve(agent);
