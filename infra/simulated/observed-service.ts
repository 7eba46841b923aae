// The service in this process, as the event stream of the simulator shows it and as its steering acts on it.
import * as E from 'fp-ts/lib/Either.js';
import { flow } from 'fp-ts/lib/function.js';
import type { CallRecord } from '../../application/calls/call-record.js';
import { requestLogEntry } from '../../application/calls/request-log.js';
import { changeNotifier } from '../../application/ports/watch.js';
import type { StateRecords } from '../../application/events/state-parts.js';
import type { StudioState } from '../../application/state/studio-state.js';
import { releaseStudio, takeStudio } from '../../domain/studio/runtime-state.js';
import { observedStep } from '../../domain/access/observed-call.js';
import { failure, invalid, type Failure } from '../../domain/failure.js';
import type { CallRecord as ShownCall, ObservedService, ServiceRecord } from '../../simulator/api/service-records.js';
import { connectInMemory, refusedConnection } from '../../adapters/node/memory-connection.js';
import type { Service } from '../service/service.js';

/** Number of calls that are kept. */
const mostCalls = 100;

type Observed = Pick<Service, 'events' | 'answeredCalls' | 'alarms' | 'access' | 'studio' | 'automations' | 'server'>;

const studioFields = ({ studio, station, banks = [] }: StateRecords) => ({
  status: studio?.status ?? null,
  holder: station?.name ?? null,
  activeBank: banks.find(({ active }) => active)?.key ?? null,
});

const talliesOf = ({ outputs = [], cameras = [] }: StateRecords): Readonly<Record<string, string>> =>
  Object.fromEntries([...outputs, ...cameras].flatMap(({ id, tally }) => (tally === null ? [] : [[id, tally]])));

const readFrom = ({ events, alarms, access, automations: sequences }: Observed, url: string): ServiceRecord => {
  const state = events.state({ kind: 'loopback' });
  const { macros = [], automations = [], variables = [] } = state;
  const { features } = access.current().configuration;
  const records = { macros, automations, variables, tallies: talliesOf(state), alarms: alarms.open() };
  return { url, features, ...studioFields(state), ...records, triggers: sequences.fired() };
};

const shownCall = (number: number, record: CallRecord): ShownCall => ({
  number,
  call: requestLogEntry(record),
  action: record.action?.actionId ?? null,
  decidedBy: record.decidedBy ? observedStep(record.decidedBy) : null,
  answeredAfterMs: record.answeredAfterMs ?? null,
});

/** A service that the stream follows while it is replaced. */
export interface FollowedService extends ObservedService {
  /** Follows the service that replaces the last one; undefined while there is none. */
  readonly follow: (service: Observed | undefined) => void;
}

const stopped: Failure = failure('conflict', 'the service is stopped');

/** Keeps the latest calls. They are numbered from 1. */
const latestCalls = () => {
  let calls: readonly ShownCall[] = [];
  let last = 0;
  return {
    all: () => calls,
    add: (record: CallRecord): void => {
      last += 1;
      calls = [...calls, shownCall(last, record)].slice(-mostCalls);
    },
  };
};

/**
 * Lets a station hold the studio, by its id or name; null for none. Nobody has to release it first. Resolves once that is
 * stored.
 */
const holdStudio = async (
  { records, change }: Pick<StudioState, 'records' | 'change'>,
  station: string | null,
): Promise<E.Either<Failure, void>> => {
  const found = station === null ? E.right(null) : records.stations.find(station);
  if (E.isLeft(found))
    return E.left(invalid([{ path: 'holder', expected: 'a station of this studio', got: JSON.stringify(station) }]));
  const id = found.right?.id;
  const sent = change(id === undefined ? releaseStudio : flow(releaseStudio, E.chain(takeStudio(id))));
  return E.isLeft(sent) ? sent : sent.right.confirmed;
};

/** Returns what the stream follows of a service at a base URL. */
export const observedService = (first: Observed, url: string): FollowedService => {
  const changes = changeNotifier<unknown>();
  const calls = latestCalls();
  let service: Observed | undefined;
  let unwatch = (): void => undefined;

  const watchService = ({ answeredCalls, events, access, automations }: Observed): (() => void) => {
    const ends = [
      answeredCalls.watch(calls.add),
      ...[answeredCalls, events, access, automations].map(({ watch }) => watch(changes.notify)),
    ];
    return () => {
      for (const end of ends) end();
    };
  };

  const follow = (next: Observed | undefined): void => {
    unwatch();
    service = next;
    unwatch = next === undefined ? () => undefined : watchService(next);
    changes.notify(undefined);
  };

  follow(first);
  return {
    url,
    connect: (address) => (service === undefined ? refusedConnection() : connectInMemory(service.server.node, address)),
    hold: async (station) => (service === undefined ? E.left(stopped) : holdStudio(service.studio, station)),
    read: () => (service === undefined ? null : readFrom(service, url)),
    calls: calls.all,
    watch: changes.watch,
    follow,
  };
};
