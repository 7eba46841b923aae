// Records what the service sends to devices by itself: the ends of pulses, updates of graphics, and signals that follow a tally.
import type { EndPulse } from '../commands/pulses.js';
import type { GraphicDeps } from '../commands/scene-graphic.js';
import type { SignalLines } from '../ports/signal-lines.js';
import type { AsRun } from './as-run.js';

const byItself = { startedBy: null, action: null };

/** Returns a function that sends the ends of pulses, and records them. */
export const pulseEndsIn =
  ({ record }: AsRun): EndPulse =>
  (signal, send) => {
    const source = { ...byItself, caller: `pulse:${signal}`, station: null };
    return record(source, { do: 'switch', signal, on: false }, send);
  };

/** Returns a function that switches a signal that follows a tally, and records that. */
export const tallySwitchesIn =
  ({ record }: AsRun, { send }: Pick<SignalLines, 'send'>): SignalLines['send'] =>
  (command) => {
    const source = { ...byItself, caller: `tally:${command.signal}`, station: null };
    return record(source, command, () => send(command));
  };

/** Returns a function that sends the updates of graphics on air, and records them. */
export const updatesIn =
  ({ record }: AsRun): NonNullable<GraphicDeps['sendUpdate']> =>
  ({ output, scene, station }, send) => {
    const source = { ...byItself, caller: `graphic:${output}`, station };
    return record(source, { do: 'update', output, scene }, send);
  };
