// Steps that speak to the console's management API itself.
import { Then, When } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import type { ConsoleUser } from '../support/driver.js';
import { eventually } from '../support/eventually.js';
import type { StudioWorld } from '../support/world.js';

const visitor = '(the operator|somebody|an operator with a wrong password)';
const request = String.raw`${visitor} sends ([A-Z]+) (\S+) to the console`;

const visitorOf = (who: string): ConsoleUser =>
  who === 'the operator' ? 'operator' : who === 'somebody' ? 'stranger' : 'wrong password';

When(new RegExp(`^${request}$`), async function (this: StudioWorld, who: string, method: string, path: string) {
  await this.ask(visitorOf(who), method, path);
});

When(
  new RegExp(`^${request}, showing:$`),
  async function (this: StudioWorld, who: string, method: string, path: string, shown: DataTable) {
    await this.ask(visitorOf(who), method, path, shown.raw());
  },
);

When('the operator signs in to the console', async function (this: StudioWorld) {
  await this.signIn();
});

When('the operator signs in {int} times more', async function (this: StudioWorld, times: number) {
  const first = this.session;
  for (let time = 0; time < times; time += 1) await this.signIn();
  this.session = first;
});

When(
  /^the operator's session sends ([A-Z]+) (\S+) to the console$/,
  async function (this: StudioWorld, method: string, path: string) {
    await this.ask('stranger', method, path, [['Cookie', this.session]]);
  },
);

When('an operator fails {int} times to sign in', async function (this: StudioWorld, times: number) {
  for (let time = 0; time < times; time += 1) {
    const { status } = await this.ask('wrong password', 'GET', '/api/studios');
    assert.equal(status, 401);
  }
});

Then('the console asks to wait', async function (this: StudioWorld) {
  const { status, headers } = await this.answer();
  assert.equal(status, 429);
  assert.match(headers['retry-after'] ?? '', /^\d+$/);
});

Then('the answer shows a key', async function (this: StudioWorld) {
  const { key } = (await this.json()) as { readonly key: string };
  assert.ok(key.length >= 32, 'the key is long enough');
  this.known.set('key', key);
});

Then('the studio is soon shown as not connected', async function (this: StudioWorld) {
  await eventually('the end of the connection', async () => !(await this.versions()).connected);
});

Then('the console answers {int}', async function (this: StudioWorld, status: number) {
  const answer = await this.answer();
  assert.equal(answer.status, status, answer.body);
  if (status < 300) await this.inForce();
});

Then('the version in force is the desired one', async function (this: StudioWorld) {
  const { desiredVersion, appliedVersion } = await this.versions();
  assert.equal(appliedVersion, desiredVersion);
});
