// Steps that start processes, and check their output and exit code.
import { After, Given, Then, When, type DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { configurationFile } from '../../adapters/storage/configuration-file.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { certificateAuthority } from '../../test/application/console/authority.js';
import { eventually } from '../../test/support/eventually.js';
import { listenOnLoopback } from '../../test/support/loopback.js';
import { silent } from '../support/silent-log.js';
import { lastProcess as last, listening, processesOf, startProcess as start } from '../support/started-processes.js';
import type { StudioWorld } from '../support/world.js';

/** Returns the name of a part on the command line. */
const partOf = (phrase: string): string => (phrase === 'everything' ? 'all' : phrase.replace('the ', ''));

const folders = new WeakMap<StudioWorld, string[]>();

/** Makes a folder that is removed when the scenario ends. */
const makeFolder = async (world: StudioWorld, content: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), `studio-control-${content}-`));
  folders.set(world, [...(folders.get(world) ?? []), folder]);
  return folder;
};

After(async function (this: StudioWorld) {
  for (const started of processesOf(this).started) await started.clear();
  for (const folder of folders.get(this) ?? []) await rm(folder, { recursive: true });
});

Given('the environment variables are:', function (this: StudioWorld, table: DataTable) {
  processesOf(this).environment = table.rowsHash();
});

const writeStudioFile = async (world: StudioWorld, content: string): Promise<void> => {
  const file = join(await makeFolder(world, 'studio-file'), 'studio.yaml');
  await writeFile(file, content);
  world.placeholders.set('studio file', file);
};

Given('a studio file:', async function (this: StudioWorld, content: string) {
  await writeStudioFile(this, content);
});

Given('a studio file in which two signals have the id {string}', async function (this: StudioWorld, id: string) {
  await writeStudioFile(this, `id: studio-9\nsignals:\n${`  - { id: ${id}, identifier: x, name: X }\n`.repeat(2)}`);
});

Given('a studio file with {int} signals, all without fields', async function (this: StudioWorld, count: number) {
  await writeStudioFile(this, `id: studio-9\nsignals:\n${'  - {}\n'.repeat(count)}`);
});

Given('data of a newer program', async function (this: StudioWorld) {
  const folder = await makeFolder(this, 'newer');
  await writeFile(join(folder, 'format.json'), '{"format":99,"version":"9.0.0"}');
  this.placeholders.set('newer data', folder);
});

Given('data of an earlier start with the API switched off', async function (this: StudioWorld) {
  const folder = await makeFolder(this, 'earlier');
  const standard = defaultConfiguration(demoStudio.id);
  const file = configurationFile({ folder: join(folder, 'service'), studioId: demoStudio.id, log: silent });
  await file.save({ ...standard, version: 5, access: { ...standard.access, apiEnabled: false } });
  this.placeholders.set('earlier data', folder);
});

Given('a certificate', async function (this: StudioWorld) {
  const folder = await makeFolder(this, 'certificate');
  const { cert, key } = certificateAuthority(folder).issue('service', 'IP:127.0.0.1');
  this.placeholders.set('certificate', cert);
  this.placeholders.set('key', key);
});

Given('a studio file that is nested {int} levels deep', async function (this: StudioWorld, levels: number) {
  await writeStudioFile(this, `id: ${'['.repeat(levels)}`);
});

const studioFileOf = (world: StudioWorld): string => {
  const file = world.placeholders.get('studio file');
  assert.ok(file, 'there is no studio file');
  return file;
};

/** Returns the studio file's content with one text replaced. */
const withReplacement = async (world: StudioWorld, from: string, to: string): Promise<string> => {
  await listening(world, 'service');
  const content = await readFile(studioFileOf(world), 'utf8');
  assert.ok(content.includes(from), `the studio file does not contain "${from}"`);
  return content.replaceAll(from, to);
};

When(
  '{string} is replaced by {string} in the studio file',
  async function (this: StudioWorld, from: string, to: string) {
    await writeFile(studioFileOf(this), await withReplacement(this, from, to));
  },
);

