// Watches a file for changes. Editors often replace a file instead of writing it, so its folder is watched.
import { unwatchFile, watch, watchFile } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * How often the file is looked at besides, in milliseconds: some file systems report no changes, and those behind a
 * symbolic link happen in another folder.
 */
const intervalMs = 5_000;

/** Calls `onChange` whenever the file may have changed. Returns a function that ends it. */
export const watchFileChanges = (file: string, onChange: () => void, onError: (error: Error) => void): (() => void) => {
  const name = basename(file);
  watchFile(file, { interval: intervalMs, persistent: false }, onChange);
  const stopPolling = (): void => {
    unwatchFile(file, onChange);
  };
  try {
    const folder = watch(dirname(file), { persistent: false }, (_, changed) => {
      if (changed === null || changed === name) onChange();
    });
    folder.on('error', onError);
    return () => {
      stopPolling();
      folder.close();
    };
  } catch (error) {
    onError(error as Error);
    return stopPolling;
  }
};
