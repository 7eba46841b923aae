// Steps that use the event stream.
import { Then, When, type DataTable } from '@cucumber/cucumber';
import type { EventSourceMessage } from 'eventsource-parser';
import { strict as assert } from 'node:assert';
import { eventViolations } from '../support/contract.js';
import {
  formatCell,
  formatValue,
  openStreamOf,
  received,
  receivedEvents,
  useStream,
  valueAt,
} from '../support/event-stream.js';
import type { CallerPhrase } from '../support/phrases.js';
import { eventually } from '../../test/support/eventually.js';
import type { StudioWorld } from '../support/world.js';

const openStream = async (world: StudioWorld, caller: CallerPhrase, lastId?: string, query = ''): Promise<void> => {
  const rows = lastId === undefined ? [] : [['Last-Event-ID', lastId]];
  await useStream(world, await world.openEventStream(caller, rows, query));
};

/** Returns the events that have arrived. Each must match the schema of its type (EVENT-9). */
const describedEvents = async (world: StudioWorld): Promise<readonly EventSourceMessage[]> => {
  const { events } = await receivedEvents(world);
  assert.deepEqual(events.flatMap(eventViolations), []);
  return events;
};

When('{caller} opens the event stream', async function (this: StudioWorld, caller: CallerPhrase) {
  await openStream(this, caller);
});

When(
  '{caller} opens the event stream, {int} times',
  async function (this: StudioWorld, caller: CallerPhrase, times: number) {
    for (let time = 0; time < times; time += 1) await openStream(this, caller);
  },
);

When(
  '{caller} opens the event stream after event {string}',
  async function (this: StudioWorld, caller: CallerPhrase, lastId: string) {
    await openStream(this, caller, this.fill(lastId));
  },
);

When(
  '{caller} opens the event stream with {word}',
  async function (this: StudioWorld, caller: CallerPhrase, query: string) {
    await openStream(this, caller, undefined, query);
  },
);

When(
  '{caller} opens the event stream with {word} after event {string}',
  async function (this: StudioWorld, caller: CallerPhrase, query: string, lastId: string) {
    await openStream(this, caller, this.fill(lastId), query);
  },
);

When('{caller} reopens the event stream', async function (this: StudioWorld, caller: CallerPhrase) {
  await openStream(this, caller, openStreamOf(this).lastId);
});

When('the event stream is disconnected', async function (this: StudioWorld) {
  const open = openStreamOf(this);
  open.lastId = (await receivedEvents(this)).events.at(-1)?.id ?? '';
  this.placeholders.set('last event', open.lastId);
  await open.stream?.disconnect();
});

/** Expects exactly these events since the last check. */
Then('the event stream sends:', async function (this: StudioWorld, table: DataTable) {
  const open = openStreamOf(this);
  const expected = table.hashes();
  const hasArrived = async () => (await receivedEvents(this)).events.length - open.checked >= expected.length;
  await eventually(`${String(expected.length)} events`, hasArrived).catch(() => undefined);
  const unchecked = (await describedEvents(this)).slice(open.checked);
  open.checked += unchecked.length;
  const columns = Object.keys(expected[0] ?? {});
  const sent = unchecked.map((event) =>
    Object.fromEntries(columns.map((column) => [column, formatCell(event, column)])),
  );
  assert.deepEqual(sent, expected);
});

/** Expects exactly these types of events, in the order of their first event. */
Then(/^the event stream has sent the types (\S+(?:, \S+)*)$/, async function (this: StudioWorld, names: string) {
  const types = async () => [...new Set((await describedEvents(this)).map(({ event }) => event))].join(', ');
  await eventually('events of these types', async () => (await types()) === names).catch(() => undefined);
  assert.equal(await types(), names);
});

const anyTime = /^\d{4}-\d\d-\d\dT.*Z$/;

/** Expects exactly these events of a kind since the stream was opened; `(a time)` stands for any time. */
Then(
  /^the event stream has sent these events of the kind (\S+):$/,
  async function (this: StudioWorld, kind: string, table: DataTable) {
    const expected = table.hashes();
    const columns = Object.keys(expected[0] ?? {});
    const ofKind = async () => (await describedEvents(this)).filter(({ event }) => event === kind);
    const hasArrived = async () => (await ofKind()).length >= expected.length;
    await eventually(`${String(expected.length)} events`, hasArrived).catch(() => undefined);
    const sent = (await ofKind()).map((event) =>
      Object.fromEntries(columns.map((column) => [column, formatCell(event, column).replace(anyTime, '(a time)')])),
    );
    assert.deepEqual(sent, expected);
  },
);

Then('every event has a unique id and a time', async function (this: StudioWorld) {
  const { events } = await receivedEvents(this);
  const ids = events.map(({ id }) => id ?? '');
  assert.ok(ids.length > 0, 'there are no events');
  assert.ok(ids.every((id) => id !== ''));
  assert.equal(new Set(ids).size, ids.length);
  for (const { data } of events) assert.match(formatValue(valueAt(JSON.parse(data), 'time')), anyTime);
});

Then(/^the event stream has sent (\d+) comments?$/, async function (this: StudioWorld, count: string) {
  await eventually('comments', async () => (await receivedEvents(this)).comments.length >= Number(count));
  assert.equal((await receivedEvents(this)).comments.length, Number(count));
});

Then('the event stream has the comment {string}', async function (this: StudioWorld, comment: string) {
  const { comments } = await receivedEvents(this);
  assert.ok(comments.includes(comment), `the comments are ${JSON.stringify(comments)}`);
});

const streamEnds = (world: StudioWorld): Promise<void> =>
  eventually('the end of the stream', async () => (await received(world)).hasEnded);

Then('the event stream ends', async function (this: StudioWorld) {
  await streamEnds(this);
});

/** Heartbeats come as often as a console checks its streams again, so that a stream that such a check ends has had one. */
Then('the event stream ends before its first heartbeat', async function (this: StudioWorld) {
  await streamEnds(this);
  assert.deepEqual((await receivedEvents(this)).comments, []);
});

Then('the event stream is open', async function (this: StudioWorld) {
  const { status, hasEnded } = await received(this);
  assert.deepEqual({ status, hasEnded }, { status: 200, hasEnded: false });
});

Then('the event stream is refused with {int} {code}', async function (this: StudioWorld, status: number, code: string) {
  await eventually('the refusal', async () => (await received(this)).hasEnded);
  const refused = await received(this);
  assert.deepEqual(
    { status: refused.status, error: (JSON.parse(refused.body) as { error: string }).error },
    { status, error: code },
  );
});

Then('the response body is the id of the last event', async function (this: StudioWorld) {
  assert.equal((await this.answer()).body, (await receivedEvents(this)).events.at(-1)?.id);
});
