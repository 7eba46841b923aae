// Several consoles on one database: the client uses the next one when one fails.
import { expect, it } from 'vitest';
import type { ConsoleClient } from '../../../adapters/cloud/console-client.js';
import { failoverClient } from '../../../adapters/cloud/failover-client.js';

const never = new AbortController().signal;

it('uses one console until its stream ends or fails, then the next, in rotation', async () => {
  const calls: string[] = [];
  const client = (name: string, follow: () => Promise<void>): ConsoleClient => ({
    follow: () => {
      calls.push(name);
      return follow();
    },
    fetchConfiguration: () => Promise.resolve(name),
    reportApplied: () => {
      calls.push(`reported ${name}`);
      return Promise.resolve();
    },
    reportStatus: () => Promise.resolve(),
    reportCalls: () => Promise.resolve(),
    sendCalls: () => Promise.resolve(),
    sendState: () => Promise.resolve(),
    sendHeartbeat: () => Promise.resolve(),
    sendAnswer: () => Promise.resolve(),
  });
  const both = failoverClient([
    client('one', () => Promise.resolve()),
    client('two', () => Promise.reject(new Error('gone'))),
  ]);
  const follow = () =>
    both.follow(
      () => undefined,
      () => undefined,
      never,
    );
  expect(await both.fetchConfiguration(1, never)).toBe('one');
  await follow();
  expect(await both.fetchConfiguration(1, never)).toBe('two');
  await both.reportApplied({}, never);
  await expect(follow()).rejects.toThrow('gone');
  await follow();
  expect(calls).toEqual(['one', 'reported two', 'two', 'one']);
});
