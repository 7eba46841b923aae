// How often and when the service asks again: the polls, the fetches while streams fail, and reports after a failure.
import { getEventListeners } from 'node:events';
import { expect, it, vi } from 'vitest';
import { abortableDelay } from '../../../adapters/cloud/backoff.js';
import { configurationLink } from '../../../adapters/cloud/configuration-link.js';
import type { ConsoleClient } from '../../../adapters/cloud/console-client.js';
import { poll } from '../../../adapters/cloud/poll.js';
import { statusReporter } from '../../../adapters/cloud/status-reporter.js';
import { silent } from '../../../features/support/silent-log.js';
import { manualClock } from '../../../simulator/clock.js';

it.each([
  [0, 7_500],
  [0.5, 10_000],
  [0.8, 11_500],
  [0.96, 12_300],
])('with the random number %d, polls are %i ms apart', async (random, intervalMs) => {
  const [clock, stopping] = [manualClock(), new AbortController()];
  const times: number[] = [];
  const start = clock.now();
  const request = (): Promise<void> => {
    times.push(clock.now() - start);
    return Promise.resolve();
  };
  const polling = poll({ clock, random: () => random }, request, stopping.signal);
  await clock.advance(2 * intervalMs + 1);
  stopping.abort();
  await polling;
  expect(times.map(Math.round)).toEqual([intervalMs, 2 * intervalMs]);
});

it.each([true, false])('a delay leaves neither a timer nor a listener (stopped: %s)', async (isStopped) => {
  const [clock, stopping] = [manualClock(), new AbortController()];
  const waiting = abortableDelay(clock, 1_000, stopping.signal);
  expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(1);
  if (isStopped) stopping.abort();
  else await clock.advance(1_000);
  await waiting;
  expect([clock.waiting(), getEventListeners(stopping.signal, 'abort').length]).toEqual([0, 0]);
});

it('the configuration is fetched after the second failed stream, and after each further one', async () => {
  const clock = manualClock();
  const requests: string[] = [];
  const fail = (name: string) => (): Promise<never> => {
    requests.push(name);
    return Promise.reject(new Error('no route to host'));
  };
  const client = { follow: fail('follow'), fetchConfiguration: fail('fetch') } as unknown as ConsoleClient;
  const intake = { offer: vi.fn(), written: () => Promise.resolve(), stop: () => Promise.resolve() };
  const link = configurationLink({ client, intake, version: () => 0, clock, random: () => 0, log: silent });
  link.start();
  await clock.advance(4_000);
  await link.stop();
  expect(requests.slice(0, 7)).toEqual(['follow', 'follow', 'fetch', 'follow', 'fetch', 'follow', 'fetch']);
});

it('the delay after a failed report is short again once a report was acknowledged', async () => {
  const [clock, stopping] = [manualClock(), new AbortController()];
  const start = clock.now();
  const sent: (readonly [number, number])[] = [];
  const failing = [true, true, false, true, false];
  const reportApplied = (applied: object): Promise<void> => {
    sent.push([(applied as { version: number }).version, clock.now() - start]);
    const isFailing = failing[sent.length - 1] === true;
    if (sent.length === 3) reporter.reportApplied({ version: 2 });
    return isFailing ? Promise.reject(new Error('no answer')) : Promise.resolve();
  };
  const client = { reportApplied, reportStatus: () => Promise.resolve() };
  const reporter = statusReporter({ client, clock, random: () => 0, log: silent }, stopping.signal);
  reporter.reportApplied({ version: 1 });
  await clock.advance(60_000);
  await reporter.idle();
  expect(sent).toEqual([
    [1, 0],
    [1, 250],
    [1, 750],
    [2, 750],
    [2, 1_000],
  ]);
  stopping.abort();
});
