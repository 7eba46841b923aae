// Connects the project's own player drivers to a scenario's studio, for each start of its service.
import { attachedDevices, type AttachedDevices } from '../../application/connections/attached-devices.js';
import { currentLayout } from '../../application/state/current-layout.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { playerDefinitions } from '../../domain/studio/output.js';
import { connectionDrivers } from '../../infra/service/connection-drivers.js';
import type { ManualClock } from '../../simulator/clock.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import type { StudioAndDrivers } from './running-playout.js';
import { silent } from './silent-log.js';
import { eventually } from '../../test/support/eventually.js';

/** The connections of the player drivers. */
export interface PlayerConnections {
  /** Replaces the connections, and returns the studio as a service controls it. */
  readonly connect: StudioAndDrivers['connect'];
  readonly close: () => void;
}

/** Drives the players of a layout; the studio's other devices are simulated. */
export const connectPlayers = (
  layout: StudioLayout,
  studio: SimulatedStudio,
  clock: ManualClock,
): PlayerConnections => {
  let current: AttachedDevices | undefined;
  return {
    connect: async (extend) => {
      current?.close();
      const inForce = currentLayout(extend(layout));
      const readSecret = () => Promise.reject(new Error('there is no secret'));
      current = attachedDevices(inForce, studio, { clock, log: silent, table: connectionDrivers, readSecret });
      const { drivers } = current;
      const isConnected = ({ id }: { readonly id: string }) => drivers.players.state(id).connected;
      await eventually('every player is connected', () => playerDefinitions(layout.outputs).every(isConnected));
      return { current: inForce, drivers, isSimulated: true };
    },
    close: () => current?.close(),
  };
};
