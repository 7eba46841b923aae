// Steps that change the sections Access and Features in the console, and wait until the change is in force.
import { Given, When } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { featureNames } from '../../domain/feature.js';
import type { StudioWorld } from '../support/world.js';

interface AccessSection {
  readonly apiEnabled?: boolean;
  readonly accessWithoutToken?: string;
  readonly listedDevices?: readonly Record<string, string>[];
  readonly legacyAuthorization?: boolean;
}

type FeaturesSection = Record<string, { read: boolean; control: boolean }>;

const read = async (world: StudioWorld, section: string): Promise<unknown> => {
  const { body } = await world.callConsole('operator', 'GET', `/api/studios/{studio}/${section}`);
  return JSON.parse(body) as unknown;
};

const changeAccess = async (world: StudioWorld, changes: AccessSection): Promise<void> => {
  await world.change('PUT', '/access', { ...((await read(world, 'access')) as AccessSection), ...changes });
};

const tagOf = (name: string): string => Object.entries(featureNames).find((entry) => entry[1] === name)?.[0] ?? name;

const changeFeature = async (world: StudioWorld, name: string, changes: Record<string, boolean>): Promise<void> => {
  const section = (await read(world, 'features')) as FeaturesSection;
  const tag = tagOf(name);
  await world.change('PUT', '/features', { ...section, [tag]: { ...section[tag], ...changes } });
};

const choices: Readonly<Record<string, string>> = { Off: 'off', 'Listed devices': 'listed', 'Whole LAN': 'whole_lan' };

Given(/^access without a token is (Off|Listed devices|Whole LAN)$/, async function (this: StudioWorld, choice: string) {
  await changeAccess(this, { accessWithoutToken: choices[choice] ?? choice });
});

Given('these devices are listed:', async function (this: StudioWorld, listed: DataTable) {
  await changeAccess(this, { accessWithoutToken: 'listed', listedDevices: listed.hashes() });
});

Given(/^legacy authorization is switched (on|off)$/, async function (this: StudioWorld, state: string) {
  await changeAccess(this, { legacyAuthorization: state === 'on' });
});

Given(/^the API is switched (on|off)$/, async function (this: StudioWorld, state: string) {
  await changeAccess(this, { apiEnabled: state === 'on' });
});

Given(
  /^(Read|Control) of (.+) is switched (on|off)$/,
  async function (this: StudioWorld, access: string, feature: string, state: string) {
    await changeFeature(this, feature, { [access.toLowerCase()]: state === 'on' });
  },
);

When('the operator switches Control of {word} off', async function (this: StudioWorld, feature: string) {
  const tag = tagOf(feature);
  const section = (await read(this, 'features')) as FeaturesSection;
  const body = JSON.stringify({ ...section, [tag]: { ...section[tag], control: false } });
  await this.callConsole('operator', 'PUT', '/api/studios/{studio}/features', [['body', body]]);
});

When('the operator meanwhile sets access without a token to Off', async function (this: StudioWorld) {
  const section = (await read(this, 'access')) as AccessSection;
  await this.changeWithoutWaiting('PUT', '/access', { ...section, accessWithoutToken: 'off' });
});
