// Ports whose commands, those to macros included, are recorded in the as-run log.
import type { CommandPorts } from '../commands/command-ports.js';
import { interceptCommands } from '../journal/intercepted-commands.js';
import type { AsRun, CommandSource } from './as-run.js';
import { recording, type RecordingPorts } from './recorded-devices.js';

/** Returns the same ports, whose commands are recorded. A macro that is run gets the caller's name for its own commands. */
export const recordCommands = <Ports extends CommandPorts & RecordingPorts>(
  ports: Ports,
  asRun: AsRun,
  sender: CommandSource,
): Ports => {
  const { run } = ports.macros;
  const runAs: typeof run = (macro, values, _startedBy, pin) => run(macro, values, sender.caller, pin);
  return interceptCommands({ ...ports, macros: { ...ports.macros, run: runAs } }, recording(ports, asRun, sender));
};
