// Consoles on one PostgreSQL, and processes that run the services of many studios.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import pg from 'pg';
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
import { consoleProcesses } from './console-processes.js';
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

/** Starts database and consoles; no service runs yet. */
export const startFleet = async (options: FleetOptions): Promise<Fleet> => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
  const postgres = await startPostgres({ place: await onLoopback(), isDurable: options.isDurable });
  const databaseUrl = await postgres.database();
  await addStudios(databaseUrl, options.studios);
  const ports: number[] = [];
  while (ports.length < options.consoles) ports.push(await freePort());
  const authority = options.isEncrypted === true ? certificateAuthority(folder) : undefined;
  const certificate = authority?.issue('console', 'DNS:localhost', 'IP:127.0.0.1') ?? null;
  const consoles = consoleProcesses({ ports, databaseUrl, password, folder, certificate });
  for (const console of ports.keys()) await consoles.start(console);
  const agents = fleetAgents({ ports, key, ca: authority?.ca ?? null, perProcess: options.perProcess });
  const scheme = authority === undefined ? 'http' : 'https';
  if (authority !== undefined)
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(authority.ca, 'utf8')]);

  const call: Fleet['call'] = (console, method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const signal = AbortSignal.timeout(20_000);
    return fetch(`${scheme}://127.0.0.1:${String(ports[console])}${path}`, { method, headers, signal, ...sent });
  };

  return {
    postgres,
    databaseUrl,
    query: queryOnce(databaseUrl),
    consolePid: (console) => consoles.running.get(console)?.pid ?? 0,
    startConsole: consoles.start,
    killConsole: async (console) => consoles.running.get(console)?.kill(),
    startServices: agents.startServices,
    call,
    change: async (console, service, name) => {
      const path = `/api/studios/${studioIdOf(service)}/devices`;
      try {
        const answer = await call(console, 'POST', path, { name, access: 'read_only' });
        const version = Number(answer.headers.get('x-configuration-version'));
        return { status: answer.status, body: await answer.json(), version };
      } catch (error) {
        return { status: 0, body: String(error), version: 0 };
      }
    },
    state: agents.state,
    resetAttempts: agents.resetAttempts,
    consoleOf: (service) => agents.agentOf(service).consoleOf(service),
    atVersion: (service, version) => agents.agentOf(service).atVersion(service, version),
    missing: agents.missing,
    serviceUsage: agents.usage,
    close: async () => {
      await agents.end();
      for (const console of consoles.running.values()) await console.kill();
      await postgres.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
