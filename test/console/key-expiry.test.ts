// Old studio keys that expire while their services are connected, also when the clock of the console is set.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { configurationPublisher } from '../../application/console/sync/configuration-publisher.js';
import { serviceConnections } from '../../application/console/sync/service-connections.js';
import type { ConsoleStore } from '../../application/ports/console-store.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import { openMemoryStore } from '../../features/support/memory-store.js';
import { settableClock, type SettableClock } from '../application/settable-clock.js';
import { eventually } from '../support/eventually.js';
import { memoryLog } from './readable-log.js';

const startMs = 1_000_000;
const overlapMs = 300_000;

let store: ConsoleStore;
let clock: SettableClock;
/** The keys whose connections have ended. */
let ended: string[];
let publish: (studioId: string) => void;

const history = { time: 0, operator: 'admin', action: 'test', summary: 'did it' };
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

beforeEach(async () => {
  [store, clock, ended] = [openMemoryStore(), settableClock(startMs), []];
  const configuration = defaultConfiguration('studio-1');
  const studio = { id: 'studio-1', name: 'Studio One' };
  await store.addStudio({ studio, keyHash: 'new', configuration, appliedVersion: null }, history);
  const connections = serviceConnections();
  let sent = 0;
  for (const keyHash of ['old', 'new'])
    connections.listen('studio-1', {
      keyHash,
      send: () => (sent += 1),
      end: () => void ended.push(keyHash),
    });
  const oldKey = { hash: 'old', validUntil: startMs + overlapMs };
  await store.changeKeys('studio-1', (keys) => ({ ...keys, oldKey }), history);
  ({ publish } = configurationPublisher({ store, connections, clock, log: memoryLog() }));
  publish('studio-1');
  await eventually('the configuration is sent', () => sent === 2);
});
afterEach(() => store.close());

it('@KEY-2: the service that uses the old key is disconnected when it expires, once', async () => {
  await clock.pass(overlapMs - 1, turns);
  expect(ended).toEqual([]);
  await clock.pass(1, turns);
  expect(ended).toEqual(['old']);
  await clock.pass(overlapMs, turns);
  expect(ended).toEqual(['old']);
});

it('@KEY-2: a clock that is set ahead ends the old key within a minute', async () => {
  clock.set(startMs + overlapMs);
  await clock.pass(60_000, turns);
  expect(ended).toEqual(['old']);
});
