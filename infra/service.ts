// The composition root of the service.
import { Container, type ContainerModule } from 'inversify';
import { asRunModule } from './as-run.js';
import { consoleModule } from './console-module.js';
import { ids } from './identifiers.js';
import { layoutModule } from './layout-module.js';
import { journalModule } from './journal.js';
import { callsModule, connectionsModule, studioPartsModule } from './modules.js';
import type { RunningService } from './running-service.js';
import { sequencesModule } from './sequences.js';
import { storageModules } from './storage-modules.js';
import { tallyModule } from './tally.js';

/** A service that can be started and stopped. */
export type Service = RunningService;

/** Composes a service from modules that bind the host, a studio's layout, its drivers and its clock. */
export const composeService = (...modules: readonly ContainerModule[]): Promise<Service> => {
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(...modules, ...storageModules, layoutModule, journalModule, asRunModule, tallyModule);
  container.load(studioPartsModule, sequencesModule, callsModule, consoleModule, connectionsModule);
  return container.getAsync(ids.service);
};
