// A simulated studio instead of real devices.
import type { Clock } from '../../application/ports/clock.js';
import { currentLayout } from '../../application/state/current-layout.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio, type Simulation } from '../../simulator/studio.js';
import type { ServiceStudio } from '../service/installation.js';
import { provideStudioFile } from '../service/studio-editing.js';
import type { Settings } from '../settings/settings.js';
import { studioLayout } from '../studio-file/studio-file.js';

/** Reads the layout from `STUDIO_FILE`; the demo studio if it isn't set. */
export const layoutOf = async (settings: Settings): Promise<StudioLayout> => {
  await provideStudioFile(settings);
  return settings.STUDIO_FILE === undefined ? demoStudio : studioLayout(settings.STUDIO_FILE);
};

/** A seed that differs from run to run. */
export const freshSeed = (): number => Date.now() % 2 ** 31;

/** Creates a simulated studio on a clock. */
export const simulate = (layout: StudioLayout, clock: Clock, options: Simulation): SimulatedStudio =>
  simulatedStudio(layout, clock, { seed: freshSeed(), ...options });

/**
 * Returns a simulated studio as a service controls it. Its devices follow the layout in force. `followed` is called once they
 * do.
 */
export const asServiceStudio = (studio: SimulatedStudio, followed: () => void = () => undefined): ServiceStudio => {
  const current = currentLayout(studio.layout);
  current.watchLayout(({ now }) => {
    studio.follow(now);
    followed();
  });
  return { current, drivers: studio, isSimulated: true, sendAs: studio.sendAs };
};
