// Binds a studio: how it is laid out, and what drives its devices.
import { ContainerModule } from 'inversify';
import { safeDrivers, type Drivers } from '../application/commands/drivers.js';
import type { StudioLayout } from '../domain/studio/layout.js';
import { ids } from './identifiers.js';

/** Binds a studio, its drivers in such a way that none of them can end the service. */
export const studioModule = (layout: StudioLayout, drivers: Drivers): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ids.layout).toConstantValue(layout);
    bind(ids.drivers)
      .toResolvedValue((log) => safeDrivers(drivers, log), [ids.log])
      .inSingletonScope();
    bind(ids.players).toResolvedValue(({ players }) => players, [ids.drivers]);
    bind(ids.signalLines).toResolvedValue(({ signalLines }) => signalLines, [ids.drivers]);
    bind(ids.cameras).toResolvedValue(({ cameras }) => cameras, [ids.drivers]);
  });
