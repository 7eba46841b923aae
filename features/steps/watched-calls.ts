// Steps that watch the calls of the studio at the console.
import { Then, When, type DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { formatValue, openStreamOf, receivedEvents, useStream, valueAt } from '../support/event-stream.js';
import { eventually } from '../../test/support/eventually.js';
import type { StudioWorld } from '../support/world.js';

const path = '/api/studios/{studio}/calls';

When(
  /^(the operator|a visitor|"[^"]+") watches the calls of the studio$/,
  async function (this: StudioWorld, someone: string) {
    const { user, credentials } = this.consoleCaller(someone);
    await useStream(this, await this.openConsoleStream(user, credentials, this.fill(path)));
  },
);

When('the operator stops watching', async function (this: StudioWorld) {
  const { stream } = openStreamOf(this);
  assert.ok(stream, 'no stream was opened yet');
  await stream.disconnect();
});

/** Expects the empty batch with which the service begins, after what earlier steps have seen. */
Then('the watched calls soon begin', async function (this: StudioWorld) {
  const open = openStreamOf(this);
  await eventually('the first batch', async () => {
    const { events } = await receivedEvents(this);
    return events.slice(open.checked).some(({ event }) => event === 'calls');
  });
  open.checked = (await receivedEvents(this)).events.length;
});

/** Returns the calls of all batches that no earlier step has checked. */
const watchedCalls = async (world: StudioWorld): Promise<readonly unknown[]> => {
  const { events } = await receivedEvents(world);
  return events
    .slice(openStreamOf(world).checked)
    .filter(({ event }) => event === 'calls')
    .flatMap(({ data }) => (JSON.parse(data) as { readonly calls: readonly unknown[] }).calls);
};

const cellOf = (call: unknown, column: string): string => {
  const value = valueAt(call, column);
  return value === undefined ? '' : formatValue(value);
};

Then('the watched calls are soon:', async function (this: StudioWorld, table: DataTable) {
  const [columns = [], ...expected] = table.raw();
  const shown = async () => (await watchedCalls(this)).map((call) => columns.map((column) => cellOf(call, column)));
  await eventually('the watched calls', async () => (await shown()).length >= expected.length).catch(() => undefined);
  assert.deepEqual(await shown(), expected);
  openStreamOf(this).checked = (await receivedEvents(this)).events.length;
});

const batchesSent = async (world: StudioWorld): Promise<number> =>
  (await world.driver.channel.requests()).filter((request) => request === 'POST /sync/calls').length;

Then('the service soon sends no more calls', async function (this: StudioWorld) {
  const isOver = async (): Promise<boolean> => (await this.driver.channel.watches()).at(-1)?.includes('false') ?? false;
  await eventually('the end of the watch', isOver);
});

Then('the service has sent {int} batch(es) of calls', async function (this: StudioWorld, count: number) {
  assert.equal(await batchesSent(this), count);
});
