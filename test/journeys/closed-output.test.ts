// A service whose output nobody reads: it goes on, and ends as usual.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder } from '../support/built-program.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/loopback.js';
import { temporaryFolder } from '../support/temporary-folder.js';

it('a service goes on when the reader of its output has closed the pipe', async () => {
  const folder = temporaryFolder();
  const port = String(await freePort());
  const env = { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: port, DEVICES: 'simulated', SIMULATOR_PORT: '0' };
  const service = spawn(process.execPath, [join(builtFolder, 'main.js'), 'service', '--data-dir', folder], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(service, 'exit');
  service.stdout.destroy();
  const isHealthy = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/api/v2/plain/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually('the service answers', isHealthy);
  expect(await isHealthy()).toBe(true);
  service.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
