// The built reference page: its HTML, which an operation serves, and the static files that it loads.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handler } from '../../server/server.js';
import { staticFiles } from '../../server/static-files.js';
import { withPreflight } from '../request/cross-origin.js';

/** The loaded page. */
export interface DocsPage {
  readonly page: string;
  readonly files: readonly (readonly [path: string, handler: Handler])[];
}

/** Path prefix of the page's files; the HTML refers to it. */
const prefix = '/api/v2/docs';

/** Loads the page and its files from the folder of the build. Rejects when it isn't built. */
export const loadDocsPage = async (folder: string): Promise<DocsPage> => {
  const routes = await staticFiles(folder, prefix);
  const files = [...routes].filter(([path]) => path !== prefix && path !== `${prefix}/index.html`);
  return {
    page: await readFile(join(folder, 'index.html'), 'utf8'),
    files: files.map(([path, handler]) => [path, withPreflight(handler)]),
  };
};
