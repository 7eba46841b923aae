// What the soak of a fleet measures.
import pg from 'pg';
import { memoryMiB } from '../bench/measured-system.js';
import { quantile } from '../bench/speed/statistics.js';
import { changeSurely } from './changes.js';
import type { Fleet } from './fleet.js';
import { monotonicMs } from './monotonic.js';
import { cpuSeconds, familyCpuSeconds, parentOf } from '../support/process-stat.js';

/** The median and the 99th percentile of times, in milliseconds. */
export interface Times {
  readonly median: number;
  readonly p99: number;
}

export const timesOf = (list: readonly number[]): Times => ({ median: quantile(list, 0.5), p99: quantile(list, 0.99) });

/** CPU time in seconds, and statements of the database. */
export interface Usage {
  readonly consoles: number;
  readonly database: number;
  readonly commits: number;
  /** CPU time of the processes that run the services. */
  readonly services: number;
}

const commits = `SELECT sum(xact_commit)::bigint AS commits, pg_backend_pid() AS pid FROM pg_stat_database`;

/** Returns what the consoles and the database have used so far. */
export const usageOf = async (fleet: Fleet, consoles: readonly number[]): Promise<Usage> => {
  const client = new pg.Client({ connectionString: fleet.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ commits: string; pid: number }>(commits);
  const server = parentOf(rows[0]?.pid ?? 0);
  await client.end();
  return {
    consoles: consoles.reduce((total, console) => total + cpuSeconds(fleet.consolePid(console)), 0),
    database: familyCpuSeconds(server),
    commits: Number(rows[0]?.commits),
    services: (await fleet.serviceUsage()).cpuSeconds,
  };
};

/** Returns what was used between two readings. */
export const used = (before: Usage, after: Usage): Usage => ({
  consoles: after.consoles - before.consoles,
  database: after.database - before.database,
  commits: after.commits - before.commits,
  services: after.services - before.services,
});

/** Returns the resident memory of all consoles, in MiB. */
export const consoleMemory = (fleet: Fleet, consoles: readonly number[]): number =>
  consoles.reduce((total, console) => total + memoryMiB(fleet.consolePid(console)), 0);

/** Measures how long a notification takes through the same database, between two connections of this process. */
const bareNotification = async (databaseUrl: string) => {
  const [listener, sender] = [0, 1].map(() => new pg.Client({ connectionString: databaseUrl }));
  if (listener === undefined || sender === undefined) throw new Error('two connections expected');
  for (const client of [listener, sender]) {
    client.on('error', () => undefined);
    await client.connect();
  }
  await listener.query('LISTEN fleet_baseline');
  return {
    measure: async (): Promise<number> => {
      const began = monotonicMs();
      const arrived = new Promise((resolve) => void listener.once('notification', resolve));
      await sender.query('NOTIFY fleet_baseline');
      await arrived;
      return monotonicMs() - began;
    },
    close: () => Promise.all([listener.end(), sender.end()]),
  };
};

/** Times of changes, from the operator's request until the service enforces it, and of a bare notification between them. */
export interface PushTimes {
  readonly elsewhere: Times;
  readonly here: Times;
  readonly bare: Times;
  /** Changes that were answered 503, and tried again. */
  readonly refused: number;
}

/** Changes one service after the other, at another console than its own and at its own in turn. */
export const measurePushes = async (
  fleet: Fleet,
  services: number,
  consoles: number,
  count: number,
): Promise<PushTimes> => {
  const bare = await bareNotification(fleet.databaseUrl);
  const times = { elsewhere: [] as number[], here: [] as number[], bare: [] as number[], refused: 0 };
  for (let nth = 0; nth < count; nth += 1) {
    const service = Math.floor((nth * services) / count);
    const own = await fleet.consoleOf(service);
    times.bare.push(await bare.measure());
    for (const [kind, at] of [
      ['elsewhere', (own + 1 + (nth % (consoles - 1))) % consoles],
      ['here', own],
    ] as const) {
      const began = monotonicMs();
      const name = `Panel ${kind} ${String(services)} ${String(nth)}`;
      const { version, refused } = await changeSurely(fleet, at, service, name);
      times.refused += refused;
      times[kind].push((await fleet.atVersion(service, version)) - began);
    }
  }
  await bare.close();
  return {
    elsewhere: timesOf(times.elsewhere),
    here: timesOf(times.here),
    bare: timesOf(times.bare),
    refused: times.refused,
  };
};
