// Where the files of the reference page are.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { DocsSources } from '../adapters/http/control/docs/docs.js';
import { sharedParts } from './pages.js';
import { projectFolder } from './version.js';

/** The page isn't compiled: it is served from the source folder. */
export const docsSources: DocsSources = {
  page: join(projectFolder, 'adapters/http/control/docs/page'),
  shared: sharedParts,
  library: dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
};
