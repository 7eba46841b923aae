// Steps of following the events: what is told, in which order, and when it ends.
import { Then, When, type DataTable } from '@cucumber/cucumber';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { strict as assert } from 'node:assert';
import type { Heard, Stream } from '../support/driver.js';
import type { Caller } from '../support/phrases.js';
import { soon } from '../support/soon.js';
import type { StudioWorld } from '../support/world.js';

interface Following {
  stream: Stream | undefined;
  /** How many events steps have looked at already. */
  looked: number;
  /** The id of the last event when somebody hung up. */
  seen: string;
}

const followings = new WeakMap<StudioWorld, Following>();

const of = (world: StudioWorld): Following => {
  const known = followings.get(world) ?? { stream: undefined, looked: 0, seen: '' };
  followings.set(world, known);
  return known;
};

const heard = async (world: StudioWorld): Promise<Heard> => {
  const { stream } = of(world);
  assert.ok(stream, 'nobody follows the events yet');
  return stream.heard();
};

interface Parsed {
  readonly events: readonly EventSourceMessage[];
  readonly comments: readonly string[];
}

const parse = (body: string): Parsed => {
  const [events, comments]: [EventSourceMessage[], string[]] = [[], []];
  const parser = createParser({ onEvent: (event) => events.push(event), onComment: (text) => comments.push(text) });
  parser.feed(body);
  return { events, comments };
};

const parsed = async (world: StudioWorld): Promise<Parsed> => parse((await heard(world)).body);

const follow = async (world: StudioWorld, caller: Caller, seen?: string): Promise<void> => {
  const shown = seen === undefined ? [] : [['Last-Event-ID', seen]];
  Object.assign(of(world), { stream: await world.follow(caller, shown), looked: 0 });
  await soon('the head of the stream', async () => (await heard(world)).status !== undefined);
};

When('{caller} follows the events', async function (this: StudioWorld, caller: Caller) {
  await follow(this, caller);
});

When('{caller} follows the events, {int} times', async function (this: StudioWorld, caller: Caller, times: number) {
  for (let time = 0; time < times; time += 1) await follow(this, caller);
});

When('{caller} follows the events after {string}', async function (this: StudioWorld, caller: Caller, seen: string) {
  await follow(this, caller, this.fill(seen));
});

When('{caller} goes on following the events', async function (this: StudioWorld, caller: Caller) {
  await follow(this, caller, of(this).seen);
});

When('whoever follows the events hangs up', async function (this: StudioWorld) {
  const following = of(this);
  following.seen = (await parsed(this)).events.at(-1)?.id ?? '';
  await following.stream?.hangUp();
});

const at = (value: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

const spelt = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A cell of a table: what kind of event it is, else a place in its data; what isn't there reads as an empty cell. */
const cell = ({ event, data }: EventSourceMessage, place: string): string => {
  if (place === 'event') return event ?? '';
  const value = at(JSON.parse(data), place);
  return value === undefined ? '' : spelt(value);
};

/** The events since the last look; there must be these and no others. */
Then('it is told:', async function (this: StudioWorld, table: DataTable) {
  const following = of(this);
  const expected = table.hashes();
  const isHere = async () => (await parsed(this)).events.length - following.looked >= expected.length;
  await soon(`${String(expected.length)} events`, isHere).catch(() => undefined);
  const fresh = (await parsed(this)).events.slice(following.looked);
  following.looked += fresh.length;
  const columns = Object.keys(expected[0] ?? {});
  const told = fresh.map((event) => Object.fromEntries(columns.map((place) => [place, cell(event, place)])));
  assert.deepEqual(told, expected);
});

Then('every event has an id of its own and a time', async function (this: StudioWorld) {
  const { events } = await parsed(this);
  const ids = events.map(({ id }) => id ?? '');
  assert.ok(ids.every((id) => id !== ''));
  assert.equal(new Set(ids).size, ids.length);
  for (const { data } of events) assert.match(spelt(at(JSON.parse(data), 'time')), /^\d{4}-\d\d-\d\dT.*Z$/);
});

Then(/^(\d+) comments? (?:has|have) been sent$/, async function (this: StudioWorld, count: string) {
  await soon('comments', async () => (await parsed(this)).comments.length >= Number(count));
  assert.equal((await parsed(this)).comments.length, Number(count));
});

Then('the stream ends', async function (this: StudioWorld) {
  await soon('the end of the stream', async () => (await heard(this)).isOver);
});

Then('the stream is open', async function (this: StudioWorld) {
  const { status, isOver } = await heard(this);
  assert.deepEqual({ status, isOver }, { status: 200, isOver: false });
});

Then('the stream is refused with {int} {code}', async function (this: StudioWorld, status: number, code: string) {
  await soon('the refusal', async () => (await heard(this)).isOver);
  const refused = await heard(this);
  assert.deepEqual(
    { status: refused.status, error: (JSON.parse(refused.body) as { error: string }).error },
    { status, error: code },
  );
});

Then('the text is the id of the last event', async function (this: StudioWorld) {
  assert.equal((await this.answer()).body, (await parsed(this)).events.at(-1)?.id);
});
