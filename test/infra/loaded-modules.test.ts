// What a service loads at its start: no library of equipment that its studio doesn't have.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';

const main = resolve(import.meta.dirname, '../../dist/infra/main.js');
const folder = mkdtempSync(join(tmpdir(), 'studio-control-loaded-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Writes the URL of each module that is loaded, one a line, to standard error. */
const printLoaded = `import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => { process.stderr.write(url + '\\n'); return next(url, context); } });`;

const packageOf = (url: string): string | undefined => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];

/** Starts a service on simulated devices until it listens. Returns the packages that it has loaded. */
const loadedPackages = async (): Promise<ReadonlySet<string | undefined>> => {
  const hook = `data:text/javascript,${encodeURIComponent(printLoaded)}`;
  const listen = ['--host', '127.0.0.1', '--port', '0', '--data-dir', folder, '--log-level', 'error'];
  const args = ['--import', hook, main, 'service', '--devices', 'simulated', ...listen];
  const service = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const loaded = text(service.stderr);
  await once(service.stdout, 'data');
  service.kill('SIGTERM');
  return new Set((await loaded).split('\n').map(packageOf));
};

it('loads no library of equipment that the studio lacks', { timeout: 60_000 }, async () => {
  const loaded = await loadedPackages();
  expect(loaded).toContain('restify');
  for (const library of ['jsmodbus', 'mqtt', 'ws']) expect(loaded).not.toContain(library);
});
