// Steps about signing in to the console with a second factor.
import { Given, When } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { Secret, TOTP } from 'otpauth';
import type { RequestRows, StudioWorld } from '../support/world.js';

const password = 'the password of this scenario';
const periodMs = 30_000;
const factorPath = '/api/session/second-factor';

const codeAt = (secret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

const json = (body: object): readonly (readonly string[])[] => [['body', JSON.stringify(body)]];

const signIn = (world: StudioWorld, username: string, code?: string) =>
  world.callConsole('anonymous', 'POST', '/api/session', json({ username, password, ...(code && { code }) }));

const factorOf = (world: StudioWorld, username: string) => {
  const factor = world.secondFactors.get(username);
  assert.ok(factor, `${username} has no second factor`);
  return factor;
};

/** Returns the time of the console, which may have a clock of its own: its newest session has just begun. */
const consoleTime = async (world: StudioWorld, cookie: RequestRows): Promise<number> => {
  const { body } = await world.callConsole('anonymous', 'GET', '/api/sessions', cookie);
  const { sessions } = JSON.parse(body) as { readonly sessions: readonly { readonly createdAt: string }[] };
  return Date.parse(sessions[0]?.createdAt ?? '');
};

/** Adds an operator anew: the console may have one of this name from an earlier run. */
const addOperator = async (world: StudioWorld, username: string): Promise<void> => {
  await world.callConsole('operator', 'DELETE', `/api/operators/${username}`);
  const added = await world.callConsole(
    'operator',
    'POST',
    '/api/operators',
    json({ username, role: 'viewer', password, mustChangePassword: false }),
  );
  assert.equal(added.status, 201, added.body);
  world.rememberPassword(Object.entries({ username, password }));
};

Given('the operator {string} has set up a second factor', async function (this: StudioWorld, username: string) {
  await addOperator(this, username);
  const { headers } = await signIn(this, username);
  this.session = headers['set-cookie']?.split(';', 1)[0] ?? '';
  const cookie = [['Cookie', this.session]];
  const offer = await this.callConsole('anonymous', 'POST', factorPath, cookie);
  const { secret } = JSON.parse(offer.body) as { readonly secret: string };
  const setUpAt = await consoleTime(this, cookie);
  const body = json({ password, secret, code: codeAt(secret, setUpAt) });
  const done = await this.callConsole('anonymous', 'PUT', factorPath, [...cookie, ...body]);
  assert.equal(done.status, 200, done.body);
  const { recoveryCodes } = JSON.parse(done.body) as { readonly recoveryCodes: readonly string[] };
  this.secondFactors.set(username, { secret, setUpAt, recoveryCodes });
});

When('{string} signs in with the password', async function (this: StudioWorld, username: string) {
  await signIn(this, username);
});

When(
  /^"([^"]*)" signs in with the password and the (same|next) code of the app$/,
  async function (this: StudioWorld, username: string, which: string) {
    const { secret, setUpAt } = factorOf(this, username);
    await signIn(this, username, codeAt(secret, setUpAt + (which === 'next' ? periodMs : 0)));
  },
);

When(
  /^"([^"]*)" signs in with the password and (a|the same|another) recovery code$/,
  async function (this: StudioWorld, username: string, which: string) {
    const { recoveryCodes } = factorOf(this, username);
    await signIn(this, username, recoveryCodes[which === 'another' ? 1 : 0]);
  },
);

When(
  '{string} signs in with the password and a wrong code {int} times',
  async function (this: StudioWorld, username: string, times: number) {
    const { secret, setUpAt } = factorOf(this, username);
    const right = [-1, 0, 1, 2].map((steps) => codeAt(secret, setUpAt + steps * periodMs));
    const wrong = ['000000', '111111', '222222', '333333', '444444'].find((code) => !right.includes(code));
    for (let time = 0; time < times; time += 1) assert.equal((await signIn(this, username, wrong)).status, 401);
  },
);
