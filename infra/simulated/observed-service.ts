// The service in this process, as the event stream of the simulator shows it.
import { watchAll } from '../../application/events/watch-all.js';
import type { StateRecords } from '../../application/events/state-parts.js';
import type { CallRecord, ObservedService, ServiceRecord } from '../../simulator/api/service-records.js';
import type { Service } from '../service.js';

/** Number of calls that are kept. */
const mostCalls = 100;

type Observed = Pick<Service, 'events' | 'requestLog' | 'alarms'>;

const studioFields = ({ studio, station, banks = [] }: StateRecords) => ({
  status: studio?.status ?? null,
  holder: station?.name ?? null,
  activeBank: banks.find(({ active }) => active)?.key ?? null,
});

const talliesOf = ({ outputs = [], cameras = [] }: StateRecords): Readonly<Record<string, string>> =>
  Object.fromEntries([...outputs, ...cameras].flatMap(({ id, tally }) => (tally === null ? [] : [[id, tally]])));

const readFrom = ({ events, alarms }: Observed): ServiceRecord => {
  const state = events.state({ kind: 'loopback' });
  const { macros = [], automations = [], variables = [] } = state;
  return { ...studioFields(state), tallies: talliesOf(state), macros, automations, variables, alarms: alarms.open() };
};

/** Returns what the stream follows. Calls are numbered from now on. */
export const observedService = (service: Observed): ObservedService => {
  const { events, requestLog } = service;
  let calls: readonly CallRecord[] = [];
  let last = 0;
  requestLog.watch((call) => {
    last += 1;
    calls = [...calls, { number: last, call }].slice(-mostCalls);
  });
  return {
    read: () => readFrom(service),
    calls: () => calls,
    watch: watchAll<unknown>([events.watch, requestLog.watch]),
  };
};
