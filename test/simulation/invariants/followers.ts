// A client that applies each event to what it knows, knows what the service shows.
import { isDeepStrictEqual } from 'node:util';
import type { Invariant } from '../evidence.js';

/** Fields that change all the time, without an event. */
const moving: ReadonlySet<string> = new Set(['positionMs', 'remainingMs']);

const withoutMoving = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (key, field: unknown) => (moving.has(key) ? null : field)));

const parts = [
  'studio',
  'station',
  'stations',
  'signals',
  'macros',
  'automations',
  'outputs',
  'banks',
  'cameras',
  'variables',
];

/** Sorts a list by its content: a client appends new records. */
const sorted = (part: unknown): unknown =>
  Array.isArray(part) ? part.map((record) => JSON.stringify(record)).sort() : part;

const partOf = (state: unknown, part: string): unknown =>
  sorted(withoutMoving((state as Readonly<Record<string, unknown>> | undefined)?.[part]));

/** The state folded from the events equals the state that is read. */
export const followersKnowTheState: Invariant = ({ final }) =>
  (final?.followers ?? []).flatMap(({ name, known }) =>
    parts
      .filter((part) => !isDeepStrictEqual(partOf(known, part), partOf(final?.state, part)))
      .map((part) => {
        const [knows, reads] = [known, final?.state].map((state) => JSON.stringify(partOf(state, part)));
        return `${name} knows of ${part}: ${String(knows)}; the service shows ${String(reads)}`;
      }),
  );
