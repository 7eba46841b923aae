// The data folder: created for its owner only, and reported once if other users can write to it.
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { usableFolder } from '../../../infra/machine/data-folder.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

let parent: string;
beforeEach(() => {
  parent = temporaryFolder();
});

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const withMode = (mode: number): string => {
  const folder = join(parent, 'data');
  mkdirSync(folder);
  chmodSync(folder, mode);
  return folder;
};

describe('the data folder', () => {
  it('is created with the folder of the part, both for the owner only', async () => {
    const log = memoryLog();
    const folder = await usableFolder(join(parent, 'data'), 'console', log);
    expect([modeOf(join(parent, 'data')), modeOf(folder)]).toEqual([0o700, 0o700]);
    expect(log.lines).toEqual([]);
  });

  it.each([0o777, 0o1777, 0o770, 0o702])('with mode %o is reported once, by its name', async (mode) => {
    const log = memoryLog();
    const folder = withMode(mode);
    const created = [await usableFolder(folder, 'service', log), await usableFolder(folder, 'console', log)];
    expect(created.map(modeOf)).toEqual([0o700, 0o700]);
    expect(log.lines).toHaveLength(1);
    expect(log.lines[0]).toContain(JSON.stringify({ folder }));
  });

  it.each([0o700, 0o755])('with mode %o is not reported: others can not write to it', async (mode) => {
    const log = memoryLog();
    await usableFolder(withMode(mode), 'service', log);
    expect(log.lines).toEqual([]);
  });
});
