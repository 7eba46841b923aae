// The sequence of a session's inputs: one at a time, whatever becomes of the one before.
import { expect, it } from 'vitest';
import { Session } from '../../../../infra/simulated/session/session.js';
import type { SessionLine } from '../../../../simulator/session/lines.js';
import { sessionClock } from '../../../../simulator/session/session-clock.js';

const settled = (): Promise<void> => Promise.resolve();

const bench = () => {
  const lines: SessionLine[] = [];
  const clock = sessionClock({ real: undefined, startMs: 1_000, paused: true, settled });
  const session = new Session(clock, settled, (line) => void lines.push(line));
  const events: string[] = [];
  const perform = (name: string, handle: () => Promise<void>, hasLine = true) =>
    session.perform(
      (steering) => (hasLine ? { steering, method: 'PUT', target: `/${name}` } : undefined),
      async (number) => {
        events.push(`${name} begins as ${String(number)}`);
        await handle();
        events.push(`${name} ends`);
      },
    );
  return { clock, events, lines, perform, session };
};

const fails = () => Promise.reject(new Error('it failed'));

it('an input that fails ends neither the session nor the inputs that wait', async () => {
  const { events, perform, session } = bench();
  const failed = perform('a', fails);
  const next = perform('b', settled);
  await expect(failed).rejects.toThrow('it failed');
  await next;
  await perform('c', settled);
  expect(events).toEqual(['a begins as 1', 'b begins as 2', 'b ends', 'c begins as 3', 'c ends']);
  await expect(perform('d', fails)).rejects.toThrow('it failed');
  await expect(session.idle()).resolves.toBeUndefined();
});

it('an input is handled once the one before is, at its own time, and one without a line takes no number', async () => {
  const { clock, events, lines, perform, session } = bench();
  let release = (): void => undefined;
  const first = perform('a', () => new Promise((resolve) => (release = resolve)));
  const dropped = perform('dropped', settled, false);
  const second = perform('b', settled);
  await new Promise(setImmediate);
  expect(events).toEqual(['a begins as 1']);
  await clock.advanceTo(1_250);
  release();
  await Promise.all([first, dropped, second]);
  expect(events).toEqual(['a begins as 1', 'a ends', 'b begins as 2', 'b ends']);
  expect(lines).toMatchObject([
    { steering: 1, target: '/a', atMs: 0 },
    { steering: 2, target: '/b', atMs: 250 },
  ]);
  expect(await session.idle()).toBeUndefined();
});
