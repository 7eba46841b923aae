// Station: reads, taking and releasing the studio.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { pinOf } from '../../domain/access/caller.js';
import { described } from '../../domain/codec/codec.js';
import { releaseStudio, takeStudio } from '../../domain/studio/runtime-state.js';
import { checkPin, Station } from '../../domain/studio/station.js';
import { control } from '../api/control.js';
import { someText } from '../api/parameters.js';
import { textForm } from '../api/plain-forms.js';
import { currentHolder, currentStation, holderOf } from '../events/current-records.js';
import type { StudioState } from '../state/studio-state.js';
import { read } from '../api/read.js';

interface Ports {
  readonly studio: StudioState;
}

const stationReference = described(someText, {
  description: 'Station id or name, in any letters’ case',
  examples: ['alpha'],
});

const stationGet = read({
  name: 'station.get',
  summary: 'The station that holds the studio',
  feature: 'station',
  path: '/station',
  result: { station: t.union([Station, t.null]) },
  plain: ({ station }) => station?.id ?? '',
  plainForm: textForm('Id of the station that holds the studio; empty for none', 'alpha'),
  run: (ports: Ports) => E.right({ station: currentHolder(ports) }),
});

const stations = read({
  name: 'station.list',
  summary: 'All stations, and which one holds the studio',
  feature: 'station',
  path: '/stations',
  result: { stations: t.readonlyArray(Station) },
  plain: (body) => String(body.stations.length),
  run: (ports: Ports) => E.right({ stations: ports.studio.records.stations.all.map(currentStation(ports)) }),
});

const take = control({
  name: 'station.take',
  summary: 'Let a station take the studio',
  feature: 'station',
  path: '/stations/:id/take',
  params: { id: stationReference },
  result: { station: Station },
  run: (ports: Ports, { id }, { caller }) =>
    pipe(
      checkPin(ports.studio.records.stations, pinOf(caller), id),
      E.chain(() => ports.studio.records.stations.find(id)),
      E.map((station) => ({
        change: takeStudio(station.id),
        result: () => ({ station: currentStation(ports)(station) }),
      })),
    ),
});

const release = control({
  name: 'station.release',
  summary: 'Release the studio from its holder',
  feature: 'station',
  path: '/station/release',
  result: { station: t.union([Station, t.null]) },
  run: (ports: Ports, _input, { caller }) => {
    const released = holderOf(ports);
    return pipe(
      released ? checkPin(ports.studio.records.stations, pinOf(caller), released.id) : E.right(undefined),
      E.map(() => ({
        change: releaseStudio,
        result: () => ({ station: released ? currentStation(ports)(released) : null }),
      })),
    );
  },
});

export const stationOperations = [stationGet, stations, take, release];
