// The reference page: its text, which an operation serves, and the files it loads, which are served as they are.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handler } from '../../server/server.js';
import { afterPreflight } from '../request/cross-origin.js';
import { staticFile } from '../../server/static-files.js';

/** The folders that the page is put together from. */
export interface DocsSources {
  /** The page and its own files. */
  readonly page: string;
  /** What it shares with other pages. */
  readonly shared: string;
  /** The library that makes it of the machine-readable description. */
  readonly library: string;
}

/** The page, ready to be served. */
export interface DocsPage {
  readonly page: string;
  readonly files: readonly (readonly [path: string, handler: Handler])[];
}

/** Where the page's files are; the page itself names them so. */
const prefix = '/api/v2/docs';

const ownFiles = ['docs.css', 'docs.js', 'icon.svg'];
const sharedFiles = ['tokens.css'];
const libraryFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'];

const fileOf = async (folder: string, name: string): Promise<DocsPage['files'][number]> => {
  const [path, handler] = await staticFile(join(folder, name), `${prefix}/${name}`);
  return [path, afterPreflight(handler)];
};

/** Reads the page and its files once. */
export const docsPage = async ({ page, shared, library }: DocsSources): Promise<DocsPage> => ({
  page: await readFile(join(page, 'index.html'), 'utf8'),
  files: await Promise.all([
    ...ownFiles.map((name) => fileOf(page, name)),
    ...sharedFiles.map((name) => fileOf(shared, name)),
    ...libraryFiles.map((name) => fileOf(library, name)),
  ]),
});
