// Steps of following what happens at the console.
import { Then, When, type DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { at, begin, cell, following, parsed, spelt } from '../support/event-stream.js';
import { eventually } from '../support/eventually.js';
import type { StudioWorld } from '../support/world.js';

When(
  /^(the operator|somebody) follows what happens at the console$/,
  async function (this: StudioWorld, who: 'the operator' | 'somebody') {
    await begin(this, await this.followConsole(who === 'the operator' ? 'operator' : 'stranger'));
  },
);

When('somebody follows what happens at the console, showing:', async function (this: StudioWorld, shown: DataTable) {
  await begin(this, await this.followConsole('stranger', shown.raw()));
});

When("the operator's session follows what happens at the console", async function (this: StudioWorld) {
  await begin(this, await this.followConsole('stranger', [['Cookie', this.session]]));
});

type Row = Readonly<Record<string, string>>;

/** The events that a scenario hasn't been shown yet, as rows of a table. */
const fresh = async (world: StudioWorld, columns: readonly string[]): Promise<readonly Row[]> => {
  const { events } = await parsed(world);
  return events
    .slice(following(world).looked)
    .map((event) => Object.fromEntries(columns.map((place) => [place, cell(event, place)])));
};

const isSame = (columns: readonly string[], one: Row, other: Row): boolean =>
  columns.every((place) => one[place] === other[place]);

/** All of these among the events since the last look, in whichever order, and whatever else is told beside them. */
Then('the console soon tells:', async function (this: StudioWorld, table: DataTable) {
  const [columns = []] = table.raw();
  const expected = table
    .hashes()
    .map((row) => Object.fromEntries(columns.map((name) => [name, this.fill(row[name] ?? '')])));
  const told = async () => {
    const rows = await fresh(this, columns);
    return expected.filter((row) => !rows.some((one) => isSame(columns, row, one)));
  };
  await eventually(JSON.stringify(expected), async () => (await told()).length === 0).catch(async () => {
    assert.deepEqual(await told(), [], 'told in vain');
  });
  following(this).looked = (await parsed(this)).events.length;
});

/** What was told last of the studios. */
const lastTold = async (world: StudioWorld): Promise<unknown> => {
  const told = (await parsed(world)).events.filter(({ event }) => event === 'studio');
  return JSON.parse(told.at(-1)?.data ?? 'null') as unknown;
};

Then('the console soon tells that the newest version is in force', async function (this: StudioWorld) {
  const { desiredVersion } = await this.versions();
  await eventually('the version in force', async () => {
    const told = await lastTold(this);
    return [at(told, 'desiredVersion'), at(told, 'appliedVersion')].every((one) => one === desiredVersion);
  });
});

Then('the console soon tells that the configuration was refused', async function (this: StudioWorld) {
  await eventually('the refusal', async () => spelt(at(await lastTold(this), 'refusal.reason') ?? '') !== '');
});
