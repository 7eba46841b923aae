// Waits for asynchronous effects, within a limit, instead of a fixed delay.
import { strict as assert } from 'node:assert';
import { setTimeout as delay } from 'node:timers/promises';

/** The default limit for everything that isn't on the studio's clock, in milliseconds. */
export const waitLimitMs = 25_000;

/** Polls until `check` holds. Fails after `limitMs`, naming what it waited for. */
export const eventually = async (
  what: string,
  check: () => boolean | Promise<boolean>,
  limitMs = waitLimitMs,
): Promise<void> => {
  const deadline = Date.now() + limitMs;
  while (!(await check())) {
    assert.ok(Date.now() < deadline, `did not happen within ${String(limitMs)} ms: ${what}`);
    await delay(5);
  }
};

/** Resolves with the result of a promise. Rejects after `limitMs`, naming what it waited for. */
export const within = async <A>(what: string, promise: Promise<A>, limitMs = waitLimitMs): Promise<A> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`did not happen within ${String(limitMs)} ms: ${what}`));
  }, limitMs);
  try {
    return await Promise.race([promise, late]);
  } finally {
    // A timer that is left keeps everything that the test has created.
    clearTimeout(timer);
  }
};
