// The pages that the build has made.
import { join } from 'node:path';
import { StartupError } from './startup-errors.js';
import { projectFolder } from './version.js';

/** Folder of the built reference page, below that of the project. */
export const referenceFolder = 'dist/pages/reference';

/** Folder of the built page for screens, below that of the project. */
export const screensFolder = 'dist/pages/screens';

/** Folder of the built page that edits the studio file, below that of the project. */
export const editingFolder = 'dist/pages/editing';

/** Folder of the console's built page, below that of the project. */
export const consoleFolder = 'dist/pages/console';

/** Reads a page in a folder below that of the project. Rejects with a `StartupError` when it isn't built. */
export const builtPage = <Page>(name: string, folder: string, read: (folder: string) => Promise<Page>): Promise<Page> =>
  read(join(projectFolder, folder)).catch((error: unknown) => {
    throw new StartupError(`the ${name} can't be read: ${(error as Error).message}; run npm run build`);
  });
