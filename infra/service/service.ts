// The composition root of the service.
import { Container, type ContainerModule } from 'inversify';
import { asRunModule } from './as-run.js';
import { consoleModule } from './console-module.js';
import { ids } from './identifiers.js';
import { ledgerModule } from './ledger.js';
import { callsModule, connectionsModule, studioPartsModule } from './modules.js';
import type { RunningService } from './running-service.js';
import { sequencesModule } from './sequences.js';
import { storageModules } from './storage-modules.js';
import { tallyModule } from './tally.js';

/** A service that can be started and stopped. */
export type Service = RunningService;

const containerOf = (modules: readonly ContainerModule[]): Container => {
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(...modules, ...storageModules, ledgerModule, asRunModule, tallyModule);
  container.load(studioPartsModule, sequencesModule, callsModule, consoleModule, connectionsModule);
  return container;
};

/** Composes a service from modules that bind the host, a studio's layout, its drivers and its clock. */
export const composeService = (...modules: readonly ContainerModule[]): Promise<Service> =>
  containerOf(modules).getAsync(ids.service);

/** Composes a service some of whose parts `replacements` binds again, such as its files and its network. */
export const composeServiceWith = (
  replacements: ContainerModule,
  ...modules: readonly ContainerModule[]
): Promise<Service> => {
  const container = containerOf(modules);
  container.load(replacements);
  return container.getAsync(ids.service);
};
