// Consoles on one PostgreSQL, and processes that run the services of many studios.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import pg from 'pg';
import { startRemote } from '../../features/support/remote.js';
import { silent } from '../../features/support/silent-log.js';
import { atMost } from '../../adapters/node/concurrency.js';
import { hashSecret } from '../../adapters/node/console-secrets.js';
import { openPostgresStore } from '../../adapters/storage/postgres/console-store.js';
import { initialConfiguration } from '../../domain/console/studio.js';
import { certificateAuthority } from '../application/console/authority.js';
import { onLoopback, startPostgres, type Postgres } from '../adapters/storage/postgres.js';
import { basic } from '../support/http-basic.js';
import { freePort } from '../support/loopback.js';
import type { AddedDevice, PartState, PartUsage } from './agent.js';
import { fleetAgents } from './agents.js';
import type { Balancer } from './balancer.js';
import { consoleProcesses } from './console-processes.js';
import { manyDescriptors } from './many-descriptors.js';
import { studioIdOf } from './service.js';

/** How large a fleet is. */
export interface FleetOptions {
  readonly consoles: number;
  /** The studios that the consoles know. */
  readonly studios: number;
  /** The services of one process. */
  readonly perProcess: number;
  /** Whether commits of the database wait for the disk. */
  readonly isDurable: boolean;
  /** Whether services and operators reach the consoles over TLS. Default: false. */
  readonly isEncrypted?: boolean;
  /** Whether services know only a balancer before the consoles. Default: false. */
  readonly isBalanced?: boolean;
  /** Within how many seconds the streams of a console end when it stops. Default: that of the console. */
  readonly drainSeconds?: number;
}

/** The answer to a change. */
export interface ChangeAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The version that includes the change. */
  readonly version: number;
}

/** A fleet. Consoles and services are named by numbers from 0. */
export interface Fleet {
  readonly postgres: Postgres;
  readonly databaseUrl: string;
  /** Runs one statement, on a connection of its own. */
  readonly query: (text: string) => Promise<readonly Record<string, unknown>[]>;
  readonly consolePid: (console: number) => number;
  readonly startConsole: (console: number) => Promise<void>;
  readonly killConsole: (console: number) => Promise<void>;
  /** Ends a console with SIGTERM; resolves once its process has ended. */
  readonly stopConsole: (console: number) => Promise<void>;
  /** The number that names the balancer in place of a console, for calls. Without a balancer, no console has it. */
  readonly balancer: number;
  /** Sets the consoles to which the balancer sends further connections. */
  readonly balance: (consoles: readonly number[]) => Promise<void>;
  /** Starts further services until `count` run; resolves once all have a configuration in force. */
  readonly startServices: (count: number) => Promise<void>;
  /** Calls a console as the operator. Rejects if it doesn't answer. */
  readonly call: (console: number, method: string, path: string, body?: unknown) => Promise<Response>;
  /** Adds a device to a studio; status 0 if the console doesn't answer. */
  readonly change: (console: number, service: number, name: string) => Promise<ChangeAnswer>;
  /** Returns what all services are doing, as one. */
  readonly state: () => Promise<PartState>;
  readonly resetAttempts: () => Promise<void>;
  readonly consoleOf: (service: number) => Promise<number>;
  /** Resolves with the time at which a version came into force at a service, by the clock of `monotonicMs`. */
  readonly atVersion: (service: number, version: number) => Promise<number>;
  /** Returns those of the devices that aren't in force at their services. */
  readonly missing: (added: readonly AddedDevice[]) => Promise<readonly AddedDevice[]>;
  /** Returns what the processes of the services have used so far. */
  readonly serviceUsage: () => Promise<PartUsage>;
  readonly close: () => Promise<void>;
}

const password = 'fleet only';
const headers = { authorization: basic('admin', password), 'content-type': 'application/json' };
const key = 'key of every studio';

/** Adds the studios to an empty database. */
const addStudios = async (databaseUrl: string, studios: number): Promise<void> => {
  // Nothing is measured yet, so no commit waits for the disk.
  const store = await openPostgresStore(`${databaseUrl}?options=-c%20synchronous_commit%3Doff`, silent);
  const limited = atMost(10);
  const add = (number: number): Promise<boolean> => {
    const studio = { id: studioIdOf(number), name: `Studio ${String(number)}` };
    const entry = { studio, keyHash: hashSecret(key), appliedVersion: null };
    const historyEntry = { time: Date.now(), operator: 'admin', action: 'studio.add', summary: 'added the studio' };
    return store.addStudio({ ...entry, configuration: initialConfiguration(studio, Date.now()) }, historyEntry);
  };
  await Promise.all(Array.from({ length: studios }, (_, number) => limited(() => add(number))));
  await store.close();
};

