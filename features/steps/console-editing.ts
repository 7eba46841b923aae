// Steps of editing the studio file at the console of a started process.
import { DataTable, Given, Then, When } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { basic } from '../../test/support/http-basic.js';
import { eventually } from '../../test/support/eventually.js';
import { webhookSecret } from '../../test/support/webhook-receiver.js';
import { listening, startProcess } from '../support/started-processes.js';
import type { StudioWorld } from '../support/world.js';

const password = 'correct horse';

/** The file as it was read last, and the answer to the last save. */
const states = new WeakMap<StudioWorld, { readonly version: number; readonly text: string; result?: string }>();

interface Answer {
  readonly version: number;
  readonly text: string;
  readonly result: string;
  readonly message: string;
  readonly accepted?: boolean;
  readonly issues?: readonly { readonly message: string }[];
  readonly studio: { readonly editing: unknown };
  readonly changes: readonly { readonly summary: string; readonly operator: string }[];
}

const call = async (world: StudioWorld, username: string, path: string, body?: object) => {
  const response = await fetch(`${await listening(world, 'console')}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: basic(username, password), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as Answer };
};

const studio = '/studios/studio-9';
const file = `${studio}/studio-file`;
const read = { ask: 'read' };

Given(
  /^the console has a studio whose file (can|can't) be edited$/,
  { timeout: 30_000 },
  async function (this: StudioWorld, can: 'can' | "can't") {
    const settings = [
      ['studio-file', this.fill('{studio file}')],
      ['devices', 'simulated'],
      ['studio-editing', can === 'can' ? 'on' : 'off'],
      ['studio-editing-port', '0'],
      ['console-admin-password', password],
    ];
    await startProcess(this, 'all', new DataTable(settings));
    const isKnown = async () => (await call(this, 'admin', studio)).answer.studio.editing === (can === 'can');
    await eventually('what the host allows', isKnown);
  },
);

Given('the console has the studio {string}, which is not connected', async function (this: StudioWorld, id: string) {
  assert.equal((await call(this, 'admin', '/studios', { id, name: id })).status, 201);
});

Then("the console shows that the studio file can't be edited", async function (this: StudioWorld) {
  assert.equal((await call(this, 'admin', studio)).answer.studio.editing, false);
});

/** Returns the operator of a phrase such as `a viewer`, who is added. */
const operatorOf = async (world: StudioWorld, phrase: string): Promise<string> => {
  const [, role = ''] = phrase.split(' ');
  if (role !== 'admin')
    await call(world, 'admin', '/operators', {
      username: role,
      password,
      mustChangePassword: false,
      studioRoles: { 'studio-9': role },
    });
  return role;
};

Then(
  /^(an admin|an operator|a viewer) who (reads|saves) the studio file is answered (\d+) "([^"]+)"$/,
  async function (this: StudioWorld, who: string, what: string, status: string, message: string) {
    const body = what === 'reads' ? read : { ask: 'save', base: 1, change: { text: '{}' } };
    const { status: actual, answer } = await call(this, await operatorOf(this, who), file, body);
    assert.deepEqual([actual, answer.message], [Number(status), message]);
  },
);

Then(
  'an admin who reads the studio file of {string} is answered {int} {string}',
  { timeout: 15_000 },
  async function (this: StudioWorld, id: string, status: number, message: string) {
    const { status: actual, answer } = await call(this, 'admin', `/studios/${id}/studio-file`, read);
    assert.deepEqual([actual, answer.message], [status, message]);
  },
);

When(
  'an admin saves {string} as {string} at the console',
  async function (this: StudioWorld, before: string, after: string) {
    const { version: base, text } = (await call(this, 'admin', file, read)).answer;
    const change = { text: text.replace(before, after) };
    const { result } = (await call(this, 'admin', file, { ask: 'save', base, change })).answer;
    states.set(this, { version: base, text, result });
  },
);

/** Returns a change that adds a webhook to the receiver, with its secret. */
const newWebhook = (world: StudioWorld, text: string) => ({
  text: `${text.trimEnd()}\nwebhooks:\n  - { id: newsroom, url: '${world.fill('{receiver}')}', secretFile: '' }\n`,
  secrets: [{ webhook: 'newsroom', field: 'secretFile', secret: webhookSecret }],
});

const testAtConsole = async (
  world: StudioWorld,
  changed: (text: string) => { readonly text: string },
): Promise<void> => {
  const { version: base, text } = (await call(world, 'admin', file, read)).answer;
  const request = { ask: 'testWebhook', base, change: changed(text), webhook: 'newsroom' };
  const { accepted, issues = [] } = (await call(world, 'admin', file, request)).answer;
  const result = accepted === true ? 'accepted' : issues.map(({ message }) => message).join();
  states.set(world, { version: base, text, result });
};

When('an admin tests a new webhook to the receiver at the console', async function (this: StudioWorld) {
  await testAtConsole(this, (text) => newWebhook(this, text));
});

When(
  'an admin tests the webhook with the URL {string} at the console',
  async function (this: StudioWorld, url: string) {
    await testAtConsole(this, (text) => ({ text: text.replace(/url: [^,]+/, `url: ${url}`) }));
  },
);

When('an admin saves a new webhook to the receiver at the console', async function (this: StudioWorld) {
  const { version: base, text } = (await call(this, 'admin', file, read)).answer;
  const request = { ask: 'save', base, change: newWebhook(this, text) };
  const { result } = (await call(this, 'admin', file, request)).answer;
  states.set(this, { version: base, text, result });
});

Then('the console answers {string}', function (this: StudioWorld, result: string) {
  assert.equal(states.get(this)?.result, result);
});

Then('an admin reads the studio file without {string}', async function (this: StudioWorld, text: string) {
  const secret = this.fill(text);
  const { status, answer } = await call(this, 'admin', file, read);
  assert.deepEqual(
    [status, answer.text.includes(secret), JSON.stringify(answer).includes(secret)],
    [200, false, false],
  );
});

Then(
  'the newest change of the studio is {string} by {string}',
  async function (this: StudioWorld, summary: string, operator: string) {
    const { answer } = await call(this, 'admin', `${studio}/changes`);
    const [newest] = answer.changes;
    assert.deepEqual([newest?.operator, newest?.summary], [operator, summary]);
  },
);
