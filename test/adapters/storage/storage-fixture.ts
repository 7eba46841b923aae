// What the tests of stored files share: a folder for each test, and a log that records problems.
import { beforeEach } from 'vitest';
import type { Log } from '../../../application/ports/log.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** The folder and log of a test. */
export interface StorageFixture {
  readonly folder: () => string;
  /** The logged errors, and the warnings if they are recorded. */
  readonly loggedProblems: () => readonly string[];
  readonly log: Log;
}

/** Creates both before each test of the file, and removes the folder afterwards. */
export const storageFixture = ({ recordsWarnings = false } = {}): StorageFixture => {
  let folder = '';
  let problems: string[] = [];
  const record = (message: string): void => void problems.push(message);
  const nothing = (): void => undefined;
  beforeEach(() => {
    folder = temporaryFolder();
    problems = [];
  });
  return {
    folder: () => folder,
    loggedProblems: () => problems,
    log: { debug: nothing, info: nothing, warn: recordsWarnings ? record : nothing, error: record },
  };
};
