// The publisher at a console with many services: what it reads, and how long a change waits.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { configurationPublisher } from '../../../../application/console/sync/configuration-publisher.js';
import {
  type ServiceConnections,
  serviceConnections,
} from '../../../../application/console/sync/service-connections.js';
import type { ChangeEvent, ConsoleStore } from '../../../../application/ports/console-store.js';
import { defaultConfiguration } from '../../../../domain/access/configuration.js';
import { openMemoryStore } from '../../../../features/support/memory-store.js';
import { manualClock } from '../../../../simulator/clock.js';
import { eventually } from '../../../support/eventually.js';
import { type SettableClock, settableClock } from '../../settable-clock.js';
import { memoryLog } from '../readable-log.js';

describe('the publisher at a console with many services', () => {
  const historyEntry = { time: 0, operator: 'admin', action: 'test', summary: 'did it' };
  const ids = Array.from({ length: 200 }, (_, number) => `studio-${String(number)}`);

  let store: ConsoleStore;
  let connections: ServiceConnections;
  let publish: (event: ChangeEvent) => void;
  let reads: (readonly string[])[];
  let sent: string[];

  beforeEach(async () => {
    store = openMemoryStore();
    connections = serviceConnections();
    [reads, sent] = [[], []];
    for (const id of ids) {
      const entry = { studio: { id, name: id }, keyHash: 'key', appliedVersion: null };
      await store.addStudio({ ...entry, configuration: { ...defaultConfiguration(id), version: 1 } }, historyEntry);
      connections.listen(id, {
        keyHash: 'key',
        send: ({ version }) => void sent.push(`${id} ${String(version)}`),
        end: () => undefined,
      });
    }
    const published: ConsoleStore = {
      ...store,
      watch: (watcher) => {
        publish = watcher;
        return () => undefined;
      },
      studios: (read) => {
        reads.push(read);
        return store.studios(read);
      },
    };
    configurationPublisher({ store: published, connections, clock: manualClock(), log: memoryLog() });
  });
  afterEach(() => store.close());

  const allSent = (count: number) =>
    vi.waitFor(() => {
      expect(sent).toHaveLength(count);
    });

  const change = (id: string) =>
    store.change(id, ({ configuration }) =>
      E.right({
        configuration: { ...configuration, version: configuration.version + 1 },
        section: 'access',
        historyEntry,
      }),
    );

  it('@FLEET-3: reads outdated studios in batches', async () => {
    publish('unknown');
    await allSent(200);
    expect(reads.map(({ length }) => length)).toEqual([64, 64, 64, 8]);
  });

  it('@FLEET-3: reads only studios that are outdated after missed notifications', async () => {
    publish('unknown');
    await allSent(200);
    reads.splice(0);
    await change('studio-7');
    publish('unknown');
    await allSent(201);
    expect(reads).toEqual([['studio-7']]);
  });

  it('@FLEET-3: reads no configuration after a report of a service', async () => {
    publish('unknown');
    await allSent(200);
    reads.splice(0);
    for (const studioId of ids) publish({ studioId, section: 'studio', isReport: true });
    await change('studio-7');
    publish({ studioId: 'studio-7', section: 'access' });
    await allSent(201);
    expect(reads).toEqual([['studio-7']]);
  });

  it('@FLEET-3: sends what may have been missed, also beside changes that are known', async () => {
    publish({ studioId: 'studio-0', section: 'access' });
    publish({ studioId: 'studio-1', section: 'access' });
    publish('unknown');
    publish({ studioId: 'studio-2', section: 'access' });
    await allSent(200);
  });
});

describe('old studio keys that expire', () => {
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
});
