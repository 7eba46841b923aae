// The service in this process, as the event stream of the simulator shows it.
import type { ReportedCall } from '../../application/calls/answered-calls.js';
import { watchAll } from '../../application/events/watch-all.js';
import type { StateRecords } from '../../application/events/state-parts.js';
import { observedStep } from '../../domain/access/observed-call.js';
import type { CallRecord, ObservedService, ServiceRecord } from '../../simulator/api/service-records.js';
import { connectInMemory } from './memory-connection.js';
import { holdStudio } from './station-change.js';
import type { Service } from '../service.js';

/** Number of calls that are kept. */
const mostCalls = 100;

type Observed = Pick<Service, 'events' | 'answeredCalls' | 'alarms' | 'access' | 'studio' | 'server'>;

const studioFields = ({ studio, station, banks = [] }: StateRecords) => ({
  status: studio?.status ?? null,
  holder: station?.name ?? null,
  activeBank: banks.find(({ active }) => active)?.key ?? null,
});

const talliesOf = ({ outputs = [], cameras = [] }: StateRecords): Readonly<Record<string, string>> =>
  Object.fromEntries([...outputs, ...cameras].flatMap(({ id, tally }) => (tally === null ? [] : [[id, tally]])));

const readFrom = ({ events, alarms, access }: Observed, url: string): ServiceRecord => {
  const state = events.state({ kind: 'loopback' });
  const { macros = [], automations = [], variables = [] } = state;
  const { features } = access.current().configuration;
  const tallies = talliesOf(state);
  return { url, features, ...studioFields(state), tallies, macros, automations, variables, alarms: alarms.open() };
};

const callRecord = (number: number, { entry, action, details }: ReportedCall): CallRecord => ({
  number,
  call: entry,
  action: action?.actionId ?? null,
  decidedBy: details ? observedStep(details.decidedBy) : null,
  answeredAfterMs: details?.answeredAfterMs ?? null,
});

/** Returns what the stream follows of a service at a base URL. Calls are numbered from now on. */
export const observedService = (service: Observed, url: string): ObservedService => {
  const { events, answeredCalls, access, studio, server } = service;
  let calls: readonly CallRecord[] = [];
  let last = 0;
  answeredCalls.watch((call) => {
    last += 1;
    calls = [...calls, callRecord(last, call)].slice(-mostCalls);
  });
  return {
    url,
    connect: (address) => connectInMemory(server.node, address),
    hold: (station) => holdStudio(studio, station),
    read: () => readFrom(service, url),
    calls: () => calls,
    watch: watchAll<unknown>([events.watch, answeredCalls.watch, access.watch]),
  };
};
