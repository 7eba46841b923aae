// What a service loads at its start: no library of equipment that its studio doesn't have.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { builtFolder, sourcesOf } from '../../support/built-program.js';

const main = join(builtFolder, 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'studio-control-loaded-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Writes the URL of each module that is loaded, one a line, to standard error. */
const printLoaded = `import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => { process.stderr.write(url + '\\n'); return next(url, context); } });`;

const isBuilt = (url: string): boolean => url.startsWith(pathToFileURL(builtFolder).href) && url.endsWith('.js');

const packageOf = (url: string): string | undefined => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];

const packagesOf = (urls: readonly string[]): ReadonlySet<string | undefined> =>
  new Set(urls.flatMap((url) => (isBuilt(url) ? sourcesOf(new URL(url)) : [url])).map(packageOf));

/** Starts a service on simulated devices until it listens. Returns the URLs that it has loaded. */
const loadedUrls = async (): Promise<readonly string[]> => {
  const hook = `data:text/javascript,${encodeURIComponent(printLoaded)}`;
  const listen = ['--host', '127.0.0.1', '--port', '0', '--data-dir', folder, '--log-level', 'error'];
  const args = ['--import', hook, main, 'service', '--devices', 'simulated', ...listen];
  const service = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const loaded = text(service.stderr);
  await once(service.stdout, 'data');
  service.kill('SIGTERM');
  return (await loaded).split('\n').filter((url) => url.startsWith('file:'));
};

it('loads few files, and no library of equipment that the studio lacks', { timeout: 60_000 }, async () => {
  const urls = await loadedUrls();
  const packages = packagesOf(urls);
  expect(packages).toContain('restify');
  expect(packages).toContain('@inversifyjs/container');
  for (const library of ['jsmodbus', 'mqtt', 'ws']) expect(packages).not.toContain(library);
  expect(urls.length).toBeLessThan(150);
});
