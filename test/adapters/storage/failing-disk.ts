// A disk that fails from one of its operations on.
import { disk, type DiskOperations } from '../../../adapters/storage/durable-files.js';

/** The real disk until its nth operation, which fails like all later ones; a failing write leaves half of its content. */
export const failingDisk = (nth: number): { operations: DiskOperations; count: () => number } => {
  let count = 0;
  const unlessFailed = async (task: () => Promise<void>, half: () => Promise<void> = () => Promise.resolve()) => {
    count += 1;
    if (count < nth) return task();
    if (count === nth) await half();
    throw new Error('the disk died');
  };
  const operations: DiskOperations = {
    read: disk.read,
    write: (path, content) =>
      unlessFailed(
        () => disk.write(path, content),
        () => disk.write(path, content.subarray(0, content.length / 2)),
      ),
    rename: (from, to) => unlessFailed(() => disk.rename(from, to)),
    remove: disk.remove,
    makeFolder: (path) => unlessFailed(() => disk.makeFolder(path)),
    syncFolder: (path) => unlessFailed(() => disk.syncFolder(path)),
  };
  return { operations, count: () => count };
};
