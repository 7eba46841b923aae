// For which station a call is, and whether that station holds the studio.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../domain/failure.js';
import { recordsOf } from '../../../domain/studio/records.js';
import { checkPin, stationOf, type StationRequest } from '../../../domain/studio/station.js';
import { nearestIn } from '../fixtures.js';

const stations = recordsOf(
  'station',
  [
    { id: 'alpha', name: 'Alpha FM' },
    { id: 'bravo', name: 'Bravo TV' },
  ],
  { others: ({ name }) => [name] },
);

/** The station whose records a call sees (`none` for none), or the refusal. */
const stationFor = (request: Partial<StationRequest>): string => {
  const answer = stationOf(stations, { holder: null, requested: undefined, pin: null, ...request });
  return E.isLeft(answer) ? answer.left.code : (answer.right ?? 'none');
};

describe('while a station holds the studio', () => {
  it.each([
    ['nothing is requested', {}, 'alpha'],
    ['the holder is requested', { requested: 'alpha' }, 'alpha'],
    ['the holder is requested by name', { requested: 'ALPHA fm' }, 'alpha'],
    ['the holder is the pin', { pin: 'Alpha' }, 'alpha'],
    ['the holder is both', { requested: 'alpha', pin: 'alpha fm' }, 'alpha'],
    ['another is requested', { requested: 'bravo' }, 'station_mismatch'],
    ['an unknown one is requested', { requested: 'charlie' }, 'station_mismatch'],
    ['another is the pin', { pin: 'bravo' }, 'station_mismatch'],
    ['another is the pin, also with the holder requested', { requested: 'alpha', pin: 'bravo' }, 'station_mismatch'],
    ['another is requested, with the holder as the pin', { requested: 'bravo', pin: 'alpha' }, 'station_mismatch'],
    ['an unknown one is the pin', { pin: 'charlie' }, 'station_mismatch'],
  ])('%s', (_, request, answer) => {
    expect(stationFor({ holder: 'alpha', ...request })).toBe(answer);
  });

  it.each([
    ['bravo', null, 'the call is for the station "bravo"'],
    [undefined, 'bravo', 'the device is pinned to the station "bravo"'],
    ['alpha', 'bravo', 'the device is pinned to the station "bravo"'],
    ['Bravo TV', 'bravo', 'the device is pinned to the station "bravo"'],
    ['bravo', 'alpha', 'the call is for the station "bravo"'],
    [
      'x',
      'bravo',
      'the call is for the station "x", which does not exist, and the device is pinned to the station "bravo"',
    ],
    ['bravoo', null, 'the call is for the station "bravoo", which does not exist'],
    [undefined, 'charlie', 'the device is pinned to the station "charlie", which does not exist'],
  ])('names the holder, and for which station a call for %s of a device of %s is', (requested, pin, claims) => {
    expect(stationOf(stations, { holder: 'alpha', requested, pin })).toMatchObject(
      E.left({ code: 'station_mismatch', message: `${claims}, but the station "alpha" holds the studio` }),
    );
  });

  it('suggests a station for one that does not exist', () => {
    const suggested = ['bravoo', 'bravo'].map((requested) =>
      nearestIn(stationOf(stations, { holder: 'alpha', requested, pin: null })),
    );
    expect(suggested).toEqual(['"bravo"', undefined]);
  });
});

describe('while no station holds the studio', () => {
  it.each([
    ['nothing is requested', {}, 'none'],
    ['one is requested', { requested: 'bravo' }, 'bravo'],
    ['one is requested by name', { requested: 'bravo tv' }, 'bravo'],
    ['one is the pin', { pin: 'Bravo TV' }, 'bravo'],
    ['both are the same', { requested: 'bravo', pin: 'Bravo TV' }, 'bravo'],
    ['they differ', { requested: 'alpha', pin: 'bravo' }, 'station_mismatch'],
    ['an unknown one is requested', { requested: 'charlie' }, 'not_found'],
    ['an unknown one is requested with a pin', { requested: 'charlie', pin: 'bravo' }, 'not_found'],
    ['the pin is unknown', { pin: 'charlie' }, 'charlie'],
    ['the pin is unknown and one is requested', { requested: 'alpha', pin: 'charlie' }, 'station_mismatch'],
  ])('%s', (_, request, answer) => {
    expect(stationFor(request)).toBe(answer);
  });

  it('names the station of the pin', () => {
    expect(stationOf(stations, { holder: null, requested: 'alpha', pin: 'bravo' })).toEqual(
      E.left(
        failure(
          'station_mismatch',
          'the call is for the station "alpha", but the device is pinned to the station "bravo"',
        ),
      ),
    );
  });
});

describe('a caller', () => {
  const maybe = fc.constantFrom(undefined, 'alpha', 'Bravo TV', 'charlie');

  it('never sees the records of another station than the holder’s, the requested one’s or the pin’s', () => {
    const holders = fc.constantFrom(null, 'alpha', 'bravo');
    const neverSees = fc.property(holders, maybe, maybe, (holder, requested, pinned) => {
      const seen = stationFor({ holder, requested, pin: pinned ?? null });
      const own = [requested, pinned].map((station) => (station === 'Bravo TV' ? 'bravo' : station));
      expect(['station_mismatch', 'not_found', ...(holder === null ? [...own, 'none'] : [holder])]).toContain(seen);
    });
    fc.assert(neverSees);
  });
});

describe('a pin', () => {
  it('lets a device act for its own station only, by id or name', () => {
    expect(checkPin(stations, 'Alpha FM', 'alpha')).toEqual(E.right(undefined));
    expect(checkPin(stations, null, 'bravo')).toEqual(E.right(undefined));
    expect(checkPin(stations, 'alpha', 'bravo')).toEqual(
      E.left(
        failure(
          'station_mismatch',
          'the call is for the station "bravo", but the device is pinned to the station "alpha"',
        ),
      ),
    );
  });
});
