// Measures an upgrade of four consoles behind a balancer: how long services are without a stream, and what becomes of changes.
// SERVICES sets the number of services; default 2000. Fails if a change is lost, or refused.
import { waitUntilCurrent } from './changes.js';
import { startFleet, type Fleet } from './fleet.js';
import { timesOf } from './measurements.js';
import { print } from './output.js';
import { rollingUpgrade } from './rolling-upgrade.js';

const services = Number(process.env['SERVICES'] ?? '2000');
const consoles = 4;

const spread = (list: readonly number[]): string => {
  const { median, p99 } = timesOf(list);
  return `median ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, at most ${Math.max(...list).toFixed(0)} ms`;
};

const measure = async (fleet: Fleet): Promise<void> => {
  await fleet.startServices(services);
  await waitUntilCurrent(fleet, services);
  print(`${String(services)} services connected to ${String(consoles)} consoles through a balancer`);
  const { gaps, attempts, answers, lost, stopSeconds } = await rollingUpgrade(fleet, {
    services,
    consoles,
    pauseMs: 5_000,
  });
  const { acknowledged, refused, failed, inForceMs } = answers;
  print(`consoles replaced; they ended after ${stopSeconds.map((seconds) => seconds.toFixed(1)).join(', ')} s`);
  print(`  ${String(gaps.length)} streams lost, ${String(attempts)} attempts; without one ${spread(gaps)}`);
  print(`  longer than a second: ${String(gaps.filter((ms) => ms > 1_000).length)}`);
  print(`  changes from the answer until in force: ${spread(inForceMs)}`);
  print(
    `  ${String(lost)} of ${String(acknowledged.length)} acknowledged changes lost; ${String(refused)} refused with 503, ${String(failed)} failed`,
  );
  if (lost + refused + failed > 0) throw new Error('changes were lost or refused');
};

const fleet = await startFleet({
  consoles,
  studios: services,
  perProcess: 1_000,
  isDurable: true,
  isBalanced: true,
  drainSeconds: 60,
});
try {
  await measure(fleet);
} finally {
  await fleet.close();
}
process.exit();
