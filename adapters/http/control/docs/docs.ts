// The reference page: its HTML, which an operation serves, and the static files that it loads.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handler } from '../../server/server.js';
import { withPreflight } from '../request/cross-origin.js';
import { staticFile } from '../../server/static-files.js';

/** Source folders of the page. */
export interface DocsSources {
  /** The HTML and the page's own files. */
  readonly page: string;
  /** Files shared with other pages. */
  readonly shared: string;
  /** Swagger UI, which renders the OpenAPI document. */
  readonly library: string;
}

/** The loaded page. */
export interface DocsPage {
  readonly page: string;
  readonly files: readonly (readonly [path: string, handler: Handler])[];
}

/** Path prefix of the page's files; the HTML refers to it. */
const prefix = '/api/v2/docs';

const ownFiles = ['docs.css', 'docs.js', 'icon.svg'];
const sharedFiles = ['tokens.css'];
const libraryFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'];

const fileOf = async (folder: string, name: string): Promise<DocsPage['files'][number]> => {
  const [path, handler] = await staticFile(join(folder, name), `${prefix}/${name}`);
  return [path, withPreflight(handler)];
};

/** Loads the page and its files. */
export const loadDocsPage = async ({ page, shared, library }: DocsSources): Promise<DocsPage> => ({
  page: await readFile(join(page, 'index.html'), 'utf8'),
  files: await Promise.all([
    ...ownFiles.map((name) => fileOf(page, name)),
    ...sharedFiles.map((name) => fileOf(shared, name)),
    ...libraryFiles.map((name) => fileOf(library, name)),
  ]),
});
