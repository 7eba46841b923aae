// Starts a complete service on loopback for tests: a simulated studio in real time, real sockets, and a readable log.
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemClock } from '../../../adapters/node/clock.js';
import type { RequestLogEntry } from '../../../application/calls/request-log.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import type { Installation } from '../../../infra/service/installation.js';
import { composeService, type Service } from '../../../infra/service/service.js';
import { readSettings } from '../../../infra/settings/settings.js';
import { asServiceStudio } from '../../../infra/simulated/studio.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../../simulator/studio.js';
import { memoryLog, type MemoryLog } from '../../application/console/readable-log.js';
import { configuration, panel, rightOf } from '../../domain/fixtures.js';

/** A running service with its studio and logs. */
export interface TestService {
  readonly port: number;
  /** The port for TLS; 0 without a certificate. */
  readonly tlsPort: number;
  /** The service itself. */
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

/** Starts a service with the device `panel` of the domain's tests; in real time, or on the given clock. */
export const startHttpService = async (
  clock: Clock = new SystemClock(),
  environment: Environment = {},
  choices: Partial<Installation> = {},
): Promise<TestService> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-control-http-'));
  const log = memoryLog();
  const studio = simulatedStudio(demoStudio, clock);
  const given = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, ...environment };
  const { settings } = rightOf(readSettings([], given));
  const composed = await composeService(settings, { studio: asServiceStudio(studio), log, clock, ...choices });
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
