// Steps that interrupt and corrupt the connection between console and service.
import { parse } from 'yaml';
import { Given, Then, When } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import { maxVersion } from '../../domain/access/configuration.js';
import { readCaller, readCallSpec } from '../support/phrases.js';
import { corrupt, type Corruption, withApiOff } from '../support/corrupt-configuration.js';
import { eventually } from '../../test/support/eventually.js';
import type { StudioWorld } from '../support/world.js';

When('the service loses its connection to the console', async function (this: StudioWorld) {
  await this.driver.channel.cut();
});

When('the connection to the console is restored', async function (this: StudioWorld) {
  await this.driver.channel.mend();
});

When('the service is restarted', async function (this: StudioWorld) {
  await this.driver.restart();
});

When(/^the service is down for (\d+) minutes$/, async function (this: StudioWorld, minutes: string) {
  await this.driver.restart(Number(minutes) * 60_000);
});

Given('the studio also has:', async function (this: StudioWorld, extension: string) {
  await this.driver.restartExtended(parse(this.fill(extension)));
});

Given('a fresh service that has never reached the console', async function (this: StudioWorld) {
  await this.driver.channel.cut();
  await this.driver.restartWithoutData();
});

const newest = async ({ driver: { channel } }: StudioWorld): Promise<string> => {
  await eventually('a configuration', async () => (await channel.sent()).length > 0);
  return (await channel.sent()).at(-1) ?? '';
};

When(
  new RegExp(`^the service receives (${Object.keys(corrupt).join('|')})$`),
  async function (this: StudioWorld, corruption: Corruption) {
    await this.driver.channel.inject(corrupt[corruption](await newest(this)));
  },
);

When('the service receives an older configuration', async function (this: StudioWorld) {
  const older = (await this.driver.channel.sent()).at(-2);
  assert.ok(older, 'expected the console to have sent two configurations');
  await this.driver.channel.inject(older);
});

When('the service receives the version in force again, with the API switched off', async function (this: StudioWorld) {
  await this.driver.channel.inject(withApiOff(await newest(this)));
});

const versionIn = (configuration: string): number => (JSON.parse(configuration) as { version: number }).version;

When(
  'the service receives a configuration that is {int} versions ahead, with the API switched off',
  async function (this: StudioWorld, count: number) {
    await this.driver.channel.inject(withApiOff(await newest(this), (version) => version + count));
  },
);

When(
  'the service receives a configuration with the highest version, with the API switched off',
  async function (this: StudioWorld) {
    await this.driver.channel.inject(withApiOff(await newest(this), () => maxVersion));
  },
);

Then(
  "the console moves {int} versions ahead, and the service enforces the console's configuration",
  async function (this: StudioWorld, count: number) {
    const [first = '{}'] = await this.driver.channel.sent();
    await eventually('a newer configuration', async () => {
      const { desiredVersion } = await this.versions();
      return desiredVersion > versionIn(first) + count;
    });
    await this.waitUntilInForce();
  },
);

Then('the console soon shows a refusal that contains {string}', async function (this: StudioWorld, text: string) {
  await eventually('the refusal', async () => (await this.versions()).refusal?.reason.includes(text) === true);
});

const shownAlarms = async (world: StudioWorld) =>
  (await world.versions()).service?.alarms.map(({ kind, subject }) => ({ kind, subject }));

const waitForAlarms = async (world: StudioWorld, expected: readonly object[]): Promise<void> => {
  await eventually('the alarms', async () => isDeepStrictEqual(await shownAlarms(world), expected));
};

Then('the console soon shows the alarms:', async function (this: StudioWorld, table: DataTable) {
  await waitForAlarms(this, table.hashes());
});

Then('the console soon shows no alarms', async function (this: StudioWorld) {
  await waitForAlarms(this, []);
});

Then(/^the console shows the health (ok|degraded)$/, async function (this: StudioWorld, health: string) {
  assert.equal((await this.versions()).service?.health, health);
});

/** Expects these fields of what the console shows of the studio; `null` stands for what is unknown. */
Then('the list of studios soon shows:', async function (this: StudioWorld, table: DataTable) {
  const expected = table.rowsHash();
  const shown = async () => {
    const { service } = await this.versions();
    const fields = { onAir: service?.onAir, holder: service?.holder, devicesAway: service?.devicesAway };
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  };
  await eventually('the status', async () => isDeepStrictEqual(await shown(), expected)).catch(() => undefined);
  assert.deepEqual(await shown(), expected);
});

Then('the calls are still answered with:', async function (this: StudioWorld, table: DataTable) {
  for (const { caller = '', call = '', response = '' } of table.hashes()) {
    await this.call(readCaller(caller), readCallSpec(call));
    const { status, body } = await this.answer();
    const code = status === 200 ? '' : ` ${(JSON.parse(body) as { error: string }).error}`;
    assert.equal(`${String(status)}${code}`, response, `${caller} ${call}`);
  }
});

Then('the configuration is soon in force', async function (this: StudioWorld) {
  await this.waitUntilInForce();
});

Then('the next change still takes effect', async function (this: StudioWorld) {
  const { body } = await this.callConsole('operator', 'GET', '/api/studios/{studio}/access');
  await this.change('PUT', '/access', { ...(JSON.parse(body) as object), apiEnabled: false });
  await this.call(readCaller('the host itself'), readCallSpec('reads the signals'));
  assert.equal((await this.answer()).status, 403);
});
