// Ports whose commands to devices are recorded in the as-run log.
import { interceptDevices, type DevicePorts, type Intercept } from '../commands/intercepted-devices.js';
import { withExpected } from '../journal/expected-effects.js';
import type { StudioState } from '../state/studio-state.js';
import type { AsRun, CommandSource } from './as-run.js';

/** What recording reads. */
export interface RecordingPorts extends DevicePorts {
  readonly studio: Pick<StudioState, 'runtime'>;
}

/**
 * Returns what records commands. The station of `sender` is that of the call or automation; without one, a command is sent
 * for the station that holds the studio.
 */
export const recording =
  (ports: RecordingPorts, { record }: AsRun, sender: CommandSource): Intercept =>
  (command, send) => {
    const source = { ...sender, station: sender.station ?? ports.studio.runtime().holder };
    // Before it is sent: what a take puts on air and what a toggle switches to depend on the state before.
    const expected = withExpected(ports, command);
    return record(source, expected, send);
  };

/** Returns the same ports, whose commands to devices are recorded. */
export const recordDevices = <Ports extends RecordingPorts>(ports: Ports, asRun: AsRun, sender: CommandSource): Ports =>
  interceptDevices(ports, recording(ports, asRun, sender));
