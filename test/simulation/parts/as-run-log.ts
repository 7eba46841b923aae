// The as-run log of the service on the simulated disk: one file, without the days and sizes of the real ones.
import { dirname } from 'node:path';
import type { AsRunFiles } from '../../../adapters/audit/as-run-files.js';
import { entryLine } from '../../../adapters/audit/entry-line.js';
import { storedLines } from '../../../adapters/audit/stored-lines.js';
import type { AppendHandle } from '../../../adapters/storage/appended-file.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { Log } from '../../../application/ports/log.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import type { MountedDisk } from '../machine/disk.js';

/** The path of the log. */
export const asRunPath = '/data/as-run/as-run.jsonl';

/** Returns the as-run log of one process. */
export const asRunLog = ({ operations, openFile }: MountedDisk, clock: Clock, log: Log): AsRunFiles => {
  let opened: Promise<AppendHandle> | undefined;

  const open = async (): Promise<AppendHandle> => {
    await operations.makeFolder(dirname(asRunPath));
    const file = await openFile(asRunPath);
    await operations.syncFolder(dirname(asRunPath));
    return file;
  };

  const append = async (text: string): Promise<void> => {
    await (await (opened ??= open())).write(text);
  };

  const sync = async (): Promise<void> => {
    await (await opened)?.writeDurably('');
  };

  const lines = storedLines({
    files: { append, sync, prune: () => Promise.resolve(), close: () => Promise.resolve() },
    chunkLength: 1_048_576,
    clock,
    log,
    name: 'the as-run log',
    lossLine: (count) => entryLine({ type: 'lost', time: utcTime(clock.now()), count }),
  });
  return {
    write: (line) => {
      lines.write(entryLine(line));
    },
    close: lines.close,
  };
};
