// Consoles on one PostgreSQL, and processes that run the services of many studios.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startRemote, type Remote } from '../../features/support/remote.js';
import { silent } from '../../features/support/silent-log.js';
import { atMost } from '../../adapters/node/concurrency.js';
import { hashSecret } from '../../adapters/node/console-secrets.js';
import { openPostgresStore } from '../../adapters/storage/postgres/console-store.js';
import { initialConfiguration } from '../../domain/console/studio.js';
import { nodeFlags } from '../bench/speed/service.js';
import { startProgram, type RunningProgram } from '../consoles/program.js';
import { onLoopback, startPostgres, type Postgres } from '../storage/postgres.js';
import { basic } from '../support/http-basic.js';
import { freePort } from '../support/loopback.js';
import type { FleetAgent, PartState } from './agent.js';
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
  readonly versionOf: (service: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

const password = 'fleet only';
const headers = { authorization: basic('admin', password), 'content-type': 'application/json' };
const key = 'key of every studio';

/** Adds the studios to an empty database. */
const addStudios = async (databaseUrl: string, studios: number): Promise<void> => {
  const store = await openPostgresStore(databaseUrl, silent);
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

const sum = (lists: readonly (readonly number[])[]): readonly number[] =>
  Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, at) =>
    lists.reduce((total, list) => total + (list[at] ?? 0), 0),
  );

/** The processes that run services. */
const fleetAgents = (ports: readonly number[], { perProcess }: FleetOptions) => {
  const agents: Remote<FleetAgent>[] = [];
  /** The number of the first service of each process. */
  const firsts: number[] = [];
  let started = 0;
  const agentOf = (service: number): Remote<FleetAgent>['functions'] => {
    const agent = agents[firsts.findLastIndex((first) => first <= service)];
    if (agent === undefined) throw new Error(`service ${String(service)} was not started`);
    return agent.functions;
  };
  const program = [process.execPath, '--import', 'tsx', join(import.meta.dirname, 'agent.ts')];
  return {
    agents,
    agentOf,
    /** Starts the services of further processes, one process after the other. */
    startServices: async (count: number): Promise<void> => {
      while (started < count) {
        const agent = startRemote<FleetAgent>(program);
        agents.push(agent);
        firsts.push(started);
        const part = Math.min(perProcess, count - started);
        await agent.functions.start({ from: started, count: part, ports, key });
        started += part;
      }
    },
    state: async (): Promise<PartState> => {
      const states = await Promise.all(agents.map(({ functions }) => functions.state()));
      return {
        connected: states.reduce((total, { connected }) => total + connected, 0),
        byConsole: sum(states.map(({ byConsole }) => byConsole)),
        versions: states.flatMap(({ versions }) => versions),
        attempts: sum(states.map(({ attempts }) => attempts)),
      };
    },
  };
};

/** The console processes. */
const fleetConsoles = (ports: readonly number[], databaseUrl: string, folder: string) => {
  const running = new Map<number, RunningProgram>();
  return {
    running,
    start: async (console: number): Promise<void> => {
      const settings = {
        // Services have addresses of their own on loopback.
        CONSOLE_HOST: '0.0.0.0',
        CONSOLE_INSECURE: '1',
        CONSOLE_PORT: String(ports[console]),
        DATABASE_URL: databaseUrl,
        CONSOLE_ADMIN_PASSWORD: password,
        DATA_DIR: join(folder, String(console)),
        LOG_LEVEL: 'warn',
      };
      const machine = { address: '127.0.0.1', inside: [] };
      running.set(console, await startProgram(machine, 'console', settings, nodeFlags));
    },
  };
};

/** Runs one statement on a connection of its own, so that an outage before it doesn't matter. */
const queryOnce =
  (databaseUrl: string): Fleet['query'] =>
  async (text) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(text).finally(() => client.end());
    return rows;
  };

/** Starts database and consoles; no service runs yet. */
export const startFleet = async (options: FleetOptions): Promise<Fleet> => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
  const postgres = await startPostgres({ place: await onLoopback(), isDurable: options.isDurable });
  const databaseUrl = await postgres.database();
  await addStudios(databaseUrl, options.studios);
  const ports: number[] = [];
  while (ports.length < options.consoles) ports.push(await freePort());
  const consoles = fleetConsoles(ports, databaseUrl, folder);
  for (const console of ports.keys()) await consoles.start(console);
  const { agents, agentOf, startServices, state } = fleetAgents(ports, options);

  const call: Fleet['call'] = (console, method, path, body) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const signal = AbortSignal.timeout(20_000);
    return fetch(`http://127.0.0.1:${String(ports[console])}${path}`, { method, headers, signal, ...sent });
  };

  return {
    postgres,
    databaseUrl,
    query: queryOnce(databaseUrl),
    consolePid: (console) => consoles.running.get(console)?.pid ?? 0,
    startConsole: consoles.start,
    killConsole: async (console) => consoles.running.get(console)?.kill(),
    startServices,
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
    state,
    resetAttempts: async () => {
      await Promise.all(agents.map(({ functions }) => functions.resetAttempts()));
    },
    consoleOf: (service) => agentOf(service).consoleOf(service),
    atVersion: (service, version) => agentOf(service).atVersion(service, version),
    versionOf: (service) => agentOf(service).versionOf(service),
    close: async () => {
      await Promise.all(agents.map((agent) => agent.end()));
      for (const console of consoles.running.values()) await console.kill();
      await postgres.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
