// Folders of tests.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a folder for the running test, after which it is removed. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-test-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
};
