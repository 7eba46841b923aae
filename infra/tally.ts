// Composes what follows the tallies of outputs and cameras, and the lines that callers may switch.
import { ContainerModule } from 'inversify';
import type { Alarms } from '../application/alarms/alarms.js';
import type { AsRun } from '../application/as-run/as-run.js';
import { tallySwitchesIn } from '../application/as-run/own-commands.js';
import type { Acknowledgements } from '../application/commands/acknowledgement.js';
import type { PulsedSignalLines } from '../application/commands/pulses.js';
import { followTallies, type FollowingDeps } from '../application/tally/following-signals.js';
import { guardedLines } from '../application/tally/guarded-lines.js';
import { ids } from './identifiers.js';
import type { StudioParts } from './part-groups.js';

/** What follows tallies while the service runs. */
export interface TallyActivity {
  readonly start: () => void;
  /** Switches and sends nothing more. */
  readonly stop: () => void;
}

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

const tallyActivity = (deps: FollowingDeps): TallyActivity => {
  let stop = (): void => undefined;
  return {
    start: () => {
      stop = followTallies(deps);
    },
    stop: () => {
      stop();
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
  bind(ids.tallyActivity).toResolvedValue(tallyActivity, [ids.followingDeps]);
});
