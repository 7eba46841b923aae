// Bundles the script of the report's page, and keeps it until its sources change.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from './results.js';

const folder = join(import.meta.dirname, 'page');
const cache = join(import.meta.dirname, '../../node_modules/.cache/report');

const sourcesHash = (): string =>
  globSync('*.ts', { cwd: folder })
    .sort()
    .reduce((hash, file) => hash.update(file).update(readFileSync(join(folder, file))), createHash('sha256'))
    .digest('hex')
    .slice(0, 16);

const bundle = async (): Promise<string> => {
  // Loaded only when the sources have changed, because it takes longer than the rest.
  const { build } = await import('vite');
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: { write: false, lib: { entry: join(folder, 'main.ts'), formats: ['es'], fileName: 'page' } },
  });
  const chunks = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [chunk] = chunks.flatMap((one) => (one.type === 'chunk' ? [one.code] : []));
  if (chunk === undefined) throw new Error('Vite made no script of the report');
  return chunk;
};

/** Returns the script of the page, without anything that would end its element. */
export const pageScript = async (): Promise<string> => {
  const file = join(cache, `${sourcesHash()}.js`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const script = (await bundle()).replaceAll('</', '<\\/');
  writeWhole(file, script);
  return script;
};
