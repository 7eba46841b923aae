// Several consoles that share a database: the service goes on to the next when one fails.
import { expect, it } from 'vitest';
import type { ConsoleClient } from '../../adapters/cloud/console-client.js';
import { failoverClient } from '../../adapters/cloud/failover-client.js';

const never = new AbortController().signal;

it('speaks to one console until its stream ends or fails, and then to the next, round and round', async () => {
  const asked: string[] = [];
  const client = (name: string, follow: () => Promise<void>): ConsoleClient => ({
    follow: () => {
      asked.push(name);
      return follow();
    },
    ask: () => Promise.resolve(name),
    tell: () => {
      asked.push(`told ${name}`);
      return Promise.resolve();
    },
    report: () => Promise.resolve(),
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
  expect(await both.ask(1, never)).toBe('one');
  await follow();
  expect(await both.ask(1, never)).toBe('two');
  await both.tell({}, never);
  await expect(follow()).rejects.toThrow('gone');
  await follow();
  expect(asked).toEqual(['one', 'told two', 'two', 'one']);
});
