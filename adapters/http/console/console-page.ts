// The console's page as it was built: its files, and the page itself at every address that a view has.
import { join } from 'node:path';
import type { Handler } from '../server/server.js';
import { staticFile, staticFiles } from '../server/static-files.js';
import { pageAddresses } from './page-paths.js';

/** The build names these files after their content: one that was loaded once never changes. */
const forEver = 'public, max-age=31536000, immutable';

/** Reads a built page from its folder, and gives its routes. Rejects when it isn't built. */
export const consolePage = async (folder: string): Promise<ReadonlyMap<string, Handler>> => {
  const assets = await staticFiles(join(folder, 'assets'), '/assets', forEver);
  const views = pageAddresses.map((path) => staticFile(join(folder, 'index.html'), path, 'no-store'));
  const others = ['icon.svg', 'licences.txt'].map((name) => staticFile(join(folder, name), `/${name}`));
  return new Map([...assets, ...(await Promise.all([...views, ...others]))]);
};
