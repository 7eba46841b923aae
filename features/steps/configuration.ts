// Steps that cut and tamper with the way between console and service.
import { Given, Then, When } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { readCaller, readCallSpec } from '../support/phrases.js';
import { corrupt, type Corruption, withApiOff } from '../support/corrupt-configuration.js';
import { eventually } from '../support/eventually.js';
import type { StudioWorld } from '../support/world.js';

When(/^the console (?:goes away|can't be reached by the service)$/, async function (this: StudioWorld) {
  await this.driver.channel.cut();
});

When('the console can be reached again', async function (this: StudioWorld) {
  await this.driver.channel.mend();
});

When('the service is restarted', async function (this: StudioWorld) {
  await this.driver.restart();
});

Given('a fresh service that has never reached the console', async function (this: StudioWorld) {
  await this.driver.channel.cut();
  await this.driver.restartAfresh();
});

const newest = async ({ driver: { channel } }: StudioWorld): Promise<string> => {
  await eventually('a configuration', async () => (await channel.sent()).length > 0);
  return (await channel.sent()).at(-1) ?? '';
};

When(
  new RegExp(`^(${Object.keys(corrupt).join('|')}) arrives$`),
  async function (this: StudioWorld, damage: Corruption) {
    await this.driver.channel.inject(corrupt[damage](await newest(this)));
  },
);

When('an older configuration is sent again', async function (this: StudioWorld) {
  const older = (await this.driver.channel.sent()).at(-2);
  assert.ok(older, 'the console has sent two configurations');
  await this.driver.channel.inject(older);
});

When('the version in force is sent again, with the API switched off', async function (this: StudioWorld) {
  await this.driver.channel.inject(withApiOff(await newest(this)));
});

Then('nothing has changed:', async function (this: StudioWorld, table: DataTable) {
  for (const { caller = '', deed = '', answer = '' } of table.hashes()) {
    await this.call(readCaller(caller), readCallSpec(deed));
    const { status, body } = await this.answer();
    const code = status === 200 ? '' : ` ${(JSON.parse(body) as { error: string }).error}`;
    assert.equal(`${String(status)}${code}`, answer, `${caller} ${deed}`);
  }
});

Then('it is soon in force', async function (this: StudioWorld) {
  await this.inForce();
});

Then('the next change is in force all the same', async function (this: StudioWorld) {
  const { body } = await this.ask('operator', 'GET', '/api/studios/{studio}/access');
  await this.change('PUT', '/access', { ...(JSON.parse(body) as object), apiEnabled: false });
  await this.call(readCaller('the host itself'), readCallSpec('reads the signals'));
  assert.equal((await this.answer()).status, 403);
});
