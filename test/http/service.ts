// A whole service on loopback for tests: a simulated studio in real time, real sockets, and a log that can be read.
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContainerModule } from 'inversify';
import { SystemClock } from '../../adapters/node/clock.js';
import { SystemSecrets } from '../../adapters/node/secrets.js';
import type { RequestLogEntry } from '../../application/calls/request-log.js';
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import { ids } from '../../infra/identifiers.js';
import { composeService, type Service } from '../../infra/service.js';
import { readSettings } from '../../infra/settings.js';
import { simulatedModule } from '../../infra/simulated/studio.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import { readableLog, type ReadableLog } from '../console/readable-log.js';
import { configuration, panel, rightOf } from '../domain/fixtures.js';

/** A running service, and what can be seen of it. */
export interface TestService {
  readonly port: number;
  readonly service: Service;
  readonly studio: SimulatedStudio;
  readonly log: ReadableLog;
  /** The request log, newest first. */
  readonly requests: () => readonly RequestLogEntry[];
  readonly apply: (changes: Partial<AccessConfiguration>) => void;
  readonly close: () => Promise<void>;
}

const boundTo = (folder: string, log: ReadableLog): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder };
    bind(ids.settings).toConstantValue(rightOf(readSettings([], environment)).settings);
    bind(ids.secrets).to(SystemSecrets).inSingletonScope();
    bind(ids.log).toConstantValue(log);
    bind(ids.clock).to(SystemClock).inSingletonScope();
  });

/** Starts a service that knows the device `panel` of the domain's tests. */
export const startService = async (): Promise<TestService> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-control-http-'));
  const [log, studio] = [readableLog(), simulatedStudio(demoStudio, new SystemClock())];
  const service = await composeService(boundTo(folder, log), simulatedModule(studio));
  const { port } = await service.start();
  const apply = (changes: Partial<AccessConfiguration>): void => {
    service.access.apply(configuration({ devices: [panel], ...changes }));
  };
  apply({});
  return {
    ...{ port, service, studio, log, apply },
    requests: () => service.requestLog.entries(),
    close: async () => {
      await service.stop();
      studio.stop();
      await rm(folder, { recursive: true });
    },
  };
};
