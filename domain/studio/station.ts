// Stations: which one a call is for, and whether it holds the studio.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { described } from '../codec/codec.js';
import { failure, suggestionOf, type Failure } from '../failure.js';
import { Id, Name } from './common-fields.js';
import type { Records } from './records.js';

/** A station that may hold the studio. */
export const StationDefinition = t.readonly(t.type({ id: Id, name: Name }));
export type StationDefinition = t.TypeOf<typeof StationDefinition>;

/** A station, as callers read it. */
export const Station = described(
  t.readonly(t.type({ id: t.string, name: t.string, holdsStudio: t.boolean }), 'Station'),
  {
    description: 'A station that may hold the studio',
    examples: [{ id: 'alpha', name: 'Alpha FM', holdsStudio: true }],
  },
);
export type Station = t.TypeOf<typeof Station>;

/** What decides for which station a call is. */
export interface StationRequest {
  /** The id of the station that holds the studio. */
  readonly holder: string | null;
  /** The parameter `station`, an id or a name (STATION-5). */
  readonly requested: string | undefined;
  /** The station a device is pinned to, by id or name. */
  readonly pin: string | null;
}

const idOf = (stations: Records<StationDefinition>, reference: string): string =>
  pipe(
    stations.find(reference),
    E.match(
      () => reference,
      ({ id }) => id,
    ),
  );

/** Returns the failure of a call for a station that doesn't hold the studio, or that its device may not act for. */
const mismatch = (
  stations: Records<StationDefinition>,
  { holder, requested, pin }: Partial<StationRequest>,
): E.Either<Failure, never> => {
  const named = (reference: string): string =>
    `the station "${reference}"${E.isLeft(stations.find(reference)) ? ', which does not exist' : ''}`;
  const claims = [
    { station: requested, claim: (name: string) => `the call is for ${name}` },
    { station: pin, claim: (name: string) => `the device is pinned to ${name}` },
    { station: holder, claim: (name: string) => `${name} holds the studio` },
  ].flatMap(({ station, claim }) =>
    station == null ? [] : [{ id: idOf(stations, station), text: claim(named(station)) }],
  );
  // A claim for the station of a later one is no part of the mismatch.
  const texts = claims
    .filter(({ id }, at) => !claims.slice(at + 1).some((later) => later.id === id))
    .map(({ text }) => text);
  const found = requested === undefined ? undefined : stations.find(requested);
  const suggestion = found && E.isLeft(found) ? suggestionOf(found.left) : undefined;
  const message = [texts.slice(0, -1).join(', and '), ...texts.slice(-1)].join(', but ');
  return E.left({ ...failure('station_mismatch', message), ...(suggestion && { suggestion }) });
};

/** Checks that a device acts for the station it is pinned to. A `null` pin allows any station (STATION-11). */
export const checkPin = (
  stations: Records<StationDefinition>,
  pin: string | null,
  station: string,
): E.Either<Failure, void> =>
  pin === null || idOf(stations, pin) === idOf(stations, station)
    ? E.right(undefined)
    : mismatch(stations, { requested: station, pin });

const whileFree = (
  stations: Records<StationDefinition>,
  { requested, pin }: StationRequest,
): E.Either<Failure, string | null> => {
  if (requested === undefined) return E.right(pin === null ? null : idOf(stations, pin));
  return pipe(
    stations.find(requested),
    E.chain(({ id }) =>
      pipe(
        checkPin(stations, pin, requested),
        E.map(() => id),
      ),
    ),
  );
};

/**
 * Returns the station whose records a station-scoped call sees, null for none (STATION-8).
 * `station_mismatch` when another station than the requested or the pinned one holds the studio (STATION-3, STATION-4);
 * `not_found` for an unknown station while no station holds it (STATION-7).
 */
export const stationOf = (
  stations: Records<StationDefinition>,
  request: StationRequest,
): E.Either<Failure, string | null> => {
  const { holder, requested, pin } = request;
  if (holder === null) return whileFree(stations, request);
  const wanted = [requested, pin].flatMap((station) => (station == null ? [] : [idOf(stations, station)]));
  return wanted.every((station) => station === holder) ? E.right(holder) : mismatch(stations, request);
};
