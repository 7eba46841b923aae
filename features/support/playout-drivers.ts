// A studio whose outputs the project's own drivers play, for each start of a scenario's service.
import type { ContainerModule } from 'inversify';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { studioModule } from '../../infra/drivers.js';
import { drivenPlayers, type DrivenPlayers } from '../../infra/players.js';
import type { ManualClock } from '../../simulator/clock.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import { silent } from './silent-log.js';
import { eventually } from './eventually.js';

/** What binds a studio for each start of its service, and lets go of it at last. */
export interface Driving {
  readonly connect: () => Promise<ContainerModule>;
  readonly close: () => void;
}

/** Drives the players of a layout; the studio's other devices are the simulated ones. */
export const driving = (layout: StudioLayout, studio: SimulatedStudio, clock: ManualClock): Driving => {
  let used: DrivenPlayers | undefined;
  return {
    connect: async () => {
      used?.close();
      const { players, close } = drivenPlayers(layout, studio.players, { clock, log: silent });
      used = { players, close };
      const isConnected = ({ id }: { readonly id: string }) => players.state(id).connected;
      await eventually('every player is connected', () => layout.outputs.every(isConnected));
      return studioModule(layout, { ...studio, players });
    },
    close: () => used?.close(),
  };
};
