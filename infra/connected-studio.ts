// Binds a studio's real devices: what its drivers reach, and for everything else the plain word that nothing does.
import type { ContainerModule } from 'inversify';
import { unconnectedDrivers } from '../adapters/unconnected/devices.js';
import type { Clock } from '../application/ports/clock.js';
import type { Log } from '../application/ports/log.js';
import type { StudioLayout } from '../domain/studio/layout.js';
import { studioModule } from './drivers.js';
import { StartupError } from './startup-errors.js';
import { drivenPlayers, isPlayed } from './players.js';
import type { Settings } from './settings.js';
import { studioLayout } from './studio-file.js';

/** The studio that is told; there is none to make up where devices are real. */
export const connectedLayout = ({ STUDIO_FILE }: Settings): Promise<StudioLayout> => {
  if (STUDIO_FILE === undefined) throw new StartupError('STUDIO_FILE: expected the file that describes the studio');
  return studioLayout(STUDIO_FILE);
};

/** A studio whose devices are reached. */
export interface ConnectedStudio {
  readonly module: ContainerModule;
  /** Lets go of the devices. */
  readonly close: () => void;
}

/** Connects to the devices that the layout gives an address, and stays connected until closed. */
export const connectStudio = (layout: StudioLayout, clock: Clock, log: Log): ConnectedStudio => {
  const others = unconnectedDrivers(layout);
  const { players, close } = drivenPlayers(layout, others.players, { clock, log });
  return { module: studioModule(layout, { ...others, players }), close };
};

const named = (kind: string, names: readonly string[]): readonly string[] =>
  names.length === 0 ? [] : [`${kind} ${names.join(', ')}`];

/** What an operator reads of devices that no driver reaches; nothing where there are none. */
export const unconnectedLines = ({ outputs, signals, cameras }: StudioLayout): readonly string[] => {
  const unreached = [
    ...named(
      'the outputs',
      outputs.filter((output) => !isPlayed(output)).map(({ slot }) => slot),
    ),
    ...named(
      'the signals',
      signals.map(({ identifier }) => identifier),
    ),
    ...named(
      'the cameras',
      cameras.map(({ id }) => id),
    ),
  ];
  return unreached.length === 0 ? [] : [`           no driver is connected to ${unreached.join('; ')}`];
};
