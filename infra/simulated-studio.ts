// Binds a simulated studio in the place of real devices.
import { ContainerModule } from 'inversify';
import type { Clock } from '../application/ports.js';
import type { StudioLayout } from '../domain/studio/layout.js';
import { simulatedStudio, type SimulatedStudio } from '../simulator/studio.js';
import { ids } from './identifiers.js';

/** The seed of a run that nobody asked to replay. */
const anySeed = (): number => Date.now() % 2 ** 31;

/** Builds a simulated studio on a clock. */
export const simulate = (layout: StudioLayout, clock: Clock, seed = anySeed()): SimulatedStudio =>
  simulatedStudio(layout, clock, seed);

/** Its devices, and its clock in the place of the machine's. */
export const simulatedModule = (studio: SimulatedStudio): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ids.layout).toConstantValue(studio.layout);
    bind(ids.players).toConstantValue(studio.players);
    bind(ids.signalLines).toConstantValue(studio.signalLines);
    bind(ids.cameras).toConstantValue(studio.cameras);
  });
