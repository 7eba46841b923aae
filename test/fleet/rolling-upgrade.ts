// Replaces the consoles of a fleet behind a balancer one after the other, as an upgrade does, while an operator makes changes.
import { changeLoad, type LoadAnswers } from './change-load.js';
import { waitUntilCurrent } from './changes.js';
import type { Fleet } from './fleet.js';

/** What an upgrade did to services and changes. */
export interface RollingUpgrade {
  /** For how long services had no stream, in milliseconds: one for each loss of a stream. */
  readonly gaps: readonly number[];
  /** How many streams the services have tried to open. */
  readonly attempts: number;
  readonly answers: LoadAnswers;
  /** Those of the acknowledged changes that aren't in force, once all services are current. */
  readonly lost: number;
  /** Seconds from the signal until each console had ended. */
  readonly stopSeconds: readonly number[];
}

/** How many services there are, at how many consoles, and how long changes go on between two consoles. */
export interface RollingUpgradeOptions {
  readonly services: number;
  readonly consoles: number;
  readonly pauseMs: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Replaces all consoles; rejects if the services don't become current again. */
export const rollingUpgrade = async (
  fleet: Fleet,
  { services, consoles, pauseMs }: RollingUpgradeOptions,
): Promise<RollingUpgrade> => {
  const all = Array.from({ length: consoles }, (_, console) => console);
  await fleet.resetAttempts();
  const load = changeLoad(fleet, { services, consoles: [fleet.balancer], parallel: 2, pauseMs: 20 });
  const stopSeconds: number[] = [];
  for (const replaced of all) {
    await pause(pauseMs);
    // A cluster takes a console out of the balancer before its program gets the signal.
    await fleet.balance(all.filter((console) => console !== replaced));
    const began = performance.now();
    await fleet.stopConsole(replaced);
    stopSeconds.push((performance.now() - began) / 1e3);
    await fleet.startConsole(replaced);
    await fleet.balance(all);
  }
  await pause(pauseMs);
  const answers = await load.stop();
  await waitUntilCurrent(fleet, services);
  const [{ gaps, attempts }, missing] = [await fleet.state(), await fleet.missing(answers.acknowledged)];
  return {
    gaps,
    attempts: attempts.reduce((all, count) => all + count, 0),
    answers,
    lost: missing.length,
    stopSeconds,
  };
};
