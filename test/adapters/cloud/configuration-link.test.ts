// A console whose streams begin, and end before they deliver a configuration: each counts as a failed connection.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConfigurationLink, configurationLink } from '../../../adapters/cloud/configuration-link.js';
import { type ConsoleClient, consoleClient } from '../../../adapters/cloud/console-client.js';
import { silent } from '../../../features/support/silent-log.js';
import { manualClock } from '../../../simulator/clock.js';
import { type ScriptedConsole, scriptedConsole, until } from './link.js';

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
    sendAnswer: nothing,
  };
  const intake = { offer: () => ({ version: 0 }), written: nothing, stop: nothing };
  const link = configurationLink({ client, intake, version: () => 0, clock, random: () => 0, log: silent });
  link.start();
  await clock.advance(3_750);
  await link.stop();
  expect(times).toEqual({ streams: [0, 250, 750, 1_750, 3_750], fetches: [250, 750, 1_750, 3_750] });
});

describe('what the service goes on sending to a console whose stream has ended', () => {
  let console: ScriptedConsole;
  let link: ConfigurationLink;
  const watched = new Map<string, boolean>();

  const intake = {
    offer: () => ({ version: 0 }),
    written: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };

  beforeEach(async () => {
    watched.clear();
    console = await scriptedConsole();
    link = configurationLink({
      client: consoleClient({ url: console.url, studioId: 'studio-1', studioKey: () => 'key' }),
      intake: intake,
      version: () => 0,
      onWatched: (topic, isWatched) => watched.set(topic, isWatched),
      clock: manualClock(),
      random: () => 0,
      log: silent,
    });
    link.start();
    await until(() => console.streams.length === 1);
  });
  afterEach(async () => {
    await link.stop();
    await console.close();
  });

  it('@ACTIVITY-1: nothing that operators watched, because it would not notice that they stop', async () => {
    console.streams[0]?.write('event: watch\ndata: {"calls":true,"state":true}\n\n');
    await until(() => watched.get('calls') === true && watched.get('state') === true);
    console.streams[0]?.end();
    await until(() => !link.connected());
    expect([...watched]).toEqual([
      ['calls', false],
      ['state', false],
    ]);
  });
});
