// The stream that a scenario follows, and its events as a feature file writes them.
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { strict as assert } from 'node:assert';
import type { StreamContent, ScenarioStream } from './driver.js';
import { eventually } from './eventually.js';
import type { StudioWorld } from './world.js';

interface Following {
  stream: ScenarioStream | undefined;
  /** How many events steps have looked at already. */
  looked: number;
  /** The id of the last event when somebody hung up. */
  seen: string;
}

const followings = new WeakMap<StudioWorld, Following>();

/** The stream that a scenario follows. */
export const following = (world: StudioWorld): Following => {
  const known = followings.get(world) ?? { stream: undefined, looked: 0, seen: '' };
  followings.set(world, known);
  return known;
};

/** What has arrived of it. */
export const heard = async (world: StudioWorld): Promise<StreamContent> => {
  const { stream } = following(world);
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

/** The same as events. */
export const parsed = async (world: StudioWorld): Promise<Parsed> => parse((await heard(world)).body);

/** Has a scenario follow a stream from now on. */
export const begin = async (world: StudioWorld, stream: ScenarioStream): Promise<void> => {
  Object.assign(following(world), { stream, looked: 0 });
  await eventually('the head of the stream', async () => (await heard(world)).status !== undefined);
};

/** The value at a place such as `record.scenes.0.clip`. */
export const at = (value: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

/** A value as a feature file writes it. */
export const spelt = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A cell of a table: what kind of event it is, else a place in its data; what isn't there reads as an empty cell. */
export const cell = ({ event, data }: EventSourceMessage, place: string): string => {
  if (place === 'event') return event ?? '';
  const value = at(JSON.parse(data), place);
  return value === undefined ? '' : spelt(value);
};
