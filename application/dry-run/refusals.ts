// What sending a command would refuse now, though its device is connected.
import type { Failure } from '../../domain/failure.js';
import type { GraphicAction } from '../../domain/studio/command.js';
import type { DevicePorts } from '../commands/devices.js';
import { noGraphic, type Graphics } from '../commands/graphics.js';
import type { Refusal } from '../ports/commands.js';
import type { DecidedAction } from '../ports/decided-commands.js';

/** What refuses commands. */
export interface RefusalPorts extends DevicePorts {
  readonly graphics: Pick<Graphics, 'find'>;
}

/** Returns why the devices would refuse a command now. */
export const deviceRefusals =
  ({ players, signalLines, cameras, graphics }: RefusalPorts): Refusal<DecidedAction | GraphicAction> =>
  (command): Failure | undefined => {
    if (command.do === 'show' || command.do === 'hide') {
      if (graphics.find(command) === undefined) return noGraphic(command);
      const place = { output: command.output, scene: command.scene };
      return players.refusal?.(command.do === 'show' ? { do: 'show', ...place, texts: {} } : { do: 'hide', ...place });
    }
    if ('output' in command) return players.refusal?.(command);
    return 'signal' in command ? signalLines.refusal(command) : cameras.refusal?.(command);
  };
