// Waiting for what happens in its own time: by looking again and again, never by a fixed pause.
import { strict as assert } from 'node:assert';
import { setTimeout as delay } from 'node:timers/promises';
import type { Eventually } from './driver.js';

/** How long anything may take that isn't on the studio's clock, milliseconds. */
export const waitLimitMs = 25_000;

/** Polls until `check` holds, or fails saying what was waited for. */
export const eventually = async (what: string, check: () => Eventually<boolean>): Promise<void> => {
  const givenUpAt = Date.now() + waitLimitMs;
  while (!(await check())) {
    assert.ok(Date.now() < givenUpAt, `waited in vain: ${what}`);
    await delay(5);
  }
};
