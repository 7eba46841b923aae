// Steps about what a started process stores of its access configuration, on a disk that may hang.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Given, Then, When } from '@cucumber/cucumber';
import { basic } from '../../test/support/http-basic.js';
import { eventually } from '../../test/support/eventually.js';
import { lastProcess, listening, processesOf } from '../support/started-processes.js';
import type { StudioWorld } from '../support/world.js';

const copiesIn = (dataFolder: string): readonly string[] =>
  ['access-configuration', 'access-configuration.previous'].map((name) => join(dataFolder, 'service', name));

const callConsole = async (world: StudioWorld, path: string, body: object): Promise<unknown> => {
  const response = await fetch(`${await listening(world, 'console')}/api/studios/studio-1${path}`, {
    method: 'POST',
    headers: { authorization: basic('admin', 'correct horse'), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.ok(response.ok, `${path} was answered ${String(response.status)}`);
  return response.json();
};

Given('the process has stored a configuration', async function (this: StudioWorld) {
  const { dataFolder } = lastProcess(this);
  await eventually('the first copy', () => copiesIn(dataFolder).some((path) => existsSync(path)));
  this.placeholders.set('data folder', dataFolder);
});

Then('a configuration is stored in the data folder', function (this: StudioWorld) {
  assert.ok(copiesIn(this.fill('{data folder}')).some((path) => existsSync(path)));
});

Then('no configuration is stored in the data folder', function (this: StudioWorld) {
  const copies = copiesIn(this.fill('{data folder}'));
  assert.deepEqual(
    copies.filter((path) => existsSync(path)),
    [],
  );
});

Given('the console of the process has the device {string}', async function (this: StudioWorld, name: string) {
  const added = await callConsole(this, '/devices', { name, access: 'read_only' });
  const { device, token } = added as { readonly device: { readonly id: string }; readonly token: string };
  this.devices.set(name, { id: device.id, token });
});

When('the console of the process revokes the device {string}', async function (this: StudioWorld, name: string) {
  await callConsole(this, `/devices/${this.devices.get(name)?.id ?? ''}/revoke`, {});
});

/** Opening a pipe waits for its writer, as a read from a hung disk waits. The program itself would refuse the pipe. */
const waitForWriters = `import { constants } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
const { open } = files;
files.open = (path, flags, mode) =>
  open(path, typeof flags === 'number' ? flags & ~constants.O_NONBLOCK : flags, mode);
syncBuiltinESMExports();`;

Given('a disk that hangs where a named pipe is', function (this: StudioWorld) {
  const { environment } = processesOf(this);
  environment['NODE_OPTIONS'] = `--import=data:text/javascript,${encodeURIComponent(waitForWriters)}`;
});

When('the disk of the process hangs while it stores a configuration', async function (this: StudioWorld) {
  const [current = ''] = copiesIn(lastProcess(this).dataFolder);
  const devices = [...this.devices.keys()];
  await eventually('the end of the last write', () => {
    const stored = existsSync(current) ? readFileSync(current, 'utf8') : '';
    return devices.every((name) => stored.includes(name));
  });
  await rm(current);
  await promisify(execFile)('mkfifo', [current]);
});

Then(
  'a proxied call of the device {string} is soon answered {int}',
  async function (this: StudioWorld, name: string, status: number) {
    const { port } = new URL(await listening(this, 'service'));
    const url = `http://127.0.0.1:${port}/api/v2/signals`;
    const headers = { authorization: `Bearer ${this.tokenOf(name)}`, 'x-forwarded-for': '192.168.1.20' };
    await eventually(String(status), async () => (await fetch(url, { headers })).status === status);
  },
);
