// Steps that use the console's change feed.
import { Then, When, type DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { formatCell, formatValue, openStreamOf, receivedEvents, useStream, valueAt } from '../support/event-stream.js';
import { eventually } from '../../test/support/eventually.js';
import type { StudioWorld } from '../support/world.js';

When(
  /^(the operator|the signed-in operator|the program|a visitor|"[^"]+") opens the change feed$/,
  async function (this: StudioWorld, someone: string) {
    const { user, credentials } = this.consoleCaller(someone);
    await useStream(this, await this.openConsoleStream(user, credentials));
  },
);

type Row = Readonly<Record<string, string>>;

/** Returns the events that no earlier step has checked, as table rows. */
const uncheckedRows = async (world: StudioWorld, columns: readonly string[]): Promise<readonly Row[]> => {
  const { events } = await receivedEvents(world);
  return events
    .slice(openStreamOf(world).checked)
    .map((event) => Object.fromEntries(columns.map((column) => [column, formatCell(event, column)])));
};

const isSame = (columns: readonly string[], one: Row, other: Row): boolean =>
  columns.every((column) => one[column] === other[column]);

/** Expects these events among the unchecked ones, in any order; there may be others. */
Then('the change feed soon sends:', async function (this: StudioWorld, table: DataTable) {
  const [columns = []] = table.raw();
  const expected = table
    .hashes()
    .map((row) => Object.fromEntries(columns.map((name) => [name, this.fill(row[name] ?? '')])));
  const missing = async () => {
    const rows = await uncheckedRows(this, columns);
    return expected.filter((row) => !rows.some((one) => isSame(columns, row, one)));
  };
  await eventually(JSON.stringify(expected), async () => (await missing()).length === 0).catch(async () => {
    assert.deepEqual(await missing(), [], 'events that were not sent');
  });
  openStreamOf(this).checked = (await receivedEvents(this)).events.length;
});

/** Returns the data of the last studio event. */
const lastStudio = async (world: StudioWorld): Promise<unknown> => {
  const studioEvents = (await receivedEvents(world)).events.filter(({ event }) => event === 'studio');
  return JSON.parse(studioEvents.at(-1)?.data ?? 'null') as unknown;
};

Then('the change feed soon reports that the newest version is in force', async function (this: StudioWorld) {
  const { desiredVersion } = await this.versions();
  await eventually('the version in force', async () => {
    const studio = await lastStudio(this);
    return [valueAt(studio, 'desiredVersion'), valueAt(studio, 'appliedVersion')].every(
      (one) => one === desiredVersion,
    );
  });
});

Then('the change feed soon reports that the configuration was rejected', async function (this: StudioWorld) {
  await eventually(
    'the refusal',
    async () => formatValue(valueAt(await lastStudio(this), 'refusal.reason') ?? '') !== '',
  );
});
