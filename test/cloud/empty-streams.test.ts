// A console whose streams begin, and end before they deliver a configuration: each counts as a failed connection.
import { expect, it } from 'vitest';
import { configurationLink } from '../../adapters/cloud/configuration-link.js';
import type { ConsoleClient } from '../../adapters/cloud/console-client.js';
import { silent } from '../../features/support/silent-log.js';
import { manualClock } from '../../simulator/clock.js';

const nothing = (): Promise<void> => Promise.resolve();

it('is connected with growing delays, and asked for the configuration from the second stream on', async () => {
  const clock = manualClock();
  const startMs = clock.now();
  const times = { streams: [] as number[], fetches: [] as number[] };
  const client: ConsoleClient = {
    follow: (_onEvent, onActivity) => {
      times.streams.push(clock.now() - startMs);
      onActivity();
      return Promise.resolve();
    },
    fetchConfiguration: () => {
      times.fetches.push(clock.now() - startMs);
      return Promise.resolve(undefined);
    },
    reportApplied: nothing,
    reportStatus: nothing,
    reportCalls: nothing,
    sendCalls: nothing,
    sendState: nothing,
    sendHeartbeat: nothing,
  };
  const intake = { offer: () => ({ version: 0 }), written: nothing, stop: nothing };
  const link = configurationLink({ client, intake, version: () => 0, clock, random: () => 0, log: silent });
  link.start();
  await clock.advance(3_750);
  await link.stop();
  expect(times).toEqual({ streams: [0, 250, 750, 1_750, 3_750], fetches: [250, 750, 1_750, 3_750] });
});
