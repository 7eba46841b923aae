// The built program: its files, and the sources that each contains.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the built programs. */
export const builtFolder = resolve(import.meta.dirname, '../../dist/infra');

/** Returns the URLs of the sources that a built file contains, those of packages too. A file that only imports has no map. */
export const sourcesOf = (file: URL): readonly string[] => {
  const map = `${fileURLToPath(file)}.map`;
  if (!existsSync(map)) return [];
  const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { readonly sources: readonly string[] };
  return sources.map((source) => new URL(source, file).href);
};
