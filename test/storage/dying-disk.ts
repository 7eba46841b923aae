// A disk that dies at one of its steps, to see what is left behind.
import { disk, type DiskSteps } from '../../adapters/storage/durable-files.js';

/** The real disk until its nth step; that one fails, a write half done, and every later one too. */
export const dyingAt = (nth: number): { steps: DiskSteps; taken: () => number } => {
  let step = 0;
  const unlessDead = async (task: () => Promise<void>, half: () => Promise<void> = () => Promise.resolve()) => {
    step += 1;
    if (step < nth) return task();
    if (step === nth) await half();
    throw new Error('the disk died');
  };
  const steps: DiskSteps = {
    read: disk.read,
    write: (path, content) =>
      unlessDead(
        () => disk.write(path, content),
        () => disk.write(path, content.subarray(0, content.length / 2)),
      ),
    rename: (from, to) => unlessDead(() => disk.rename(from, to)),
    makeFolder: (path) => unlessDead(() => disk.makeFolder(path)),
    syncFolder: (path) => unlessDead(() => disk.syncFolder(path)),
  };
  return { steps, taken: () => step };
};
