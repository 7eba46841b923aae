// Steps of starting: what is started, what it says, and how it ends.
import { randomUUID } from 'node:crypto';
import { After, Given, Then, When, type DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/eventually.js';
import { startPart, type StartedProcess } from '../support/command-line.js';
import type { StudioWorld } from '../support/world.js';

interface Starting {
  readonly started: StartedProcess[];
  /** A call that waits for its device. */
  waiting: Promise<Response> | undefined;
  environment: Record<string, string>;
}

const startings = new WeakMap<StudioWorld, Starting>();

const of = (world: StudioWorld): Starting => {
  const known = startings.get(world) ?? { started: [], waiting: undefined, environment: {} };
  startings.set(world, known);
  return known;
};

const last = (world: StudioWorld): StartedProcess => {
  const started = of(world).started.at(-1);
  assert.ok(started, 'nothing was started yet');
  return started;
};

const addressOf = (world: StudioWorld, part: string): string | undefined =>
  new RegExp(`^${part} +(\\S+)`, 'm').exec(last(world).said()[0])?.[1];

const start = async (world: StudioWorld, part: string, table?: DataTable): Promise<void> => {
  const flags = (table?.raw() ?? []).flatMap(([name = '', value = '']) => [`--${name}`, world.fill(value)]);
  of(world).started.push(await startPart(part, flags, of(world).environment));
};

const listening = async (world: StudioWorld, part: string): Promise<string> => {
  await eventually(`the address of the ${part}`, () => Promise.resolve(addressOf(world, part) !== undefined));
  return addressOf(world, part) ?? '';
};

After(async function (this: StudioWorld) {
  for (const started of of(this).started) await started.clear();
  await rm(this.known.get('studio file') ?? '', { force: true });
});

Given('the environment says:', function (this: StudioWorld, table: DataTable) {
  of(this).environment = table.rowsHash();
});

const describeStudio = async (world: StudioWorld, described: string): Promise<void> => {
  const file = join(tmpdir(), `studio-control-${randomUUID()}.yaml`);
  await writeFile(file, described);
  world.known.set('studio file', file);
};

Given('a studio file:', async function (this: StudioWorld, described: string) {
  await describeStudio(this, described);
});

Given('a studio file in which two signals have the id {string}', async function (this: StudioWorld, id: string) {
  await describeStudio(this, `id: studio-9\nsignals:\n${`  - { id: ${id}, identifier: x, name: X }\n`.repeat(2)}`);
});

When(/^(all|service|console|simulator) is started$/, async function (this: StudioWorld, part: string) {
  await start(this, part);
});

When(
  /^(all|service|console|simulator) is started with:$/,
  async function (this: StudioWorld, part: string, table: DataTable) {
    await start(this, part, table);
  },
);

When('it is told to stop', async function (this: StudioWorld) {
  await eventually('an address', () => Promise.resolve(last(this).said()[0] !== ''));
  last(this).stop();
});

Then(/^it says where the (service|console|simulator) listens$/, async function (this: StudioWorld, part: string) {
  assert.match(await listening(this, part), /^http:\/\/\S+:\d+/);
});

Then('the service answers at {word}', async function (this: StudioWorld, host: string) {
  const { port } = new URL(await listening(this, 'service'));
  const answer = await fetch(`http://${host}:${port}/api/v2/plain/health`);
  assert.equal(await answer.text(), 'OK');
});

Then(
  'a proxied call of {string} without a password reads the signals: {int}',
  async function (this: StudioWorld, username: string, status: number) {
    const { port } = new URL(await listening(this, 'service'));
    const authorization = `Basic ${Buffer.from(`${username}:`).toString('base64')}`;
    const headers = { authorization, 'x-forwarded-for': '192.168.1.20' };
    assert.equal((await fetch(`http://127.0.0.1:${port}/api/signals`, { headers })).status, status);
  },
);

Then('it ends with {int}', async function (this: StudioWorld, code: number) {
  assert.equal(await last(this).ended, code);
});

Then('it says one line, which mentions {string}', function (this: StudioWorld, text: string) {
  const [out, err] = last(this).said();
  const lines = `${out}${err}`.trim().split('\n');
  assert.equal(lines.length, 1, lines.join('\n'));
  assert.ok(lines[0]?.includes(text), lines[0]);
});

Then('it also says {string}', async function (this: StudioWorld, text: string) {
  await listening(this, 'service');
  await eventually(`"${text}"`, () => Promise.resolve(last(this).said()[0].includes(text)));
});

Then("the operator's password is in a file that only its owner reads", async function (this: StudioWorld) {
  await listening(this, 'console');
  const { mode, size } = await stat(join(last(this).dataFolder, 'console-admin-password'));
  assert.deepEqual([mode & 0o777, size > 12], [0o600, true]);
});

Then('it says nothing of a password file', async function (this: StudioWorld) {
  await listening(this, 'console');
  assert.ok(!last(this).said()[0].includes('password'));
});

const plain = async (world: StudioWorld, path: string): Promise<Response> => {
  const { port } = new URL(await listening(world, 'service'));
  return fetch(`http://127.0.0.1:${port}/api/v2/plain${path}`);
};

const told = async (answer: Response): Promise<string> => `${String(answer.status)} ${await answer.text()}`;

Then(
  'a call of {word} is answered {int} {string}',
  async function (this: StudioWorld, path: string, status: number, body: string) {
    assert.equal(await told(await plain(this, path)), `${String(status)} ${body}`);
  },
);

When('a call waits for its device', async function (this: StudioWorld) {
  of(this).waiting = plain(this, '/signals/red-light/on?timeout=30000');
  // What is answered after it shows that it has arrived.
  await plain(this, '/health');
  await plain(this, '/health');
});

Then('a new call is answered {int} {string}', async function (this: StudioWorld, status: number, body: string) {
  await eventually('the stop', async () => (await plain(this, '/signals/door-lock/on?wait=0')).status !== 202);
  assert.equal(await told(await plain(this, '/signals/door-lock/on')), `${String(status)} ${body}`);
});

Then(
  'the call that waits is answered {int} {string}',
  async function (this: StudioWorld, status: number, body: string) {
    const { waiting } = of(this);
    assert.ok(waiting, 'no call waits');
    assert.equal(await told(await waiting), `${String(status)} ${body}`);
  },
);
