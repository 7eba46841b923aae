// Binds a studio's real devices. Devices without a driver answer `device_unavailable`.
import { KeptWires } from '../../adapters/node/kept-wires.js';
import { unconnectedDrivers } from '../../adapters/unconnected/devices.js';
import { floodReports, type FloodReports } from '../../application/alarms/flood-alarms.js';
import { attachedDevices } from '../../application/connections/attached-devices.js';
import { ConnectionStates } from '../../application/connections/connection-states.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import type { CurrentLayout } from '../../application/state/current-layout.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { connectionDrivers } from './connection-drivers.js';
import type { ServiceStudio } from './installation.js';
import { provideStudioFile } from './studio-editing.js';
import { StartupError } from '../machine/startup-errors.js';
import { readSecretFile } from '../settings/secret-files.js';
import type { Settings } from '../settings/settings.js';
import { studioLayout } from '../studio-file/studio-file.js';

/** Reads the layout from `STUDIO_FILE`, which is required for real devices. */
export const connectedLayout = async (settings: Settings): Promise<StudioLayout> => {
  const { STUDIO_FILE } = settings;
  if (STUDIO_FILE === undefined)
    throw new StartupError('STUDIO_FILE: expected the file that describes the studio, or DEVICES=simulated');
  await provideStudioFile(settings);
  return studioLayout(STUDIO_FILE);
};

/** A studio with connections to its devices. */
export interface ConnectedStudio {
  readonly studio: ServiceStudio;
  readonly floods: FloodReports;
  /** Closes the connections. Resolves once the devices have been sent what ends them. */
  readonly close: () => Promise<void>;
}

/** Connects to the devices that have an address in the layout in force, until closed. */
export const connectStudio = (current: CurrentLayout, clock: Clock, log: Log): ConnectedStudio => {
  const floods = floodReports();
  const states = new ConnectionStates(clock);
  const wires = new KeptWires(clock);
  const deps = {
    clock,
    log,
    flooded: floods.note,
    states,
    wires,
    table: connectionDrivers,
    readSecret: readSecretFile,
  };
  const { drivers, reopen, close, whenClosed } = attachedDevices(current, unconnectedDrivers(current), deps);
  return {
    studio: { current, drivers, states, wires, reopen, isSimulated: false },
    floods,
    close: () => {
      close();
      return whenClosed();
    },
  };
};

const named = (kind: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`${kind} ${names.join(', ')}`];

/** A line for the operator that lists the devices without a driver; none if all have one. */
export const unconnectedLines = ({ outputs, signals, cameras }: StudioLayout): readonly string[] => {
  const unconnectedDevices = [
    ...named(
      'the outputs',
      outputs.filter(({ player }) => player === undefined).map(({ slot }) => slot),
    ),
    ...named(
      'the signals',
      signals.filter(({ line }) => line === undefined).map(({ identifier }) => identifier),
    ),
    ...named(
      'the cameras',
      cameras.filter(({ head }) => head === undefined).map(({ id }) => id),
    ),
  ];
  return unconnectedDevices.length === 0
    ? []
    : [`           no driver is connected to ${unconnectedDevices.join('; ')}`];
};
