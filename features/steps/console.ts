// Steps of operators at the console.
import { Given, Then, When } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { actionPhrase, refusals, requestFor } from '../support/console-actions.js';
import { eventually } from '../../test/support/eventually.js';
import type { RequestRows, StudioWorld } from '../support/world.js';

const who =
  '(the operator|the signed-in operator|the program|a visitor|an operator with a wrong password|a page of another site|"[^"]+")';

/** Does what a phrase says at the console, as somebody. */
const act = async (world: StudioWorld, someone: string, phrase: string, rows: RequestRows = []): Promise<void> => {
  const { method, path } = requestFor(phrase);
  const { user, credentials } = world.consoleCaller(someone);
  // Operators of scenarios keep the passwords that they are added with, unless a scenario is about that.
  const keeps =
    phrase === 'adds an operator' && rows.every(([name]) => name !== 'mustChangePassword' && name !== 'fields');
  const kept = keeps ? [['mustChangePassword', 'false']] : [];
  await world.callConsole(user, method, path, [...credentials, ...rows, ...kept]);
  if (phrase === 'adds an operator') world.rememberPassword(rows);
  if (phrase === 'makes an API token') await world.rememberApiToken();
};

When(new RegExp(`^${who} (${actionPhrase})$`), async function (this: StudioWorld, someone: string, phrase: string) {
  await act(this, someone, phrase);
});

When(
  new RegExp(`^${who} (${actionPhrase}) with:$`),
  async function (this: StudioWorld, someone: string, phrase: string, rows: DataTable) {
    await act(this, someone, phrase, rows.raw());
  },
);

When(
  'the operator changes the section Access of this studio as it was before, with:',
  async function (this: StudioWorld, rows: DataTable) {
    await act(this, 'the operator', 'sets the section Access of this studio', [
      ['If-Match', '"what was seen before"'],
      ...rows.raw(),
    ]);
  },
);

const serviceCredentials: Readonly<Record<string, string>> = {
  'a wrong key': 'studio-1:studio_wrong',
  'an unknown studio': 'nobody:studio_wrong',
  'no studio': ':studio_wrong',
};

When(
  /^a service with (a wrong key|an unknown studio|no studio) asks for its configuration$/,
  async function (this: StudioWorld, what: string) {
    await this.callConsole('anonymous', 'GET', '/sync/configuration', [['Basic', serviceCredentials[what] ?? '']]);
  },
);

When('the operator signs in to the console', async function (this: StudioWorld) {
  await this.signIn();
});

Given('{string} signs in to the console', async function (this: StudioWorld, username: string) {
  await this.signIn({ username, password: this.passwordOf(username) });
});

When('the operator signs in {int} more times', async function (this: StudioWorld, times: number) {
  const first = this.session;
  for (let time = 0; time < times; time += 1) await this.signIn();
  this.session = first;
});

When('an operator enters a wrong password {int} times', async function (this: StudioWorld, times: number) {
  for (let time = 0; time < times; time += 1) {
    const { status } = await this.callConsole('wrong password', 'GET', '/api/studios');
    assert.equal(status, 401);
  }
});

const guessPassword = async (world: StudioWorld, username: string): Promise<void> => {
  const body = JSON.stringify({ username, password: 'a guess' });
  const { status } = await world.callConsole('anonymous', 'POST', '/api/session', [['body', body]]);
  assert.equal(status, 401);
};

When(
  'a visitor enters wrong passwords for the operator {string} {int} times',
  async function (this: StudioWorld, username: string, times: number) {
    for (let time = 0; time < times; time += 1) await guessPassword(this, username);
  },
);

When('a visitor enters wrong passwords for {int} operators', async function (this: StudioWorld, operators: number) {
  for (let at = 0; at < operators; at += 1) await guessPassword(this, `operator-${String(at)}`);
});

Then('the console asks to wait before the next attempt', async function (this: StudioWorld) {
  const { status, headers } = await this.answer();
  assert.equal(status, 429);
  assert.match(headers['retry-after'] ?? '', /^\d+$/);
});

Then('the response has a key', async function (this: StudioWorld) {
  const { key } = (await this.json()) as { readonly key: string };
  assert.ok(key.length >= 32, 'expected a longer key');
  this.placeholders.set('key', key);
});

Then('the studio is soon shown as not connected', async function (this: StudioWorld) {
  await eventually('the end of the connection', async () => !(await this.versions()).connected);
});

Then('the console accepts it', async function (this: StudioWorld) {
  const { status, body } = await this.answer();
  assert.ok(status >= 200 && status < 300, `the console answered ${String(status)}: ${body}`);
  await this.waitUntilInForce();
});

Then(
  new RegExp(`^the console refuses it (${Object.keys(refusals).join('|')})$`),
  async function (this: StudioWorld, how: keyof typeof refusals) {
    const { status, body } = await this.answer();
    assert.equal(status, refusals[how], body);
  },
);

Then('the version in force is {int} behind the desired version', async function (this: StudioWorld, count: number) {
  const { desiredVersion, appliedVersion } = await this.versions();
  assert.equal(appliedVersion, desiredVersion - count);
});

Then('the version in force is the desired version', async function (this: StudioWorld) {
  const { desiredVersion, appliedVersion } = await this.versions();
  assert.equal(appliedVersion, desiredVersion);
});
