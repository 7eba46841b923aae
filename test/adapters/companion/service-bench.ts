// A service on the simulated demo studio, which can be stopped and started again while the devices go on.
import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { SystemClock } from '../../../adapters/node/clock.js';
import { composeService, type Service } from '../../../infra/service/service.js';
import { readSettings } from '../../../infra/settings/settings.js';
import { asServiceStudio } from '../../../infra/simulated/studio.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { hashToken, panel, token } from '../../domain/fixtures.js';
import { freePort } from '../../support/loopback.js';

const settingsFrom = (environment: Readonly<Record<string, string>>) => {
  const read = readSettings([], { HOST: '127.0.0.1', LOG_LEVEL: 'error', ...environment });
  if (E.isLeft(read)) throw new Error(JSON.stringify(read.left));
  return read.right.settings;
};

/** The tokens of a device that may only read, and of one that may do everything. */
export const [readOnlyToken, controlToken] = [token(1), token(2)];

const admitPanels = ({ access }: Service): void => {
  const { configuration } = access.current();
  const devices = [
    { ...panel, access: 'read_only' as const },
    { ...panel, id: 'desk', name: 'Desk', tokenHash: hashToken(controlToken) },
  ];
  access.apply({ ...configuration, version: configuration.version + 1, devices });
};

type Environment = Readonly<Record<string, string>>;

const openBench = async (environment: Environment) => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-companion-'));
  const port = await freePort();
  const clock = new SystemClock();
  const studio = simulatedStudio(demoStudio, clock, { seed: 1 });
  const settings = settingsFrom({ PORT: String(port), DATA_DIR: folder, ...environment });
  let service: Service | undefined;

  const start = async (): Promise<void> => {
    service = await composeService(settings, { studio: asServiceStudio(studio), clock });
    await service.start();
    if (settings.TRUST_LOOPBACK === 'off') admitPanels(service);
  };
  const stop = async (): Promise<void> => {
    await service?.stop();
    service = undefined;
  };
  await start();
  return {
    studio,
    settings: { host: '127.0.0.1', port, token: '' },
    start,
    stop,
    call: (path: string) => fetch(`http://127.0.0.1:${String(port)}/api/v2${path}`),
    reload: (layout: StudioLayout): void => {
      service?.layoutIntake.offer(E.right(layout));
    },
    close: async (): Promise<void> => {
      await stop();
      studio.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A service that runs. */
export type ServiceBench = Awaited<ReturnType<typeof openBench>>;

/** Starts a service. Unless `TRUST_LOOPBACK` is `off`, callers of this machine may do everything. */
export const serviceBench = (environment: Environment = {}): Promise<ServiceBench> => openBench(environment);
