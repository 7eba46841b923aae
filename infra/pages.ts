// Where the parts of pages are that more than one of them shows. They are no code: they are served from where they were written.
import { join } from 'node:path';
import { projectFolder } from './version.js';

/** The folder of what the pages share: the style sheet of their colours. */
export const sharedParts = join(projectFolder, 'adapters/web/shared');
