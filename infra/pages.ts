// Where the files are that several pages share. They aren't compiled: they are served from the source folder.
import { join } from 'node:path';
import { projectFolder } from './version.js';

/** The folder of the shared files: the style sheet with the colours. */
export const sharedParts = join(projectFolder, 'adapters/web/shared');
