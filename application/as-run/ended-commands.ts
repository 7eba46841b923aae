// Reports each command with its end, while the lines of both are stored.
import { asRunEntry, type AsRunEntry, type AsRunSent } from '../../domain/as-run.js';
import { changeNotifier, type Watch } from '../ports/watch.js';
import type { AsRunSink } from './as-run.js';

/** A sink that stores lines in another one, and reports commands that have ended. */
export interface EndedCommands {
  readonly sink: AsRunSink;
  readonly watch: Watch<AsRunEntry>;
}

/** Returns the reports of what is stored in a sink. Every command ends within a limited time. */
export const endedCommands = (stored: AsRunSink): EndedCommands => {
  const { watch, notify } = changeNotifier<AsRunEntry>();
  const open = new Map<string, AsRunSent>();
  return {
    watch,
    sink: {
      write: (line) => {
        stored.write(line);
        if (line.type === 'sent') open.set(line.id, line);
        const sent = line.type === 'ended' ? open.get(line.id) : undefined;
        if (line.type !== 'ended' || sent === undefined) return;
        open.delete(line.id);
        notify(asRunEntry(sent, line));
      },
    },
  };
};
