// Measures a fleet: several consoles on one PostgreSQL, with the services of many studios. Each size is measured at rest and under
// changes; at the largest one a console and the database are lost. Fails if anything acknowledged is lost.
import { parseArgs } from 'node:util';
import { atMost } from '../../adapters/node/concurrency.js';
import { changeSurely, waitUntilCurrent } from './changes.js';
import { startFleet, type Fleet } from './fleet.js';
import { loseConsole, loseDatabase } from './losses.js';
import { maxDescriptors } from './many-descriptors.js';
import { consoleMemory, measurePushes, timesOf, usageOf, used, type Times } from './measurements.js';
import { monotonicMs } from './monotonic.js';
import { pause, print } from './output.js';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    sizes: { type: 'string', default: '100,2500,5000,10000' },
    consoles: { type: 'string', default: '4' },
    tls: { type: 'boolean', default: false },
    'rest-seconds': { type: 'string', default: '30' },
    'outage-seconds': { type: 'string', default: '30' },
    pushes: { type: 'string', default: '300' },
    // A change of all studios takes longest.
    bulk: { type: 'boolean', default: true },
  },
});
const sizes = values.sizes.split(',').map(Number);
const largest = Math.max(...sizes);
const consoles = Array.from({ length: Number(values.consoles) }, (_, console) => console);
const perProcess = 5_000;

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
  const { consoles: cpu, database, services } = used(start, await usageOf(fleet, consoles));
  const added = size - before;
  const { byConsole } = await fleet.state();
  print(
    `${String(size)} services: connected ${String(added)} in ${seconds.toFixed(0)} s; by console ${byConsole.join(', ')}`,
  );
  print(
    `  CPU of one connection: consoles ${((cpu * 1e3) / added).toFixed(2)} ms, database ${((database * 1e3) / added).toFixed(2)} ms, service ${((services * 1e3) / added).toFixed(2)} ms`,
  );
  await pause(5_000);
  const now = consoleMemory(fleet, consoles);
  print(
    `  memory of the consoles: ${now.toFixed(0)} MiB, ${(((now - memory) * 1_024) / added).toFixed(1)} KiB for each that was added; of the services: ${(await fleet.serviceUsage()).memoryMiB.toFixed(0)} MiB`,
  );
};

const rest = async (fleet: Fleet, size: number): Promise<void> => {
  const seconds = Number(values['rest-seconds']);
  const before = await usageOf(fleet, consoles);
  await pause(seconds * 1_000);
  const { consoles: cpu, database, commits, services } = used(before, await usageOf(fleet, consoles));
  const share = (used: number): string => `${((used / seconds) * 100).toFixed(1)} % of a core`;
  print(
    `  at rest: all consoles ${share(cpu)}, database ${share(database)}, ${(commits / seconds).toFixed(0)} commits/s; services ${share(services)}`,
  );
  const { connected } = await fleet.state();
  print(`  connected after ${String(seconds)} s at rest: ${String(connected)} of ${String(size)}`);
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
  const { consoles: cpu, database, commits } = used(before, await usageOf(fleet, consoles));
  print(
    `a change of all ${String(size)}: the last one enforces it after ${seconds.toFixed(1)} s; ${(size / seconds).toFixed(0)} changes/s`,
  );
  print(
    `  CPU of one change: consoles ${((cpu * 1e3) / size).toFixed(2)} ms, database ${((database * 1e3) / size).toFixed(2)} ms, ${(commits / size).toFixed(1)} transactions`,
  );
  print(`  in force after the answer: ${ms(timesOf(late))}; ${String(refusals)} tries refused with 503`);
};

/** Rejects a number of consoles that can't have the connections of all services when one of them is lost. */
const requireDescriptors = (): void => {
  // Two connections for each service, a tenth more for an uneven spread, and what else a process opens.
  const needed = Math.ceil((2.2 * largest) / (consoles.length - 1)) + 256;
  const available = maxDescriptors();
  if (!(needed <= available))
    throw new Error(
      `--consoles ${values.consoles}: expected so many that each needs at most ${String(available)} open files when one is lost; it would need ${String(needed)}`,
    );
};

const measure = async (fleet: Fleet): Promise<void> => {
  print(`consoles without services: ${(consoleMemory(fleet, consoles) / consoles.length).toFixed(0)} MiB each`);
  let before = 0;
  for (const size of sizes) {
    await connect(fleet, size, before);
    await rest(fleet, size);
    await pushes(fleet, size);
    before = size;
  }
  const [row] = await fleet.query(
    `SELECT count(*) AS count FROM pg_stat_activity WHERE application_name = 'studio-control console'`,
  );
  print(`connections to the database: ${String(row?.['count'])}`);
  if (values.bulk) await changeAll(fleet, largest);
  await loseConsole(fleet, largest, consoles);
  await loseDatabase(fleet, largest, consoles, Number(values['outage-seconds']));
};

requireDescriptors();
print(`${String(largest)} studios, ${String(consoles.length)} consoles${values.tls ? ', TLS' : ''}`);
const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      reject(new Error(`interrupted by ${signal}`));
    });
});
// During the start nobody waits for it: what is started is ended once all of it runs.
interrupted.catch(() => undefined);

const fleet = await startFleet({
  consoles: consoles.length,
  studios: largest,
  perProcess,
  isDurable: true,
  isEncrypted: values.tls,
});
try {
  await Promise.race([measure(fleet), interrupted]);
} finally {
  await fleet.close();
}
process.exit();
