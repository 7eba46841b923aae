// Steps that call the console's management API.
import { Given, Then, When } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import type { ConsoleUser } from '../support/driver.js';
import { eventually } from '../../test/support/eventually.js';
import type { StudioWorld } from '../support/world.js';

const user = '(the operator|a visitor|an operator with a wrong password)';
const request = String.raw`${user} sends ([A-Z]+) (\S+) to the console`;

const userOf = (who: string): ConsoleUser =>
  who === 'the operator' ? 'operator' : who === 'a visitor' ? 'anonymous' : 'wrong password';

When(new RegExp(`^${request}$`), async function (this: StudioWorld, who: string, method: string, path: string) {
  await this.callConsole(userOf(who), method, path);
});

When(
  new RegExp(`^${request} with:$`),
  async function (this: StudioWorld, who: string, method: string, path: string, rows: DataTable) {
    await this.callConsole(userOf(who), method, path, rows.raw());
  },
);

When('the operator signs in to the console', async function (this: StudioWorld) {
  await this.signIn();
});

Given(
  'the operator {string} with the password {string} signs in to the console',
  async function (this: StudioWorld, username: string, password: string) {
    await this.signIn({ username, password });
  },
);

When('the operator signs in {int} more times', async function (this: StudioWorld, times: number) {
  const first = this.session;
  for (let time = 0; time < times; time += 1) await this.signIn();
  this.session = first;
});

When(
  /^the operator's session sends ([A-Z]+) (\S+) to the console$/,
  async function (this: StudioWorld, method: string, path: string) {
    await this.callConsole('anonymous', method, path, [['Cookie', this.session]]);
  },
);

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

Then('the console answers 429 with Retry-After', async function (this: StudioWorld) {
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

Then('the console answers {int}', async function (this: StudioWorld, status: number) {
  const answer = await this.answer();
  assert.equal(answer.status, status, answer.body);
  if (status < 300) await this.waitUntilInForce();
});

Then('the version in force is {int} behind the desired version', async function (this: StudioWorld, count: number) {
  const { desiredVersion, appliedVersion } = await this.versions();
  assert.equal(appliedVersion, desiredVersion - count);
});

Then('the version in force is the desired version', async function (this: StudioWorld) {
  const { desiredVersion, appliedVersion } = await this.versions();
  assert.equal(appliedVersion, desiredVersion);
});
