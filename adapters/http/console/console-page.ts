// Serves the built page of the console: its files, and the page itself at the path of every view.
import { join } from 'node:path';
import type { Handler } from '../server/server.js';
import { staticFile, staticFiles } from '../server/static-files.js';

/** Paths of views, with `:name` parameters. */
export const pagePaths = [
  '/',
  '/studios',
  '/studios/:id',
  '/studios/:id/:section',
  '/removed-studios',
  '/removed-studios/:id',
  '/operators',
  '/account',
  '/first-steps',
] as const;

/** These files never change: the build names them after their content. */
const cacheForever = 'public, max-age=31536000, immutable';

/** Reads the built page from a folder, and returns its routes. Rejects when it isn't built. */
export const consolePage = async (folder: string): Promise<ReadonlyMap<string, Handler>> => {
  const assets = await staticFiles(join(folder, 'assets'), '/assets', { cacheControl: cacheForever });
  const views = pagePaths.map((path) => staticFile(join(folder, 'index.html'), path, { cacheControl: 'no-store' }));
  const others = ['icon.svg', 'licences.txt', 'companion.tgz'].map((name) =>
    staticFile(join(folder, name), `/${name}`),
  );
  return new Map([...assets, ...(await Promise.all([...views, ...others]))]);
};
