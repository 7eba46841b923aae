// The format of the data folder: marked at the first start, and refused if it is newer than the program.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { usableFolder } from '../../../infra/machine/data-folder.js';
import { markDataFormat } from '../../../infra/machine/data-format.js';
import { version } from '../../../infra/machine/version.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const marker = (): unknown => JSON.parse(readFileSync(join(folder, 'format.json'), 'utf8'));
const withMarker = (content: string): void => {
  writeFileSync(join(folder, 'format.json'), content);
};

describe('@START-15: the data folder', () => {
  it('is marked once with the format, and the version that has written it first', async () => {
    await markDataFormat(folder, memoryLog());
    expect(marker()).toEqual({ format: 2, version });
    withMarker('{"format":2,"version":"0.0.1"}');
    await markDataFormat(folder, memoryLog());
    expect(marker()).toEqual({ format: 2, version: '0.0.1' });
  });

  it('of a newer program is refused, and stays as it is', async () => {
    withMarker('{"format":3,"version":"7.0.0"}');
    await expect(markDataFormat(folder, memoryLog())).rejects.toThrow(
      `DATA_DIR: ${folder} was written by version 7.0.0 in format 3, and version ${version} reads format 2 at most`,
    );
    expect(marker()).toEqual({ format: 3, version: '7.0.0' });
  });

  it('of an earlier format is marked with the format in which it is written now', async () => {
    withMarker('{"format":1,"version":"0.0.1"}');
    await markDataFormat(folder, memoryLog());
    expect(marker()).toEqual({ format: 2, version });
  });

  it('of a newer program is refused to each part of a process', async () => {
    withMarker('{"format":3,"version":"7.0.0"}');
    for (const part of ['service', 'console', 'service'])
      await expect(usableFolder(folder, part, memoryLog())).rejects.toThrow('install version 7.0.0 or newer');
  });

  it('that cannot be written to is logged, and used', async () => {
    const log = memoryLog();
    await markDataFormat('/proc/self', log);
    expect(log.lines).toEqual([expect.stringContaining('the format of the data could not be stored')]);
  });
});