When(
  'the studio file is replaced by one in which {string} reads {string}',
  async function (this: StudioWorld, from: string, to: string) {
    const file = studioFileOf(this);
    await writeFile(`${file}.new`, await withReplacement(this, from, to));
    await rename(`${file}.new`, file);
  },
);

When('the studio file is removed', async function (this: StudioWorld) {
  await listening(this, 'service');
  await rm(studioFileOf(this));
});

Given('the driver of {word} in the process throws', async function (this: StudioWorld, device: string) {
  const url = `${await listening(this, 'simulator')}/api/v1/devices/${device}/fault`;
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ type: 'broken' }) });
  assert.equal(status, 200);
});

When('the process is sent SIGHUP', function (this: StudioWorld) {
  last(this).signal('SIGHUP');
});

When(
  /^(everything|the service|the console|the simulator|the demo) is started$/,
  async function (this: StudioWorld, part: string) {
    await start(this, partOf(part));
  },
);

When(
  /^(everything|the service|the console|the simulator|the demo|reset-configuration) is started with:$/,
  async function (this: StudioWorld, part: string, table: DataTable) {
    await start(this, partOf(part), table);
  },
);

When('everything is asked to stop', async function (this: StudioWorld) {
  const [everything] = processesOf(this).started;
  assert.ok(everything, 'no process was started yet');
  everything.stop();
  assert.equal(await everything.ended, 0);
});

When('the process is asked to stop', async function (this: StudioWorld) {
  await eventually('an address', () => Promise.resolve(last(this).output()[0] !== ''));
  last(this).stop();
});

Then(
  /^the process prints the address of the (service|console|simulator)$/,
  async function (this: StudioWorld, part: string) {
    assert.match(await listening(this, part), /^http:\/\/\S+:\d+/);
  },
);

