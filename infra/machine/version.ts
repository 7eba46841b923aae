// The version of this software, and the project's folder.
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folderWithPackage = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : folderWithPackage(dirname(folder));

/** The project's folder, whether it runs from sources or bundles. */
export const projectFolder = folderWithPackage(import.meta.dirname);

/** Semantic version, such as `1.2.3`. */
export const { version } = createRequire(import.meta.url)(join(projectFolder, 'package.json')) as {
  readonly version: string;
};
