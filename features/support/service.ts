// Starts a service in this process, on a simulated studio.
import 'reflect-metadata';
import { strict as assert } from 'node:assert';
import { mkdirSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import type { ServiceStudio } from '../../infra/service/installation.js';
import { composeService, type Service } from '../../infra/service/service.js';
import { readSettings, type Settings } from '../../infra/settings/settings.js';
import type { ManualClock } from '../../simulator/clock.js';

/** Settings as environment variables. */
export type Environment = Readonly<Record<string, string>>;

const settingsFrom = (environment: Environment): Settings => {
  const read = readSettings([], environment);
  assert.ok(E.isRight(read), 'expected valid settings');
  return read.right.settings;
};

/** The log goes to a file, so that the report of the features stays readable. */
const logging: Environment = { LOG_LEVEL: 'error', LOG_FILE: 'reports/features.log' };

/** Composes and starts a service. */
export const startTestService = async (
  studio: ServiceStudio,
  clock: ManualClock,
  environment: Environment,
): Promise<Service> => {
  mkdirSync('reports', { recursive: true });
  const settings = settingsFrom({
    ...logging,
    SERVICE_NAMES: 'studio.broadcast',
    TRUSTED_PROXIES: '198.51.100.200',
    APP_USERNAMES: 'SHOW_CLOCK',
    ...environment,
  });
  const service = await composeService(settings, { studio, clock });
  await service.start();
  return service;
};
