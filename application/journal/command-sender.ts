// Sends the commands of callers to the devices and sequences that they name.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { failure } from '../../domain/failure.js';
import { actionSender, type DevicePorts } from '../commands/action-sender.js';
import type { Graphics } from '../commands/graphics.js';
import type { SendCommand, SendResult } from '../ports/commands.js';
import type { Automations } from '../sequences/automations.js';
import type { Macros } from '../sequences/macros.js';
import type { LayoutInForce } from '../state/current-layout.js';

/** The studio's devices, and the sequences that run commands on them. */
export interface CommandPorts extends DevicePorts {
  readonly graphics: Graphics;
  readonly macros: Macros;
  readonly automations: Automations;
}

/** Returns what sends the commands of callers. A macro that is run gets the caller's name for its own commands. */
export const commandSender = (
  ports: CommandPorts & { readonly studio: Pick<LayoutInForce, 'layout' | 'records'> },
): SendCommand => {
  const toDevices = actionSender(ports);
  const { studio, graphics, macros, automations } = ports;
  const noAutomation = (id: string): SendResult => E.left(failure('not_found', `there is no automation "${id}"`));
  return (command, source) => {
    switch (command.do) {
      case 'show':
        return graphics.show(command, command.station);
      case 'hide':
        return graphics.hide(command);
      case 'run':
      case 'end': {
        const { values, pin } = command;
        return pipe(
          studio.records.macros.find(command.macro),
          E.chain((macro) =>
            command.do === 'end' ? macros.stop(macro) : macros.run(macro, values, source.caller, pin),
          ),
        );
      }
      case 'transition': {
        const automation = studio.layout.automations.find(({ id }) => id === command.automation);
        return automation === undefined
          ? noAutomation(command.automation)
          : automations.transition(automation, command.transition);
      }
      case 'play':
      case 'cue':
      case 'take':
      case 'pause':
      case 'resume':
      case 'seek':
      case 'stop':
      case 'switch':
      case 'toggle':
      case 'pulse':
      case 'recall':
        return toDevices(command);
    }
  };
};
