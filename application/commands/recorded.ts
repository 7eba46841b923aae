// Records the commands of callers and steps while they are sent.
import type { Command } from '../../domain/studio/command.js';
import { withExpected, type ShownStudio } from '../../domain/studio/command-effect.js';
import type { RecordCommand, SendCommand } from '../ports/decided-commands.js';
import type { StudioState } from '../state/studio-state.js';
import type { DevicePorts } from './devices.js';

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
interface RecordedPorts extends ExpectationPorts {
  readonly studio: Pick<StudioState, 'runtime'>;
}

/**
 * Returns the same `send`, whose commands are recorded. Without a station of its source, a command is sent for the station that
 * holds the studio.
 */
export const recorded = <Sent extends Command>(
  record: RecordCommand,
  ports: RecordedPorts,
  send: SendCommand<Sent>,
): SendCommand<Sent> => {
  const shown = shownDevices(ports);
  return (command, source) =>
    // What a take puts on air and what a toggle switches to depend on the state before they are sent.
    record({ ...source, station: source.station ?? ports.studio.runtime().holder }, withExpected(command, shown), () =>
      send(command, source),
    );
};
