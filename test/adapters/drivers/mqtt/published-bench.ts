// A service in real time that publishes its state at Mosquitto, and what the broker keeps.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { connectAsync } from 'mqtt';
import { expect, vi } from 'vitest';
import { SystemClock } from '../../../../adapters/node/clock.js';
import type { Feature } from '../../../../domain/feature.js';
import type { StudioLayout } from '../../../../domain/studio/layout.js';
import type { PublishSection } from '../../../../domain/studio/publish.js';
import { injectCall } from '../../../../features/support/in-process/inject.js';
import { composeService, type Service } from '../../../../infra/service/service.js';
import { readSettings } from '../../../../infra/settings/settings.js';
import { asServiceStudio } from '../../../../infra/simulated/studio.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../../simulator/studio.js';
import { rightOf } from '../../../domain/fixtures.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

/** The passwords of the legacy routes, which nothing else contains. */
export const secrets = ['q7w-secret-studio', 'q7w-secret-server'] as const;

/** A studio that publishes its state. */
export const publishingStudio = (port: number, section: Partial<PublishSection> = {}): StudioLayout => ({
  ...demoStudio,
  ...{ id: secrets[0], serverId: secrets[1] },
  publish: { host: '127.0.0.1', port, prefix: 'studio-one', ...section },
});

/** Returns what a broker keeps, by topic. */
export const keptAt = async (port: number): Promise<ReadonlyMap<string, string>> => {
  const client = await connectAsync({ host: '127.0.0.1', port, protocolVersion: 5, reconnectPeriod: 0 });
  const kept = new Map<string, string>();
  client.on('message', (topic, payload, { retain }) => {
    if (retain) kept.set(topic, payload.toString());
  });
  await client.subscribeAsync('#', { qos: 0 });
  let before = -1;
  while (before < kept.size) {
    before = kept.size;
    await delay(50);
  }
  await client.endAsync(true);
  return kept;
};

/** Lets a broker keep a message on each of these topics. */
export const keepAt = async (port: number, topics: readonly string[]): Promise<void> => {
  const client = await connectAsync({ host: '127.0.0.1', port, protocolVersion: 5, reconnectPeriod: 0 });
  await Promise.all(topics.map((topic) => client.publishAsync(topic, 'on', { qos: 1, retain: true })));
  await client.endAsync();
};

/** Waits until the broker keeps what it should on all of these topics: undefined for nothing. */
export const untilKept = async (
  port: number,
  expected: Readonly<Record<string, string | undefined>>,
): Promise<void> => {
  await vi.waitFor(
    async () => {
      const kept = await keptAt(port);
      expect(Object.fromEntries(Object.keys(expected).map((topic) => [topic, kept.get(topic)]))).toEqual(expected);
    },
    { timeout: 25_000 },
  );
};

export interface PublishingService {
  readonly service: Service;
  /** Calls the API as the host itself; returns the body. */
  readonly call: (path: string, method?: string) => Promise<string>;
  readonly setReadable: (feature: Feature, read: boolean) => void;
  readonly reload: (layout: StudioLayout) => void;
  /** Returns the lines of the service's log that contain a text. */
  readonly logged: (text: string) => readonly string[];
  readonly stop: () => Promise<void>;
}

/** Starts a service on a simulated studio. */
export const publishingService = async (layout: StudioLayout): Promise<PublishingService> => {
  const clock = new SystemClock();
  const studio = simulatedStudio(layout, clock);
  const folder = temporaryFolder();
  const given = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, LOG_FILE: join(folder, 'log') };
  const { settings } = rightOf(readSettings([], given));
  const service = await composeService(settings, { studio: asServiceStudio(studio), clock });
  await service.start();
  return {
    service,
    call: async (path, method = 'GET') => {
      const { body } = await injectCall(service.server.node, {
        from: '127.0.0.1',
        method,
        path: `/api/v2${path}`,
      }).answer();
      return body;
    },
    setReadable: (feature, read) => {
      const { configuration } = service.access.current();
      const features = { ...configuration.features, [feature]: { read, control: read } };
      service.access.apply({ ...configuration, features });
    },
    reload: (changed) => {
      service.layoutIntake.offer(E.right(changed));
    },
    logged: (text) =>
      readFileSync(join(folder, 'log'), 'utf8')
        .split('\n')
        .filter((line) => line.includes(text)),
    stop: async () => {
      studio.stop();
      await service.stop();
    },
  };
};