/** Runs one statement on a connection of its own, so that an outage before it doesn't matter. */
const queryOnce =
  (databaseUrl: string): Fleet['query'] =>
  async (text) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  };

/** The way to the consoles: a balancer before them, if there is to be one. */
const wayTo = async (ports: readonly number[], { isBalanced = false }: FleetOptions) => {
  if (!isBalanced) return { ports, portOf: (console: number) => ports[console], balance: undefined, end: undefined };
  const program = [...manyDescriptors, process.execPath, '--import', 'tsx', join(import.meta.dirname, 'balancer.ts')];
  const { functions, end } = startRemote<Balancer>(program);
  const port = await freePort();
  await functions.listen(port);
  const balance = (consoles: readonly number[]): Promise<void> =>
    functions.setTargets(consoles.flatMap((console) => ports[console] ?? []));
  await balance([...ports.keys()]);
  return { ports: [port], portOf: (console: number) => ports[console] ?? port, balance, end };
};

/** Returns the function that calls consoles as the operator. */
const operatorCalls =
  (urlOf: (console: number) => string): Fleet['call'] =>
  (console, method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return fetch(urlOf(console) + path, { method, headers, signal: AbortSignal.timeout(20_000), ...sent });
  };

/** Returns the function that adds devices. */
const deviceChanges =
  (call: Fleet['call']): Fleet['change'] =>
  async (console, service, name) => {
    const path = `/api/studios/${studioIdOf(service)}/devices`;
    try {
      const answer = await call(console, 'POST', path, { name, access: 'read_only' });
      const version = Number(answer.headers.get('x-configuration-version'));
      return { status: answer.status, body: await answer.json(), version };
    } catch (error) {
      return { status: 0, body: String(error), version: 0 };
    }
  };

/** Starts database and consoles; no service runs yet. */
export const startFleet = async (options: FleetOptions): Promise<Fleet> => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
  const postgres = await startPostgres({ place: await onLoopback(), isDurable: options.isDurable });
  const databaseUrl = await postgres.database();
  await addStudios(databaseUrl, options.studios);
  const ports: number[] = [];
  while (ports.length < options.consoles) ports.push(await freePort());
  const authority = options.isEncrypted === true ? certificateAuthority(folder) : undefined;
  const { drainSeconds } = options;
  const certificate = authority?.issue('console', 'DNS:localhost', 'IP:127.0.0.1') ?? null;
  const consoles = consoleProcesses({ ports, databaseUrl, password, folder, certificate, drainSeconds });
  for (const console of ports.keys()) await consoles.start(console);
  const way = await wayTo(ports, options);
  const agents = fleetAgents({ ports: way.ports, key, ca: authority?.ca ?? null, perProcess: options.perProcess });
  const scheme = authority === undefined ? 'http' : 'https';
  if (authority !== undefined)
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(authority.ca, 'utf8')]);

  const call = operatorCalls((console) => `${scheme}://127.0.0.1:${String(way.portOf(console))}`);

  return {
    postgres,
    databaseUrl,
    query: queryOnce(databaseUrl),
    consolePid: (console) => consoles.running.get(console)?.pid ?? 0,
    startConsole: consoles.start,
    killConsole: async (console) => consoles.running.get(console)?.kill(),
    stopConsole: async (console) => consoles.running.get(console)?.kill('SIGTERM'),
    balancer: options.consoles,
    balance: async (numbers) => way.balance?.(numbers),
    startServices: agents.startServices,
    call,
    change: deviceChanges(call),
    state: agents.state,
    resetAttempts: agents.resetAttempts,
    consoleOf: (service) => agents.agentOf(service).consoleOf(service),
    atVersion: (service, version) => agents.agentOf(service).atVersion(service, version),
    missing: agents.missing,
    serviceUsage: agents.usage,
    close: async () => {
      await agents.end();
      await way.end?.();
      for (const console of consoles.running.values()) await console.kill();
      await postgres.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
