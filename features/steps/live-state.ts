// Steps that watch what the studio is doing at the console.
import { Then, When, type DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { formatValue, receivedEvents, useStream, valueAt } from '../support/event-stream.js';
import { eventually } from '../../test/support/eventually.js';
import type { StudioWorld } from '../support/world.js';

const path = '/api/studios/{studio}/state';

When(
  /^(the operator|a visitor) watches what the studio is doing$/,
  async function (this: StudioWorld, who: 'the operator' | 'a visitor') {
    const user = who === 'the operator' ? 'operator' : 'anonymous';
    await useStream(this, await this.openConsoleStream(user, [], this.fill(path)));
  },
);

/** Returns the newest state that arrived; undefined before the first. */
const newestState = async (world: StudioWorld): Promise<unknown> => {
  const { events } = await receivedEvents(world);
  const newest = events.filter(({ event }) => event === 'state').at(-1);
  return newest && (JSON.parse(newest.data) as unknown);
};

const entriesOf = (state: unknown): readonly unknown[] =>
  (valueAt(state, 'entries') as readonly unknown[] | undefined) ?? [];

const rowOf = (value: unknown, columns: readonly string[]): readonly string[] =>
  columns.map((column) => formatValue(valueAt(value, column)));

/** Expects each row among the entries of the newest state. */
Then('the watched state soon has the entries:', async function (this: StudioWorld, table: DataTable) {
  const [columns = [], ...expected] = table.raw();
  const rows = async () => entriesOf(await newestState(this)).map((entry) => rowOf(entry, columns).join(' | '));
  const missing = async () => {
    const shown = await rows();
    return expected.map((row) => row.join(' | ')).filter((row) => !shown.includes(row));
  };
  await eventually('the entries', async () => (await missing()).length === 0).catch(() => undefined);
  assert.deepEqual(await missing(), []);
});

Then('the watched state soon has {word} {string}', async function (this: StudioWorld, field: string, value: string) {
  const shown = async () => formatValue(valueAt(await newestState(this), field));
  await eventually(`${field} ${value}`, async () => (await shown()) === value).catch(() => undefined);
  assert.equal(await shown(), value);
});

Then('the service has sent no state', async function (this: StudioWorld) {
  const requests = await this.driver.channel.requests();
  assert.deepEqual(
    requests.filter((request) => request === 'POST /sync/state'),
    [],
  );
});
