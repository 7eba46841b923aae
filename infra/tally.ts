// Composes what follows the tallies of outputs and cameras, and the lines that callers may switch.
import { ContainerModule } from 'inversify';
import { openTslLink } from '../adapters/drivers/tsl/tsl.js';
import type { Alarms } from '../application/alarms/alarms.js';
import type { AsRun } from '../application/as-run/as-run.js';
import { tallySwitchesIn } from '../application/as-run/own-commands.js';
import type { Acknowledgements } from '../application/commands/acknowledgement.js';
import type { PulsedSignalLines } from '../application/commands/pulses.js';
import { followTallies, type FollowingDeps } from '../application/tally/following-signals.js';
import { guardedLines } from '../application/tally/guarded-lines.js';
import { showTallies, type TallyDisplayDeps } from '../application/tally/tally-displays.js';
import type { Log } from '../application/ports/log.js';
import { ids } from './identifiers.js';
import type { StudioParts, TallyActivity } from './part-groups.js';

const followingDeps = (
  { studio, players, clock }: StudioParts,
  lines: PulsedSignalLines,
  acknowledgements: Acknowledgements,
  alarms: Alarms,
  asRun: AsRun,
): FollowingDeps => ({
  studio,
  players,
  clock,
  lines,
  acknowledgements,
  alarms,
  send: tallySwitchesIn(asRun, lines),
});

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
  const { studioParts, pulsedLines, acknowledgements, alarms, asRun } = ids;
  bind(ids.callersLines).toResolvedValue(
    (lines, current) => guardedLines(lines, { records: () => current.records }),
    [pulsedLines, ids.currentLayout],
  );
  bind(ids.followingDeps).toResolvedValue(followingDeps, [studioParts, pulsedLines, acknowledgements, alarms, asRun]);
  bind(ids.tallyDisplayDeps).toResolvedValue(displayDeps, [studioParts, alarms, ids.log]);
  bind(ids.tallyActivity).toResolvedValue(tallyActivity, [ids.followingDeps, ids.tallyDisplayDeps]);
});
