// Binds what replaces the layout in force, and what follows it by itself.
import { ContainerModule } from 'inversify';
import type { AsRun } from '../application/as-run/as-run.js';
import { pulseEndsIn, updatesIn } from '../application/as-run/own-commands.js';
import type { Drivers } from '../application/commands/drivers.js';
import { graphics } from '../application/commands/graphics.js';
import { withPulses, type PulsedSignalLines } from '../application/commands/pulses.js';
import type { Clock } from '../application/ports/clock.js';
import type { CurrentLayout } from '../application/state/current-layout.js';
import { layoutIntake } from '../application/state/layout-intake.js';
import { recordChanges } from '../domain/studio/layout-difference.js';
import { ids } from './identifiers.js';

/** Adds pulses to the signal lines. They end with their signals. */
const pulsedLines = (
  { signalLines }: Drivers,
  clock: Clock,
  current: CurrentLayout,
  asRun: AsRun,
): PulsedSignalLines => {
  const lines = withPulses(signalLines, clock, pulseEndsIn(asRun));
  current.watchLayout(({ before, now }) => {
    recordChanges(before.signals, now.signals).removed.forEach(lines.forget);
  });
  return lines;
};

/** Binds the intake of studio files, the graphics, and the signal lines with their pulses. */
export const layoutModule = new ContainerModule(({ bind }) => {
  bind(ids.layoutIntake).toResolvedValue(
    (current, studio, alarms, { log, audit }) => layoutIntake({ current, studio, alarms, log, audit }),
    [ids.currentLayout, ids.studio, ids.alarms, ids.host],
  );
  bind(ids.graphicReports).toResolvedValue(
    (log, asRun) => ({ log, sendUpdate: updatesIn(asRun) }),
    [ids.log, ids.asRun],
  );
  bind(ids.graphics).toResolvedValue(
    (studio, { players }, acknowledgements, clock, reports) =>
      graphics({ studio, players, acknowledgements, clock, ...reports }),
    [ids.studio, ids.drivers, ids.acknowledgements, ids.clock, ids.graphicReports],
  );
  bind(ids.pulsedLines).toResolvedValue(pulsedLines, [ids.drivers, ids.clock, ids.currentLayout, ids.asRun]);
});
