// The loss of a console and of the database, while changes go on. Each rejects if a change that was acknowledged is lost.
import { changeLoad, type ChangeLoad, type LoadAnswers } from './change-load.js';
import { waitUntil, waitUntilCurrent } from './changes.js';
import type { Fleet } from './fleet.js';
import { usageOf, used } from './measurements.js';
import { monotonicMs } from './monotonic.js';
import { pause, print } from './output.js';

/** How long changes go on before and after a loss, in milliseconds. */
const loadMs = 5_000;

const limitMs = 300_000;

const loadOn = (fleet: Fleet, services: number, consoles: readonly number[]): ChangeLoad =>
  changeLoad(fleet, { services, consoles, parallel: 4, pauseMs: 50 });

const secondsSince = (began: number): string => `${((monotonicMs() - began) / 1e3).toFixed(1)} s`;

const requireNothingLost = async (fleet: Fleet, { acknowledged, refused, failed }: LoadAnswers): Promise<void> => {
  const missing = await fleet.missing(acknowledged);
  if (missing.length > 0)
    throw new Error(`${String(missing.length)} of ${String(acknowledged.length)} acknowledged changes are lost`);
  print(
    `  none of ${String(acknowledged.length)} acknowledged changes is lost; ${String(refused)} were refused with 503, ${String(failed)} failed`,
  );
};

/** Ends the last console with SIGKILL, and starts it again once all services are at the others. */
export const loseConsole = async (fleet: Fleet, services: number, consoles: readonly number[]): Promise<void> => {
  const killed = consoles.length - 1;
  const others = consoles.slice(0, killed);
  const held = (await fleet.state()).byConsole[killed] ?? 0;
  await fleet.resetAttempts();
  const load = loadOn(fleet, services, others);
  await pause(loadMs);
  const before = await usageOf(fleet, others);
  const began = monotonicMs();
  await fleet.killConsole(killed);
  await waitUntil(async () => (await fleet.state()).connected === services, limitMs);
  print(
    `loss of a console with ${String(held)} of ${String(services)} services: all connected after ${secondsSince(began)}`,
  );
  await pause(loadMs);
  const answers = await load.stop();
  await waitUntilCurrent(fleet, services, services, limitMs);
  const { consoles: cpu, database, commits } = used(before, await usageOf(fleet, others));
  const { byConsole, attempts } = await fleet.state();
  const total = attempts.reduce((all, count) => all + count, 0);
  print(`  shown as current after ${secondsSince(began)}, of which changes went on for ${String(loadMs / 1e3)} s`);
  print(
    `  by console ${byConsole.join(', ')}; ${String(total)} attempts, at most ${String(Math.max(...attempts))} in a tenth of a second`,
  );
  print(`  CPU: consoles ${cpu.toFixed(1)} s, database ${database.toFixed(1)} s, ${String(commits)} commits`);
  await requireNothingLost(fleet, answers);
  await fleet.startConsole(killed);
};

/** Prints what the consoles answer. */
const printAnswers = async (fleet: Fleet, consoles: readonly number[]): Promise<void> => {
  const answers = await Promise.all(
    consoles.map(async (console) => {
      const answer = await fleet.call(console, 'GET', '/api/studios/fleet-0');
      return `${String(answer.status)} ${await answer.text()}`;
    }),
  );
  print(`loss of the database: the consoles answer ${[...new Set(answers)].join(' | ')}`);
};

/** Ends the database at once, without its clean-up, and starts it again. */
export const loseDatabase = async (
  fleet: Fleet,
  services: number,
  consoles: readonly number[],
  outageSeconds: number,
): Promise<void> => {
  const load = loadOn(fleet, services, consoles);
  await pause(loadMs);
  await fleet.postgres.kill();
  await pause(2_000);
  await printAnswers(fleet, consoles);
  await pause((outageSeconds - 2) * 1_000);
  const { connected } = await fleet.state();
  print(`  connected after ${String(outageSeconds)} s: ${String(connected)} of ${String(services)}`);
  const began = monotonicMs();
  await fleet.postgres.start();
  const before = await usageOf(fleet, consoles);
  await waitUntil(async () => (await fleet.change(1, 0, `After ${String(began)}`)).status === 201, 60_000);
  print(`  first change accepted ${secondsSince(began)} after its start`);
  await pause(loadMs);
  const answers = await load.stop();
  await waitUntilCurrent(fleet, services, services, limitMs);
  const { consoles: cpu, database, commits } = used(before, await usageOf(fleet, consoles));
  print(
    `  all shown as current ${secondsSince(began)} after its start; consoles ${cpu.toFixed(1)} s CPU, database ${database.toFixed(1)} s, ${String(commits)} commits`,
  );
  await requireNothingLost(fleet, answers);
};
