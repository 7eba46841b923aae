// Sends the commands of steps and callers to the devices that they name.
import type { Cameras } from '../ports/cameras.js';
import type { SendResult } from '../ports/commands.js';
import type { DecidedAction } from '../ports/decided-commands.js';
import type { Players } from '../ports/players.js';
import type { PulsedSignalLines } from './pulses.js';

/** The ports of the studio's devices. */
export interface DevicePorts {
  readonly players: Players;
  readonly signalLines: PulsedSignalLines;
  readonly cameras: Cameras;
}

/** Returns what sends the commands of steps. */
export const actionSender =
  ({ players, signalLines, cameras }: DevicePorts): ((command: DecidedAction) => SendResult) =>
  (command) => {
    if ('output' in command) return players.send(command);
    return 'signal' in command ? signalLines.send(command) : cameras.send(command);
  };
