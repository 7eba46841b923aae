// The version of this software, as its package tells it.
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folderWithPackage = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : folderWithPackage(dirname(folder));

/** The folder that the project stands in, whether it runs from its sources or compiled. */
export const projectFolder = folderWithPackage(import.meta.dirname);

/** Semantic version, as in `1.2.3`. */
export const { version } = createRequire(import.meta.url)(join(projectFolder, 'package.json')) as {
  readonly version: string;
};
