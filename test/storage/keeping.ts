// What the tests of kept files share: a folder for each test, and a log that notes what is said loudly.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Log } from '../../application/ports/log.js';

/** A test's own folder and log. */
export interface Keeping {
  readonly folder: () => string;
  /** Every error that was logged; every warning too where they count as loud. */
  readonly loud: () => readonly string[];
  readonly log: Log;
}

/** Makes them before each test of the file, and removes the folder after it. */
export const keeping = ({ areWarningsLoud = false } = {}): Keeping => {
  let folder = '';
  let loud: string[] = [];
  const note = (sentence: string): void => void loud.push(sentence);
  const nothing = (): void => undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'studio-control-kept-'));
    loud = [];
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder: () => folder,
    loud: () => loud,
    log: { info: nothing, warn: areWarningsLoud ? note : nothing, error: note },
  };
};
