// Steps of following the events: what is told, in which order, and when it ends.
import { Then, When, type DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { at, begin, cell, following as of, heard, parsed, spelt } from '../support/event-stream.js';
import type { CallerPhrase } from '../support/phrases.js';
import { eventually } from '../support/eventually.js';
import type { StudioWorld } from '../support/world.js';

const follow = async (world: StudioWorld, caller: CallerPhrase, seen?: string): Promise<void> => {
  const shown = seen === undefined ? [] : [['Last-Event-ID', seen]];
  await begin(world, await world.follow(caller, shown));
};

When('{caller} follows the events', async function (this: StudioWorld, caller: CallerPhrase) {
  await follow(this, caller);
});

When(
  '{caller} follows the events, {int} times',
  async function (this: StudioWorld, caller: CallerPhrase, times: number) {
    for (let time = 0; time < times; time += 1) await follow(this, caller);
  },
);

When(
  '{caller} follows the events after {string}',
  async function (this: StudioWorld, caller: CallerPhrase, seen: string) {
    await follow(this, caller, this.fill(seen));
  },
);

When('{caller} goes on following the events', async function (this: StudioWorld, caller: CallerPhrase) {
  await follow(this, caller, of(this).seen);
});

When('whoever follows the events hangs up', async function (this: StudioWorld) {
  const following = of(this);
  following.seen = (await parsed(this)).events.at(-1)?.id ?? '';
  await following.stream?.hangUp();
});

/** The events since the last look; there must be these and no others. */
Then('it is told:', async function (this: StudioWorld, table: DataTable) {
  const following = of(this);
  const expected = table.hashes();
  const isHere = async () => (await parsed(this)).events.length - following.looked >= expected.length;
  await eventually(`${String(expected.length)} events`, isHere).catch(() => undefined);
  const fresh = (await parsed(this)).events.slice(following.looked);
  following.looked += fresh.length;
  const columns = Object.keys(expected[0] ?? {});
  const told = fresh.map((event) => Object.fromEntries(columns.map((place) => [place, cell(event, place)])));
  assert.deepEqual(told, expected);
});

Then('every event has an id of its own and a time', async function (this: StudioWorld) {
  const { events } = await parsed(this);
  const ids = events.map(({ id }) => id ?? '');
  assert.ok(ids.length > 0, 'there are no events');
  assert.ok(ids.every((id) => id !== ''));
  assert.equal(new Set(ids).size, ids.length);
  for (const { data } of events) assert.match(spelt(at(JSON.parse(data), 'time')), /^\d{4}-\d\d-\d\dT.*Z$/);
});

Then(/^(\d+) comments? (?:has|have) been sent$/, async function (this: StudioWorld, count: string) {
  await eventually('comments', async () => (await parsed(this)).comments.length >= Number(count));
  assert.equal((await parsed(this)).comments.length, Number(count));
});

Then('the stream ends', async function (this: StudioWorld) {
  await eventually('the end of the stream', async () => (await heard(this)).isOver);
});

Then('the stream is open', async function (this: StudioWorld) {
  const { status, isOver } = await heard(this);
  assert.deepEqual({ status, isOver }, { status: 200, isOver: false });
});

Then('the stream is refused with {int} {code}', async function (this: StudioWorld, status: number, code: string) {
  await eventually('the refusal', async () => (await heard(this)).isOver);
  const refused = await heard(this);
  assert.deepEqual(
    { status: refused.status, error: (JSON.parse(refused.body) as { error: string }).error },
    { status, error: code },
  );
});

Then('the text is the id of the last event', async function (this: StudioWorld) {
  assert.equal((await this.answer()).body, (await parsed(this)).events.at(-1)?.id);
});
