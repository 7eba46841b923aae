// Composes what follows the tallies of outputs and cameras.
import { ContainerModule } from 'inversify';
import { openTslLink } from '../../adapters/drivers/tsl/tsl.js';
import type { Alarms } from '../../application/alarms/alarms.js';
import type { Acknowledgements } from '../../application/commands/acknowledgement.js';
import type { StudioDevices } from '../../application/commands/devices.js';
import { followTallies, type FollowingDeps } from '../../application/tally/following-signals.js';
import { showTallies, type TallyDisplayDeps } from '../../application/tally/tally-displays.js';
import type { Log } from '../../application/ports/log.js';
import { ids } from './identifiers.js';
import type { StudioParts, TallyActivity } from './part-groups.js';

const followingDeps = (
  { studio, players, clock }: StudioParts,
  { tallyLines: lines }: StudioDevices,
  acknowledgements: Acknowledgements,
  alarms: Alarms,
): FollowingDeps => ({ studio, players, clock, lines, acknowledgements, alarms });

const displayDeps = ({ studio, players, clock }: StudioParts, alarms: Alarms, log: Log): TallyDisplayDeps => ({
  studio,
  players,
  clock,
  alarms,
  log,
  open: openTslLink,
});

const tallyActivity = (following: FollowingDeps, displays: TallyDisplayDeps): TallyActivity => {
  let stops: readonly (() => void)[] = [];
  return {
    start: () => {
      stops = [followTallies(following), showTallies(displays)];
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
};

/** Binds what follows tallies. */
export const tallyModule = new ContainerModule(({ bind }) => {
  const { studioParts, acknowledgements, alarms } = ids;
  bind(ids.followingDeps).toResolvedValue(followingDeps, [studioParts, ids.devices, acknowledgements, alarms]);
  bind(ids.tallyDisplayDeps).toResolvedValue(displayDeps, [studioParts, alarms, ids.log]);
  bind(ids.tallyActivity).toResolvedValue(tallyActivity, [ids.followingDeps, ids.tallyDisplayDeps]);
});
