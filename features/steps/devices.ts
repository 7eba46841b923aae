// Steps in which operators add and change control devices.
import { Given, Then, When } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import type { StudioWorld } from '../support/world.js';

interface Added {
  readonly device: { readonly id: string };
  readonly token: string;
}

const unlimited = { access: 'read_and_control', station: null, fixedAddress: null, features: [] };

const idOf = (world: StudioWorld, name: string): string => world.devices.get(name)?.id ?? 'nobody';

const add = async (world: StudioWorld, name: string, settings: object): Promise<void> => {
  const { device, token } = (await world.change('POST', '/devices', { name, ...unlimited, ...settings })) as Added;
  world.devices.set(name, { id: device.id, token });
};

/** Adds a device, or changes it where it is there already. */
const settle = async (world: StudioWorld, name: string, settings: object): Promise<void> => {
  if (!world.devices.has(name)) await add(world, name, settings);
  else if (Object.keys(settings).length > 0) await world.change('PATCH', `/devices/${idOf(world, name)}`, settings);
};

Given('the device {string}', async function (this: StudioWorld, name: string) {
  await settle(this, name, {});
});

Given('the device {string} is read only', async function (this: StudioWorld, name: string) {
  await settle(this, name, { access: 'read_only' });
});

Given('the device {string} may read and control', async function (this: StudioWorld, name: string) {
  await settle(this, name, { access: 'read_and_control' });
});

Given('the device {string} is limited to no features', async function (this: StudioWorld, name: string) {
  await settle(this, name, { features: [] });
});

Given(
  /^the device "([^"]*)" is limited to ((?!no features)[a-z]+(?:, [a-z]+)*)$/,
  async function (this: StudioWorld, name: string, features: string) {
    await settle(this, name, { features: features.split(', ') });
  },
);

Given(
  'the device {string} works from {address} only',
  async function (this: StudioWorld, name: string, address: string) {
    await settle(this, name, { fixedAddress: address });
  },
);

Given(
  /^the device "([^"]*)" belongs to the station (.+)$/,
  async function (this: StudioWorld, name: string, station: string) {
    await settle(this, name, { station });
  },
);

Given('the device {string} is revoked', async function (this: StudioWorld, name: string) {
  await settle(this, name, {});
  await this.change('POST', `/devices/${idOf(this, name)}/revoke`);
});

Given('the device {string} is deleted', async function (this: StudioWorld, name: string) {
  await settle(this, name, {});
  await this.change('DELETE', `/devices/${idOf(this, name)}`);
});

When('the operator meanwhile revokes the device {string}', async function (this: StudioWorld, name: string) {
  await this.changeUnseen('POST', `/devices/${idOf(this, name)}/revoke`);
});

When('the operator reads the devices', async function (this: StudioWorld) {
  await this.ask('operator', 'GET', '/api/studios/{studio}/devices');
});

When('the operator changes the device {string}:', async function (this: StudioWorld, name: string, shown: DataTable) {
  await this.ask('operator', 'PATCH', `/api/studios/{studio}/devices/${idOf(this, name)}`, shown.raw());
});

const tokenForm = /^svc_[a-z0-9]{32}$/;

Then(
  'the token of {string} looks like svc_ and 32 lowercase letters and digits',
  function (this: StudioWorld, name: string) {
    assert.match(this.tokenOf(name), tokenForm);
  },
);

Then('the answer has a token in {string}', async function (this: StudioWorld, place: string) {
  assert.match(((await this.json()) as Record<string, string>)[place] ?? '', tokenForm);
});
