// What the service goes on sending to a console whose stream has ended.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { configurationLink, type ConfigurationLink } from '../../adapters/cloud/configuration-link.js';
import { consoleClient } from '../../adapters/cloud/console-client.js';
import { manualClock } from '../../simulator/clock.js';
import { silent } from '../../features/support/silent-log.js';
import { scriptedConsole, until, type ScriptedConsole } from './link.js';

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
