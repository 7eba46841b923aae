// Sends commands to the devices and sequences that they name.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { AutomationCommand, DeviceAction, MacroCommand, GraphicAction } from '../../domain/studio/command.js';
import { failure } from '../../domain/failure.js';
import type { ParameterValues } from '../../domain/studio/macro-parameters.js';
import type { CommandSource } from '../as-run/as-run.js';
import type { Cameras } from '../ports/cameras.js';
import type { SendResult } from '../ports/commands.js';
import type { ClipSelection, Players } from '../ports/players.js';
import type { Automations } from '../sequences/automations.js';
import type { Macros } from '../sequences/macros.js';
import type { LayoutInForce } from '../state/current-layout.js';
import type { Graphics } from './graphics.js';
import type { PulsedSignalLines } from './pulses.js';

/** The ports of the studio's devices. */
export interface DevicePorts {
  readonly players: Players;
  readonly signalLines: PulsedSignalLines;
  readonly cameras: Cameras;
}

/** The studio's devices, and the sequences that run commands on them. */
export interface CommandPorts extends DevicePorts {
  readonly graphics: Graphics;
  readonly macros: Macros;
  readonly automations: Automations;
}

/** A command to devices as it was decided: with the definition of its clip. */
export type DecidedAction = DeviceAction<ClipSelection>;

/** A run of a macro has the values of its parameters, and the station that its caller is pinned to. */
export type DecidedMacroCommand = MacroCommand & { readonly values?: ParameterValues; readonly pin?: string | null };

/** A command as it was decided. */
export type DecidedCommand = DecidedAction | GraphicAction | DecidedMacroCommand | AutomationCommand;

/** Sends a command on behalf of a source. */
export type SendAs<Sent = DecidedCommand> = (command: Sent, source: CommandSource) => SendResult;

/** Returns what sends the commands of steps. */
export const actionSender =
  ({ players, signalLines, cameras }: DevicePorts): ((command: DecidedAction) => SendResult) =>
  (command) => {
    switch (command.do) {
      case 'play':
      case 'cue':
      case 'take':
      case 'pause':
      case 'resume':
      case 'seek':
      case 'stop':
        return players.send(command);
      case 'switch':
        return signalLines.send(command);
      case 'toggle':
        return signalLines.toggle(command.signal);
      case 'pulse':
        return signalLines.pulse(command.signal, command.ms);
      case 'recall':
        return cameras.send(command);
    }
  };

/** Returns what sends the commands of callers. A macro that is run gets the caller's name for its own commands. */
export const commandSender = (
  ports: CommandPorts & { readonly studio: Pick<LayoutInForce, 'layout' | 'records'> },
): SendAs => {
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
