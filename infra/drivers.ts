// Binds a studio: its layout and the drivers of its devices.
import { ContainerModule } from 'inversify';
import { safeDrivers, type Drivers } from '../application/commands/drivers.js';
import { withRepeats } from '../application/commands/repeated-commands.js';
import type { StudioLayout } from '../domain/studio/layout.js';
import { ids } from './identifiers.js';

/** Binds a studio. Its drivers are wrapped so that an exception in one of them doesn't end the service. */
export const studioModule = (layout: StudioLayout, drivers: Drivers): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ids.layout).toConstantValue(layout);
    bind(ids.drivers)
      .toResolvedValue((log) => safeDrivers(withRepeats(drivers), log), [ids.log])
      .inSingletonScope();
  });
