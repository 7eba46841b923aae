// The built pages of the service: their HTML, which operations serve, and the static files that they load.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handler } from '../../server/server.js';
import { staticFiles } from '../../server/static-files.js';
import { withPreflight } from '../request/cross-origin.js';

/** A loaded page. */
export interface BuiltPage {
  readonly page: string;
  readonly files: readonly (readonly [path: string, handler: Handler])[];
}

/**
 * Returns the function that loads a page and its files from the folder of the build. The HTML refers to the files by their prefix.
 * Rejects when the page isn't built.
 */
const loadPage =
  (prefix: string) =>
  async (folder: string): Promise<BuiltPage> => {
    const routes = await staticFiles(folder, prefix);
    const files = [...routes].filter(([path]) => path !== prefix && path !== `${prefix}/index.html`);
    return {
      page: await readFile(join(folder, 'index.html'), 'utf8'),
      files: files.map(([path, handler]) => [path, withPreflight(handler)]),
    };
  };

/** Loads the reference page. */
export const loadDocsPage = loadPage('/api/v2/docs');

/** Loads the page for screens: panels and displays. */
export const loadScreensPage = loadPage('/screens');
