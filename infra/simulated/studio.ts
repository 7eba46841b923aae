// Binds a simulated studio in the place of real devices.
import type { ContainerModule } from 'inversify';
import type { Clock } from '../../application/ports.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { simulatedStudio, type SimulatedStudio, type Simulation } from '../../simulator/studio.js';
import { studioModule } from '../drivers.js';

/** The seed of a run that nobody asked to replay. */
const anySeed = (): number => Date.now() % 2 ** 31;

/** Builds a simulated studio on a clock. */
export const simulate = (layout: StudioLayout, clock: Clock, how: Simulation): SimulatedStudio =>
  simulatedStudio(layout, clock, { seed: anySeed(), ...how });

/** Binds it as the studio that the service drives. */
export const simulatedModule = (studio: SimulatedStudio): ContainerModule => studioModule(studio.layout, studio);
