// Sends commands, and records them in the as-run log.
import type { Command } from '../../domain/studio/command.js';
import { withExpected, type ShownStudio } from '../../domain/studio/command-effect.js';
import type { DevicePorts } from '../commands/action-sender.js';
import type { SendCommand } from '../ports/decided-commands.js';
import type { StudioState } from '../state/studio-state.js';
import type { AsRun } from './as-run.js';

/** What the expected effects of commands are read from. */
export interface ExpectationPorts {
  readonly players: Pick<DevicePorts['players'], 'state'>;
  readonly signalLines: Pick<DevicePorts['signalLines'], 'pendingValue'>;
}

/** Returns what is expected of commands. */
export const shownDevices = ({ players, signalLines }: ExpectationPorts): Pick<ShownStudio, 'scene' | 'nextValue'> => ({
  scene: (output, scene) => {
    const { connected, scenes } = players.state(output);
    return connected ? scenes.find(({ id }) => id === scene) : undefined;
  },
  nextValue: (signal) => signalLines.pendingValue(signal),
});

/** What recording reads of the studio. */
export interface RecordedStudio extends Pick<ShownStudio, 'scene' | 'nextValue'> {
  /** Returns the station that holds the studio; null for none. */
  readonly holder: () => string | null;
}

/** Returns what the as-run log reads of the studio. */
export const recordedStudio = (
  ports: ExpectationPorts & { readonly studio: Pick<StudioState, 'runtime'> },
): RecordedStudio => ({ ...shownDevices(ports), holder: () => ports.studio.runtime().holder });

/**
 * Returns the same `send`, whose commands are recorded. Without a station of its source, a command is sent for the station that
 * holds the studio.
 */
export const recorded =
  <Sent extends Command>({ record }: AsRun, studio: RecordedStudio, send: SendCommand<Sent>): SendCommand<Sent> =>
  (command, source) =>
    // What a take puts on air and what a toggle switches to depend on the state before they are sent.
    record({ ...source, station: source.station ?? studio.holder() }, withExpected(command, studio), () =>
      send(command, source),
    );
