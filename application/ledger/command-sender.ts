// Sends the commands of callers to the devices and sequences that they name.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { CommandSource } from '../../domain/as-run.js';
import type { AutomationCommand } from '../../domain/studio/command.js';
import { actionSender, type DevicePorts } from '../commands/devices.js';
import type { Graphics } from '../commands/graphics.js';
import type { SendResult } from '../ports/commands.js';
import type { DecidedMacroCommand, SendCommand } from '../ports/decided-commands.js';
import { findAutomation, type Automations } from '../sequences/automations.js';
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
  const { studio, graphics, macros, automations } = ports;
  const toDevices = actionSender(ports);

  const toMacro = ({ do: verb, macro: id, values, pin }: DecidedMacroCommand, { caller }: CommandSource): SendResult =>
    pipe(
      studio.records.macros.find(id),
      E.chain((macro) => (verb === 'end' ? macros.stop(macro) : macros.run(macro, values, caller, pin))),
    );

  const toAutomation = ({ automation: id, transition }: AutomationCommand): SendResult =>
    pipe(
      findAutomation(studio, id),
      E.chain((automation) => automations.transition(automation, transition)),
    );

  return (command, source) => {
    if ('macro' in command) return toMacro(command, source);
    if ('automation' in command) return toAutomation(command);
    if (command.do === 'show') return graphics.show(command, command.station);
    return command.do === 'hide' ? graphics.hide(command) : toDevices(command);
  };
};