Then(
  /^the process has printed no other address than that of the (service|console|simulator)$/,
  function (this: StudioWorld, part: string) {
    const addresses = last(this)
      .output()[0]
      .matchAll(/^(\S+) +https?:\/\//gm);
    assert.deepEqual(
      [...addresses].map(([, name]) => name),
      [part],
    );
  },
);

Given('a free port', async function (this: StudioWorld) {
  const server = createServer();
  const port = await listenOnLoopback(server);
  await new Promise((closed) => server.close(closed));
  this.placeholders.set('free port', String(port));
});

Then('the service answers at port {}', async function (this: StudioWorld, port: string) {
  await listening(this, 'service');
  const answer = await fetch(`http://127.0.0.1:${this.fill(port)}/api/v2/plain/health`);
  assert.equal(await answer.text(), 'OK');
});

Then('the service answers at {word}', async function (this: StudioWorld, host: string) {
  const { port } = new URL(await listening(this, 'service'));
  const answer = await fetch(`http://${host}:${port}/api/v2/plain/health`);
  assert.equal(await answer.text(), 'OK');
});

Then('the process exits with {int}', async function (this: StudioWorld, code: number) {
  assert.equal(await last(this).ended, code);
});

Then("the process is ended without the disk's answer", async function (this: StudioWorld) {
  assert.equal(await last(this).ended, null);
  assert.match(last(this).output()[1], /the disk or the name service has not answered; ended without it/);
});

Then('the process prints one line that contains {string}', function (this: StudioWorld, text: string) {
  const [out, err] = last(this).output();
  const lines = `${out}${err}`.trim().split('\n');
  assert.equal(lines.length, 1, lines.join('\n'));
  assert.ok(lines[0]?.includes(text), lines[0]);
});

Then('the output of the process contains {string}', function (this: StudioWorld, text: string) {
  assert.ok(last(this).output()[0].includes(text), last(this).output()[0]);
});

Then('the process also prints {string}', async function (this: StudioWorld, text: string) {
  await listening(this, 'service');
  await eventually(`"${text}"`, () => Promise.resolve(last(this).output()[0].includes(text)));
});

Then('the process logs {string}', async function (this: StudioWorld, text: string) {
  await listening(this, 'service');
  await eventually(`"${text}"`, () => Promise.resolve(last(this).output()[1].includes(text)));
});

Then('the process logs nothing about {string}', async function (this: StudioWorld, text: string) {
  await listening(this, 'service');
  assert.ok(!last(this).output()[1].includes(text));
});

Then('the process prints nothing about {string}', function (this: StudioWorld, text: string) {
  assert.ok(!last(this).output().join('').includes(text));
});

Then("the operator's password is in a file that only its owner can read", async function (this: StudioWorld) {
  await listening(this, 'console');
  const { mode, size } = await stat(join(last(this).dataFolder, 'console-admin-password'));
  assert.deepEqual([mode & 0o777, size > 12], [0o600, true]);
});

Then('the process prints nothing about a password file', async function (this: StudioWorld) {
  await listening(this, 'console');
  assert.ok(!last(this).output()[0].includes('password'));
});

const plain = async (
  world: StudioWorld,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => {
  const { port } = new URL(await listening(world, 'service'));
  return fetch(`http://127.0.0.1:${port}/api/v2/plain${path}`, { headers });
};

const statusAndBody = async (answer: Response): Promise<string> => `${String(answer.status)} ${await answer.text()}`;

Then(
  'a call to {word} is answered {int} {string}',
  async function (this: StudioWorld, path: string, status: number, body: string) {
    assert.equal(await statusAndBody(await plain(this, path)), `${String(status)} ${body}`);
  },
);

Then(
  'a call with the token {string} to {word} is answered {int} {string}',
  async function (this: StudioWorld, token: string, path: string, status: number, body: string) {
    const answer = await plain(this, path, { Authorization: `Bearer ${token}` });
    assert.equal(await statusAndBody(answer), `${String(status)} ${body}`);
  },
);

Then('calls with the preset tokens are answered:', async function (this: StudioWorld, table: DataTable) {
  for (const expected of table.hashes()) {
    const answer = await plain(this, expected['path'] ?? '', { Authorization: `Bearer ${expected['token'] ?? ''}` });
    const reason = answer.headers.get('x-error-message') ?? '';
    assert.deepEqual({ ...expected, status: String(answer.status), reason }, expected);
  }
});

Then(
  'soon a call to {word} is answered {int} {string}',
  async function (this: StudioWorld, path: string, status: number, body: string) {
    const expected = `${String(status)} ${body}`;
    await eventually(expected, async () => (await statusAndBody(await plain(this, path))) === expected);
  },
);

/** Calls over TLS, without checking the certificate. */
const overTls = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { rejectUnauthorized: false }, (answer) => {
      text(answer).then((body) => {
        resolve(`${String(answer.statusCode)} ${body}`);
      }, reject);
    });
    sent.once('error', reject).end();
  });

Then(
  'a call over TLS to {word} is answered {int} {string}',
  async function (this: StudioWorld, path: string, status: number, body: string) {
    await listening(this, 'service');
    const [, port] = /^service +https:\S+:(\d+)/m.exec(last(this).output()[0]) ?? [];
    const answer = await overTls(`https://127.0.0.1:${String(port)}/api/v2/plain${path}`);
    assert.equal(answer, `${String(status)} ${body}`);
  },
);

When('a call is waiting for its device', async function (this: StudioWorld) {
  processesOf(this).pendingCall = plain(this, '/signals/red-light/on?timeout=30000');
  // The response to a read shows that the call has arrived, and that to a later action that its command was sent: commands
  // are sent in the order of their entries in the action journal.
  await plain(this, '/health');
  await plain(this, '/signals/phone-ring/on?wait=0');
});

Then('a new call is answered {int} {string}', async function (this: StudioWorld, status: number, body: string) {
  await eventually('the stop', async () => (await plain(this, '/signals/door-lock/on?wait=0')).status !== 202);
  assert.equal(await statusAndBody(await plain(this, '/signals/door-lock/on')), `${String(status)} ${body}`);
});

Then('the waiting call is answered {int} {string}', async function (this: StudioWorld, status: number, body: string) {
  const { pendingCall } = processesOf(this);
  assert.ok(pendingCall, 'no call is waiting');
  assert.equal(await statusAndBody(await pendingCall), `${String(status)} ${body}`);
});
