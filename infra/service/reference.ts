// Loads the reference page.
import { join } from 'node:path';
import { loadDocsPage, type DocsPage } from '../../adapters/http/control/docs/docs.js';
import { StartupError } from '../machine/startup-errors.js';
import { projectFolder } from '../machine/version.js';

/** Folder of the built page, below that of the project. */
export const referenceFolder = 'dist/pages/reference';

/** Loads the built reference page. Rejects with a `StartupError` when it isn't built. */
export const referencePage = (): Promise<DocsPage> =>
  loadDocsPage(join(projectFolder, referenceFolder)).catch((error: unknown) => {
    throw new StartupError(`the reference page can't be read: ${(error as Error).message}; run npm run build`);
  });
