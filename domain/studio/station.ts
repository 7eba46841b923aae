// Stations: which of them holds the studio, and for which of them a call is meant.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, text } from '../codec/codec.js';
import { failure, type Failure } from '../failure.js';
import type { Records } from './records.js';

/** A station that may hold the studio. */
export const StationDefinition = t.readonly(t.type({ id: text(1, 64), name: text(1, 128) }));
export type StationDefinition = t.TypeOf<typeof StationDefinition>;

/** A station as a caller reads it. */
export const Station = described(
  t.readonly(t.type({ id: t.string, name: t.string, holdsStudio: t.boolean }), 'Station'),
  {
    description: 'A station that may hold the studio',
    examples: [{ id: 'alpha', name: 'Alpha FM', holdsStudio: true }],
  },
);
export type Station = t.TypeOf<typeof Station>;

/** What says for which station a call is meant. */
export interface StationRequest {
  /** The station that holds the studio, by id. */
  readonly holder: string | null;
  /** The parameter `station`, an id or a name. */
  readonly requested: string | undefined;
  /** The station a device is pinned to, by id or name. */
  readonly pin: string | null;
}

const mismatch = (message: string): E.Either<Failure, never> => E.left(failure('station_mismatch', message));

const idOf = (stations: Records<StationDefinition>, reference: string): string =>
  E.match(
    () => reference,
    ({ id }: StationDefinition) => id,
  )(stations.find(reference));

/** A device that is pinned to a station acts for that station only; `null` is pinned to none. */
export const refuseBeyondPin = (
  stations: Records<StationDefinition>,
  pin: string | null,
  station: string,
): E.Either<Failure, void> =>
  pin === null || idOf(stations, pin) === idOf(stations, station)
    ? E.right(undefined)
    : mismatch(`the device is pinned to the station "${pin}"`);

const whileHeld = (holder: string, wanted: readonly string[]): E.Either<Failure, string> =>
  wanted.every((station) => station === holder)
    ? E.right(holder)
    : mismatch(`the station "${holder}" holds the studio`);

const whileFree = (
  stations: Records<StationDefinition>,
  { requested, pin }: StationRequest,
): E.Either<Failure, string | null> => {
  if (requested === undefined) return E.right(pin === null ? null : idOf(stations, pin));
  return E.chain(({ id }: StationDefinition) =>
    pin === null || idOf(stations, pin) === id ? E.right(id) : mismatch(`the device is pinned to the station "${pin}"`),
  )(stations.find(requested));
};

/**
 * The station whose records a station-scoped call sees, null for none.
 * `station_mismatch` when another than the requested or the pinned one holds the studio;
 * `not_found` for an unknown station while nobody does.
 */
export const stationOf = (
  stations: Records<StationDefinition>,
  question: StationRequest,
): E.Either<Failure, string | null> => {
  const { holder, requested, pin } = question;
  if (holder === null) return whileFree(stations, question);
  const wanted = [requested, pin].flatMap((station) => (station == null ? [] : [idOf(stations, station)]));
  return whileHeld(holder, wanted);
};
