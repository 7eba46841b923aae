// Measures a fleet: four consoles on one PostgreSQL, with the services of many studios. Each size is measured at rest and under
// changes; at the largest one a console and the database are lost. Fails if anything acknowledged is lost.
import { parseArgs } from 'node:util';
import { atMost } from '../../adapters/node/concurrency.js';
import { changeLoad, changeSurely, lostChanges, waitUntil, waitUntilCurrent } from './changes.js';
import { startFleet, type Fleet } from './fleet.js';
import { consoleMemory, measurePushes, timesOf, usageOf, used, type Times } from './measurements.js';
import { monotonicMs } from './monotonic.js';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    sizes: { type: 'string', default: '100,2500,5000,10000,20000' },
    'rest-seconds': { type: 'string', default: '30' },
    'outage-seconds': { type: 'string', default: '30' },
    pushes: { type: 'string', default: '300' },
    // A change of all studios takes longest.
    bulk: { type: 'boolean', default: true },
  },
});
const sizes = values.sizes.split(',').map(Number);
const largest = Math.max(...sizes);
const consoles = [0, 1, 2, 3];
const perProcess = 2_500;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const ms = ({ median, p99 }: Times): string => `median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
const ratio = (one: Times, other: Times): string =>
  `${(one.median / other.median).toFixed(1)} / ${(one.p99 / other.p99).toFixed(1)}`;

/** Runs a task; returns its seconds. */
const timed = async (task: () => Promise<unknown>): Promise<number> => {
  const began = monotonicMs();
  await task();
  return (monotonicMs() - began) / 1_000;
};

const connect = async (fleet: Fleet, size: number, before: number): Promise<void> => {
  const memory = consoleMemory(fleet, consoles);
  const start = await usageOf(fleet, consoles);
  const seconds = await timed(async () => {
    await fleet.startServices(size);
    await waitUntilCurrent(fleet, size, largest, 300_000);
  });
  const { consoles: cpu, database } = used(start, await usageOf(fleet, consoles));
  const added = size - before;
  const { byConsole } = await fleet.state();
  print(
    `${String(size)} services: connected ${String(added)} in ${seconds.toFixed(0)} s; by console ${byConsole.join(', ')}`,
  );
  print(
    `  CPU of one connection: consoles ${((cpu * 1e3) / added).toFixed(2)} ms, database ${((database * 1e3) / added).toFixed(2)} ms`,
  );
  await pause(5_000);
  const now = consoleMemory(fleet, consoles);
  print(
    `  memory of the consoles: ${now.toFixed(0)} MiB, ${(((now - memory) * 1_024) / added).toFixed(1)} KiB for each that was added`,
  );
};

const rest = async (fleet: Fleet): Promise<void> => {
  const seconds = Number(values['rest-seconds']);
  const before = await usageOf(fleet, consoles);
  await pause(seconds * 1_000);
  const { consoles: cpu, database, commits } = used(before, await usageOf(fleet, consoles));
  const share = (used: number): string => `${((used / seconds) * 100).toFixed(1)} % of a core`;
  print(
    `  at rest: all consoles ${share(cpu)}, database ${share(database)}, ${(commits / seconds).toFixed(0)} commits/s`,
  );
};

const pushes = async (fleet: Fleet, size: number): Promise<void> => {
  const times = await measurePushes(fleet, size, consoles.length, Number(values.pushes));
  print(
    `  a change at another console: ${ms(times.elsewhere)}; at its own: ${ms(times.here)}; bare notification: ${ms(times.bare)}`,
  );
  print(
    `  other to bare ${ratio(times.elsewhere, times.bare)}, other to own ${ratio(times.elsewhere, times.here)} (median / p99); ${String(times.refused)} tries refused with 503`,
  );
};

/** Changes all studios, 32 at a time. */
const changeAll = async (fleet: Fleet, size: number): Promise<void> => {
  const before = await usageOf(fleet, consoles);
  const limited = atMost(32);
  const late: number[] = [];
  let refusals = 0;
  const change = async (service: number): Promise<void> => {
    const { version, refused } = await changeSurely(fleet, service % consoles.length, service, 'Changed for all');
    refusals += refused;
    const answered = monotonicMs();
    late.push(Math.max(0, (await fleet.atVersion(service, version)) - answered));
  };
  const seconds = await timed(() =>
    Promise.all(Array.from({ length: size }, (_, service) => limited(() => change(service)))),
  );
  const { consoles: cpu, database } = used(before, await usageOf(fleet, consoles));
  print(
    `a change of all ${String(size)}: the last one enforces it after ${seconds.toFixed(1)} s; ${(size / seconds).toFixed(0)} changes/s`,
  );
  print(
    `  CPU of one change: consoles ${((cpu * 1e3) / size).toFixed(2)} ms, database ${((database * 1e3) / size).toFixed(2)} ms`,
  );
  print(`  in force after the answer: ${ms(timesOf(late))}; ${String(refusals)} tries refused with 503`);
};

const requireNothingLost = (lost: readonly number[], count: number): void => {
  if (lost.length > 0) throw new Error(`${String(lost.length)} of ${String(count)} acknowledged changes are lost`);
  print(`  none of ${String(count)} studios with acknowledged changes lost one`);
};

const loseConsole = async (fleet: Fleet, size: number): Promise<void> => {
  const killed = consoles.length - 1;
  const others = consoles.slice(0, killed);
  const held = (await fleet.state()).byConsole[killed] ?? 0;
  await fleet.resetAttempts();
  const load = changeLoad(fleet, size, others, 50);
  const before = await usageOf(fleet, others);
  const began = monotonicMs();
  await fleet.killConsole(killed);
  await waitUntil(async () => (await fleet.state()).connected === size, 300_000);
  const connected = monotonicMs() - began;
  await pause(1_000);
  const acknowledged = await load.stop();
  await waitUntilCurrent(fleet, size, largest, 300_000);
  const current = monotonicMs() - began;
  const { consoles: cpu, database, commits } = used(before, await usageOf(fleet, others));
  const { byConsole, attempts } = await fleet.state();
  print(
    `loss of a console with ${String(held)} of ${String(size)} services: all connected after ${(connected / 1e3).toFixed(1)} s, shown as current after ${(current / 1e3).toFixed(1)} s`,
  );
  print(
    `  by console ${byConsole.join(', ')}; ${String(attempts.reduce((a, b) => a + b, 0))} attempts, by tenth of a second ${attempts.join(' ')}`,
  );
  print(`  CPU: consoles ${cpu.toFixed(1)} s, database ${database.toFixed(1)} s, ${String(commits)} commits`);
  requireNothingLost(await lostChanges(fleet, acknowledged), acknowledged.size);
  await fleet.startConsole(killed);
};

const loseDatabase = async (fleet: Fleet, size: number): Promise<void> => {
  const load = changeLoad(fleet, size, consoles, 50);
  await pause(2_000);
  await fleet.postgres.kill();
  await pause(2_000);
  const answers = await Promise.all(
    consoles.map(async (console) => {
      const answer = await fleet.call(console, 'GET', '/api/studios/fleet-0');
      return `${String(answer.status)} ${await answer.text()}`;
    }),
  );
  print(`database lost: the consoles answer ${[...new Set(answers)].join(' | ')}`);
  await pause((Number(values['outage-seconds']) - 2) * 1_000);
  const { connected } = await fleet.state();
  print(`  connected after ${values['outage-seconds']} s: ${String(connected)} of ${String(size)}`);
  const began = monotonicMs();
  await fleet.postgres.start();
  const before = await usageOf(fleet, consoles);
  await waitUntil(async () => (await fleet.change(1, 0, `After ${String(began)}`)).status === 201, 60_000);
  print(`  first change accepted ${((monotonicMs() - began) / 1e3).toFixed(1)} s after its start`);
  await pause(2_000);
  const acknowledged = await load.stop();
  await waitUntilCurrent(fleet, size, largest, 300_000);
  const { consoles: cpu, database, commits } = used(before, await usageOf(fleet, consoles));
  print(
    `  all shown as current ${((monotonicMs() - began) / 1e3).toFixed(1)} s after its start; consoles ${cpu.toFixed(1)} s CPU, database ${database.toFixed(1)} s, ${String(commits)} commits`,
  );
  requireNothingLost(await lostChanges(fleet, acknowledged), acknowledged.size);
};

const fleet = await startFleet({ consoles: consoles.length, studios: largest, perProcess, isDurable: true });
try {
  print(`consoles without services: ${(consoleMemory(fleet, consoles) / consoles.length).toFixed(0)} MiB each`);
  let before = 0;
  for (const size of sizes) {
    await connect(fleet, size, before);
    await rest(fleet);
    await pushes(fleet, size);
    before = size;
  }
  const [row] = await fleet.query(
    `SELECT count(*) AS count FROM pg_stat_activity WHERE application_name = 'studio-control console'`,
  );
  print(`connections to the database: ${String(row?.['count'])}`);
  if (values.bulk) await changeAll(fleet, largest);
  await loseConsole(fleet, largest);
  await loseDatabase(fleet, largest);
} finally {
  await fleet.close();
}
process.exit();
