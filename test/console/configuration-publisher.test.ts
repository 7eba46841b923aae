// The publisher at a console with many services: what it reads, and how long a change waits.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import { openMemoryStore } from '../../features/support/memory-store.js';
import { configurationPublisher } from '../../application/console/sync/configuration-publisher.js';
import { serviceConnections, type ServiceConnections } from '../../application/console/sync/service-connections.js';
import type { ConsoleStore, ChangeEvent } from '../../application/ports/console-store.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import { manualClock } from '../../simulator/clock.js';
import { memoryLog } from './readable-log.js';

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
