// Binds a simulated studio in the place of real devices.
import { ContainerModule } from 'inversify';
import type { Clock } from '../../application/ports/clock.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio, type Simulation } from '../../simulator/studio.js';
import { studioModule } from '../drivers.js';
import { ids } from '../identifiers.js';
import type { Settings } from '../settings.js';
import { studioLayout } from '../studio-file.js';

/** The studio of a file; without one it is the demo studio. */
export const layoutOf = async ({ STUDIO_FILE }: Settings): Promise<StudioLayout> =>
  STUDIO_FILE === undefined ? demoStudio : studioLayout(STUDIO_FILE);

/** The seed of a run that nobody asked to replay. */
const anySeed = (): number => Date.now() % 2 ** 31;

/** Builds a simulated studio on a clock. */
export const simulate = (layout: StudioLayout, clock: Clock, how: Simulation): SimulatedStudio =>
  simulatedStudio(layout, clock, { seed: anySeed(), ...how });

/** Binds it as the studio that the service drives. */
export const simulatedModule = (studio: SimulatedStudio): ContainerModule => studioModule(studio.layout, studio);

/** Binds the clock that the service and the simulated studio share. */
export const bindClock = (clock: Clock): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ids.clock).toConstantValue(clock);
  });
