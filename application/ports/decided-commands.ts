// Commands as they are decided, on their way to what they name.
import type { CommandSource } from '../../domain/as-run.js';
import type {
  AutomationCommand,
  Command,
  DeviceAction,
  GraphicAction,
  MacroCommand,
} from '../../domain/studio/command.js';
import type { ParameterValues } from '../../domain/studio/macro-parameters.js';
import type { SendResult } from './commands.js';
import type { ClipSelection } from './players.js';

/** A command to devices as it was decided: with the definition of its clip. */
export type DecidedAction = DeviceAction<ClipSelection>;

/** A run of a macro has the values of its parameters, and the station that its caller is pinned to. */
export type DecidedMacroCommand = MacroCommand & { readonly values?: ParameterValues; readonly pin?: string | null };

/** A command as it was decided. */
export type DecidedCommand = DecidedAction | GraphicAction | DecidedMacroCommand | AutomationCommand;

/** Sends a command on behalf of a source. */
export type SendCommand<Sent = DecidedCommand> = (command: Sent, source: CommandSource) => SendResult;

/** Sends a command through `send` on behalf of a source, and records it if it was sent. Returns what `send` returned. */
export type RecordCommand = (source: CommandSource, command: Command, send: () => SendResult) => SendResult;

/** Sends a command without recording it. */
export const unrecorded: RecordCommand = (_source, _command, send) => send();

/** Returns the source of a command that the service sends by itself; `station` is that of a graphic. */
export const byItself = (caller: string, station: string | null = null): CommandSource => ({
  startedBy: null,
  action: null,
  caller,
  station,
});
