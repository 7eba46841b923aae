// Changes that go on while consoles and the database are lost, and whether each of those that a console has acknowledged is in force.
import type { AddedDevice } from './agent.js';
import type { Fleet } from './fleet.js';
import { monotonicMs } from './monotonic.js';

/** How consoles answered the changes. */
export interface LoadAnswers {
  /** Each change that was acknowledged: the device that it added. */
  readonly acknowledged: readonly AddedDevice[];
  /** How many were refused with 503. */
  readonly refused: number;
  /** How many got no answer, or another one. */
  readonly failed: number;
  /** Milliseconds from each acknowledgement until the change was in force at its service. */
  readonly inForceMs: readonly number[];
}

/** Changes in the background. */
export interface ChangeLoad {
  /** Ends the load; resolves with the answers once all acknowledged changes are in force. */
  readonly stop: () => Promise<LoadAnswers>;
}

/** Which services are changed, at which consoles, and how many at a time with which pause after each. */
export interface ChangeLoadOptions {
  readonly services: number;
  readonly consoles: readonly number[];
  readonly parallel: number;
  readonly pauseMs: number;
}

/** A prime number visits all services in an order that mixes their processes. */
const stride = 7_919;

/** Adds devices to services at consoles in turn. A change that isn't acknowledged is not repeated. */
export const changeLoad = (fleet: Fleet, { services, consoles, parallel, pauseMs }: ChangeLoadOptions): ChangeLoad => {
  const acknowledged: AddedDevice[] = [];
  const inForce: Promise<number>[] = [];
  const counts = { refused: 0, failed: 0 };
  let isRunning = true;
  let turn = 0;

  const changeNext = async (): Promise<void> => {
    const number = turn;
    turn += 1;
    const service = (number * stride) % services;
    // The time keeps names of several loads apart.
    const name = `Load ${String(Date.now())} ${String(number)}`;
    const { status, version } = await fleet.change(consoles[number % consoles.length] ?? 0, service, name);
    if (status === 503) counts.refused += 1;
    else if (status !== 201) counts.failed += 1;
    if (status !== 201) return;
    acknowledged.push({ service, name });
    const answered = monotonicMs();
    inForce.push(fleet.atVersion(service, version).then((at) => Math.max(0, at - answered)));
  };
  const work = async (): Promise<void> => {
    while (isRunning) {
      await changeNext();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };

  const running = Array.from({ length: parallel }, work);
  return {
    stop: async () => {
      isRunning = false;
      await Promise.all(running);
      return { acknowledged, ...counts, inForceMs: await Promise.all(inForce) };
    },
  };
};
