// The stream that a scenario has open, and its events as a feature file writes them.
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { strict as assert } from 'node:assert';
import type { StreamContent, ScenarioStream } from './driver.js';
import { eventually } from '../../test/support/eventually.js';
import type { StudioWorld } from './world.js';

interface OpenStream {
  stream: ScenarioStream | undefined;
  /** How many events earlier steps have checked. */
  checked: number;
  /** The id of the last event before the stream was disconnected. */
  lastId: string;
}

const openStreams = new WeakMap<StudioWorld, OpenStream>();

/** Returns the stream that a scenario has open. */
export const openStreamOf = (world: StudioWorld): OpenStream => {
  const known = openStreams.get(world) ?? { stream: undefined, checked: 0, lastId: '' };
  openStreams.set(world, known);
  return known;
};

/** Returns what has arrived on the stream. */
export const received = async (world: StudioWorld): Promise<StreamContent> => {
  const { stream } = openStreamOf(world);
  assert.ok(stream, 'no stream was opened yet');
  return stream.received();
};

interface ReceivedEvents {
  readonly events: readonly EventSourceMessage[];
  readonly comments: readonly string[];
}

const parse = (body: string): ReceivedEvents => {
  const [events, comments]: [EventSourceMessage[], string[]] = [[], []];
  const parser = createParser({ onEvent: (event) => events.push(event), onComment: (text) => comments.push(text) });
  parser.feed(body);
  return { events, comments };
};

/** Returns what has arrived on the stream, as events and comments. */
export const receivedEvents = async (world: StudioWorld): Promise<ReceivedEvents> =>
  parse((await received(world)).body);

/** Makes a stream the open stream of a scenario, and waits for its head. */
export const useStream = async (world: StudioWorld, stream: ScenarioStream): Promise<void> => {
  Object.assign(openStreamOf(world), { stream, checked: 0 });
  await eventually('the head of the stream', async () => (await received(world)).status !== undefined);
};

/** Returns the value at a path such as `record.scenes.0.clip`. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

/** Formats a value as a feature file writes it. */
export const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Formats an event for a column of a table: its kind for `event`, else the value at that path; empty if missing. */
export const formatCell = ({ event, data }: EventSourceMessage, column: string): string => {
  if (column === 'event') return event ?? '';
  const value = valueAt(JSON.parse(data), column);
  return value === undefined ? '' : formatValue(value);
};
