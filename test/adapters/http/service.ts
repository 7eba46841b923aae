// Starts a complete service on loopback for tests: a simulated studio in real time, real sockets, and a readable log.
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContainerModule } from 'inversify';
import { SystemClock } from '../../../adapters/node/clock.js';
import { SystemSecrets } from '../../../adapters/node/secrets.js';
import type { RequestLogEntry } from '../../../application/calls/request-log.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import { ids } from '../../../infra/service/identifiers.js';
import { composeService, type Service } from '../../../infra/service/service.js';
import { readSettings } from '../../../infra/settings/settings.js';
import { simulatedModule } from '../../../infra/simulated/studio.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../../simulator/studio.js';
import { memoryLog, type MemoryLog } from '../../application/console/readable-log.js';
import { configuration, panel, rightOf } from '../../domain/fixtures.js';

/** A running service with its studio and logs. */
export interface TestService {
  readonly port: number;
  /** The port for TLS; 0 without a certificate. */
  readonly tlsPort: number;
  /** The service itself, with its container. */
  readonly composed: Service;
  readonly studio: SimulatedStudio;
  readonly log: MemoryLog;
  /** Returns the request log, newest first. */
  readonly requests: () => readonly RequestLogEntry[];
  /** Puts a configuration with these changes in force. */
  readonly apply: (changes: Partial<AccessConfiguration>) => void;
  readonly close: () => Promise<void>;
}

/** Settings as environment variables. */
type Environment = Readonly<Record<string, string>>;

const testModule = (folder: string, log: MemoryLog, clock: Clock, extra: Environment): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, ...extra };
    bind(ids.settings).toConstantValue(rightOf(readSettings([], environment)).settings);
    bind(ids.secrets).to(SystemSecrets).inSingletonScope();
    bind(ids.log).toConstantValue(log);
    bind(ids.clock).toConstantValue(clock);
  });

/** Starts a service with the device `panel` of the domain's tests; in real time, or on the given clock. */
export const startHttpService = async (
  clock: Clock = new SystemClock(),
  environment: Environment = {},
  ...modules: readonly ContainerModule[]
): Promise<TestService> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-control-http-'));
  const log = memoryLog();
  const studio = simulatedStudio(demoStudio, clock);
  const composed = await composeService(
    testModule(folder, log, clock, environment),
    simulatedModule(studio),
    ...modules,
  );
  const { port, tls } = await composed.start();
  const apply = (changes: Partial<AccessConfiguration>): void => {
    composed.access.apply(configuration({ devices: [panel], ...changes }));
  };
  apply({});
  return {
    port,
    tlsPort: tls?.port ?? 0,
    composed,
    studio,
    log,
    apply,
    requests: () => composed.requestLog.entries(),
    close: async () => {
      await composed.stop();
      studio.stop();
      await rm(folder, { recursive: true });
    },
  };
};
