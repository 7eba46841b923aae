// Steps that add and change control devices in the console.
import { Given, Then, When } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import type { StudioWorld } from '../support/world.js';

interface Added {
  readonly device: { readonly id: string };
  readonly token: string;
}

const unlimited = { access: 'read_and_control', station: null, fixedAddress: null, features: [] };

const idOf = (world: StudioWorld, name: string): string => world.devices.get(name)?.id ?? 'unknown';

const add = async (world: StudioWorld, name: string, settings: object): Promise<void> => {
  const { device, token } = (await world.change('POST', '/devices', { name, ...unlimited, ...settings })) as Added;
  world.devices.set(name, { id: device.id, token });
};

/** Adds a device, or changes it if it exists. */
const addOrChange = async (world: StudioWorld, name: string, settings: object): Promise<void> => {
  if (!world.devices.has(name)) await add(world, name, settings);
  else if (Object.keys(settings).length > 0) await world.change('PATCH', `/devices/${idOf(world, name)}`, settings);
};

Given('the device {string}', async function (this: StudioWorld, name: string) {
  await addOrChange(this, name, {});
});

Given('the device {string} is read only', async function (this: StudioWorld, name: string) {
  await addOrChange(this, name, { access: 'read_only' });
});

Given('the device {string} may read and control', async function (this: StudioWorld, name: string) {
  await addOrChange(this, name, { access: 'read_and_control' });
});

Given('the device {string} is limited to no features', async function (this: StudioWorld, name: string) {
  await addOrChange(this, name, { features: [] });
});

Given(
  /^the device "([^"]*)" is limited to ((?!no features)[a-z]+(?:, [a-z]+)*)$/,
  async function (this: StudioWorld, name: string, features: string) {
    await addOrChange(this, name, { features: features.split(', ') });
  },
);

/** Reads parameters such as `slot=wall scene=left`. */
const parametersIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(' ')
      .filter((one) => one !== '')
      .map((one) => one.split('=', 2) as [string, string]),
  );

Given('the device {string} may only call:', async function (this: StudioWorld, name: string, table: DataTable) {
  const rows = table.hashes() as { operation: string; with: string }[];
  const operations = rows.map((row) => ({ operation: row.operation, with: parametersIn(row.with) }));
  await addOrChange(this, name, { operations });
});

Given(
  'the device {string} is limited to the panel {word}',
  async function (this: StudioWorld, name: string, panel: string) {
    await addOrChange(this, name, { panel });
  },
);

Given(
  'the device {string} has the fixed address {address}',
  async function (this: StudioWorld, name: string, address: string) {
    await addOrChange(this, name, { fixedAddress: address });
  },
);

Given(
  /^the device "([^"]*)" belongs to the station (.+)$/,
  async function (this: StudioWorld, name: string, station: string) {
    await addOrChange(this, name, { station });
  },
);

Given('the device {string} is revoked', async function (this: StudioWorld, name: string) {
  await addOrChange(this, name, {});
  await this.change('POST', `/devices/${idOf(this, name)}/revoke`);
});

Given('the device {string} is deleted', async function (this: StudioWorld, name: string) {
  await addOrChange(this, name, {});
  await this.change('DELETE', `/devices/${idOf(this, name)}`);
});

Given(/^the token of "([^"]*)" expires at (\S+)$/, async function (this: StudioWorld, name: string, time: string) {
  await addOrChange(this, name, { expiresAt: time });
});

Given('the token of {string} never expires', async function (this: StudioWorld, name: string) {
  await addOrChange(this, name, { expiresAt: null });
});

/** Replaces the token of a device. The old token belongs to `<name>, before`, and the one before it likewise. */
const replaceToken = async (world: StudioWorld, name: string, body: object): Promise<void> => {
  const path = `/devices/${idOf(world, name)}/replace`;
  const before = { id: idOf(world, name), token: world.tokenOf(name) };
  const { device, token } = (await world.change('POST', path, body)) as Added;
  const older = world.devices.get(`${name}, before`);
  if (older !== undefined) world.devices.set(`${name}, before, before`, older);
  world.devices.set(name, { id: device.id, token }).set(`${name}, before`, before);
};

When('the token of {string} is replaced', async function (this: StudioWorld, name: string) {
  await replaceToken(this, name, {});
});

When(
  'the token of {string} is replaced, and the old one ends at once',
  async function (this: StudioWorld, name: string) {
    await replaceToken(this, name, { overlapMs: 0 });
  },
);

When(
  'the token of {string} is replaced, and the old one works for {int} hour(s)',
  async function (this: StudioWorld, name: string, hours: number) {
    await replaceToken(this, name, { overlapMs: hours * 3_600_000 });
  },
);

When('the old token of {string} is ended', async function (this: StudioWorld, name: string) {
  await this.change('POST', `/devices/${idOf(this, name)}/end-old-token`);
});

When('the operator meanwhile revokes the device {string}', async function (this: StudioWorld, name: string) {
  await this.changeWithoutWaiting('POST', `/devices/${idOf(this, name)}/revoke`);
});

When('the operator reads the devices', async function (this: StudioWorld) {
  await this.callConsole('operator', 'GET', '/api/studios/{studio}/devices');
});

When('the operator changes the device {string}:', async function (this: StudioWorld, name: string, rows: DataTable) {
  await this.callConsole('operator', 'PATCH', `/api/studios/{studio}/devices/${idOf(this, name)}`, rows.raw());
});

/** Sends a list of assertions, each with one operation. */
const assertAll = async (world: StudioWorld, table: DataTable): Promise<void> => {
  const rows = table.hashes() as Record<'name' | 'who' | 'rule' | 'operation' | 'with', string>[];
  const assertions = rows.map(({ name, who, rule, operation, with: parameters }) => ({
    ...{ name, rule },
    who: world.devices.has(who) ? { device: idOf(world, who) } : { address: who },
    calls: [{ operation, with: parametersIn(parameters) }],
  }));
  await world.callConsole('operator', 'PUT', '/api/studios/{studio}/assertions', [
    ['body', JSON.stringify({ assertions })],
  ]);
};

When('the studio is to assert:', async function (this: StudioWorld, table: DataTable) {
  await assertAll(this, table);
});

Given('the studio asserts:', async function (this: StudioWorld, table: DataTable) {
  await assertAll(this, table);
  const { status, body } = await this.answer();
  assert.equal(status, 200, body);
});

When('the operator reads the assertions', async function (this: StudioWorld) {
  await this.callConsole('operator', 'GET', '/api/studios/{studio}/assertions');
});

const tokenForm = /^svc_[a-z0-9]{32}$/;

Then(
  'the token of {string} consists of svc_ and 32 lowercase letters and digits',
  function (this: StudioWorld, name: string) {
    assert.match(this.tokenOf(name), tokenForm);
  },
);

Then('the response has a token in {string}', async function (this: StudioWorld, field: string) {
  assert.match(((await this.json()) as Record<string, string>)[field] ?? '', tokenForm);
});
