// Connects the drivers of connections to a scenario's studio, for each start of its service.
import type { Drivers } from '../../application/commands/drivers.js';
import { attachedDevices } from '../../application/connections/attached-devices.js';
import { driversOnWire } from './wire/drivers.js';
import { currentLayout } from '../../application/state/current-layout.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { playerDefinitions } from '../../domain/studio/output.js';
import type { ManualClock } from '../../simulator/clock.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import { eventually } from '../../test/support/eventually.js';
import type { PlayerConnections } from './playout-drivers.js';
import { silent } from './silent-log.js';

/** How much of the studio's time passes between two checks of a connection that takes some, in milliseconds. */
const connectStepMs = 10;

/** Whether the drivers are connected with every device that isn't offline. */
const isConnected = (studio: SimulatedStudio, { signalLines, cameras, players }: Drivers): boolean =>
  studio.layout.signals.every(({ id }) => signalLines.connected(id) || !studio.signalLines.connected(id)) &&
  studio.layout.cameras.every(({ id }) => cameras.connected(id) || !studio.cameras.connected(id)) &&
  playerDefinitions(studio.layout.outputs).every(
    ({ id }) => players.state(id).connected || !studio.players.state(id).connected,
  );

/** What the drivers connect with. */
export interface DeviceConnectionOptions {
  readonly studio: SimulatedStudio;
  readonly clock: ManualClock;
  /** The content of every file with a secret. */
  readonly secret: string;
  /** Whether a connection takes some of the studio's time. */
  readonly takesTime: boolean;
}

/** Drives the devices of a layout that are attached to connections; the studio's other devices are simulated. */
export const connectDevices = (
  layout: StudioLayout,
  { studio, clock, secret, takesTime }: DeviceConnectionOptions,
): PlayerConnections => {
  let close = (): void => undefined;
  return {
    connect: async (extend) => {
      close();
      const inForce = currentLayout(extend(layout));
      const deps = { clock, log: silent, table: driversOnWire, readSecret: () => Promise.resolve(secret) };
      const attached = attachedDevices(inForce, studio, deps);
      ({ close } = attached);
      await eventually('every device is connected', async () => {
        if (isConnected(studio, attached.drivers)) return true;
        if (takesTime) await clock.advance(connectStepMs);
        return false;
      });
      return { current: inForce, drivers: attached.drivers, isSimulated: true };
    },
    close: () => {
      close();
    },
  };
};
