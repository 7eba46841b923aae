// Binds what keeps a repetition after a restart from being sent: the action journal, and the answers of an earlier run.
import { ContainerModule } from 'inversify';
import { journalFile } from '../adapters/storage/journal-file.js';
import { keptAnswersFile } from '../adapters/storage/kept-answers-file.js';
import { actionJournal } from '../application/journal/action-journal.js';
import { interruptedCalls } from '../application/journal/interrupted-calls.js';
import { ids } from './identifiers.js';

export const journalModule = new ContainerModule(({ bind }) => {
  const { clock, log, journalFile: file, interrupted } = ids;
  bind(file).toResolvedValue((folder, log) => journalFile({ folder, log }), [ids.folder, log]);
  bind(interrupted).toResolvedValue(async (file, clock) => interruptedCalls(await file.load(), clock), [file, clock]);
  bind(ids.keptAnswersFile).toResolvedValue(
    (folder, { layout }, log) => keptAnswersFile({ folder, studioId: layout.id, log }),
    [ids.folder, ids.currentLayout, log],
  );
  bind(ids.journal).toResolvedValue(
    (file, clock, log, { unexpired }) => actionJournal({ file, clock, log, kept: unexpired }),
    [file, ids.machineClock, log, interrupted],
  );
  bind(ids.journaling).toResolvedValue(
    (journal, interrupted, asRun, asRunFiles) => ({ journal, interrupted, asRun, asRunFiles }),
    [ids.journal, interrupted, ids.asRun, ids.asRunFiles],
  );
});
