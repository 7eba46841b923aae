// Binds a studio: its layout and the drivers of its devices.
import { ContainerModule } from 'inversify';
import { sendWithoutSource, type SendAs } from '../../application/as-run/as-run.js';
import type { Drivers } from '../../application/commands/drivers.js';
import type { CurrentLayout } from '../../application/state/current-layout.js';
import { ids } from './identifiers.js';

/** Binds a studio. `sendAs` attributes commands to their sources, which only simulated devices use. */
export const studioModule = (
  current: CurrentLayout,
  drivers: Drivers,
  isSimulated: boolean,
  sendAs: SendAs = sendWithoutSource,
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ids.currentLayout).toConstantValue(current);
    bind(ids.isSimulated).toConstantValue(isSimulated);
    bind(ids.sendAs).toConstantValue(sendAs);
    bind(ids.drivers).toConstantValue(drivers);
  });
