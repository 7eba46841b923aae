// Binds a studio: its layout and the drivers of its devices.
import { ContainerModule } from 'inversify';
import { unconnectedDrivers } from '../adapters/unconnected/devices.js';
import { sendWithoutSource, type SendAs } from '../application/as-run/as-run.js';
import { safeDrivers, type Drivers } from '../application/commands/drivers.js';
import { withHeldClips } from '../application/commands/held-clips.js';
import { withRepeats } from '../application/commands/repeated-commands.js';
import type { CurrentLayout } from '../application/state/current-layout.js';
import { ids } from './identifiers.js';

/**
 * Binds a studio. Its drivers are wrapped so that an exception in one of them doesn't end the service. `sendAs` attributes
 * commands to their sources, which only simulated devices use.
 */
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
    bind(ids.drivers)
      .toResolvedValue(
        (log, clock) => {
          const safe = safeDrivers(drivers, unconnectedDrivers(current), log);
          return withRepeats({ ...safe, players: withHeldClips(safe.players, clock) });
        },
        [ids.log, ids.clock],
      )
      .inSingletonScope();
  });
