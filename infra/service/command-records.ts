// Composes what records commands: the as-run log, and the reports of those that have ended.
import type { AsRunFiles } from '../../adapters/audit/as-run-files.js';
import type { Alarms } from '../../application/alarms/alarms.js';
import { asRun } from '../../application/as-run/as-run.js';
import { endedCommands, type EndedCommands } from '../../application/as-run/ended-commands.js';
import type { Acknowledgements } from '../../application/commands/acknowledgement.js';
import type { RecordCommand } from '../../application/ports/decided-commands.js';
import { studioDays } from './as-run.js';
import type { Installation } from './installation.js';

/** The records of commands: the files, what records a command, and what reports those that have ended. */
export interface CommandRecords {
  readonly asRunFiles: AsRunFiles;
  readonly recordCommand: RecordCommand;
  readonly watchEnded: EndedCommands['watch'];
}

/** Opens the records of commands. */
export const commandRecords = async (
  { studio, stores, clock, secrets }: Pick<Installation, 'studio' | 'stores' | 'clock' | 'secrets'>,
  alarms: Alarms,
  acknowledgements: Acknowledgements,
): Promise<CommandRecords> => {
  const dayOf = studioDays(studio.current);
  const asRunFiles = await stores.openAsRun(alarms, dayOf);
  const { sink, watch: watchEnded } = endedCommands(asRunFiles);
  const recordCommand = asRun({ sink, clock, secrets, acknowledgements, dayOf, sendAs: studio.sendAs });
  return { asRunFiles, recordCommand, watchEnded };
};
