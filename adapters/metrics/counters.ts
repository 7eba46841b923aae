// Counts calls, actions, acknowledgements and events as they happen.
import { Counter, Histogram, type Registry } from 'prom-client';
import type { ActionChange, ActionRecords } from '../../application/commands/action-records.js';
import type { Events } from '../../application/events/events.js';
import type { Metrics } from '../../application/ports/metrics.js';

interface CounterDeps {
  readonly actions: Pick<ActionRecords, 'watch'>;
  readonly events: Pick<Events, 'watch'>;
}

/** Upper limits of the buckets, in seconds: from the fastest device to the longest timeout. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30];

const durationSeconds = ({ now: { startedAt, endedAt } }: ActionChange): number =>
  (Date.parse(endedAt ?? startedAt) - Date.parse(startedAt)) / 1_000;

const countActions = (registry: Registry, { actions }: CounterDeps): void => {
  const registers = [registry];
  const ended = new Counter({
    name: 'studio_control_actions_total',
    help: 'Actions that have ended, by final state',
    registers,
    labelNames: ['end'],
  });
  const late = new Counter({
    name: 'studio_control_late_ends_total',
    help: 'Actions whose device replied after they had timed out',
    registers,
  });
  const seconds = new Histogram({
    name: 'studio_control_acknowledgement_seconds',
    help: 'Time from the call to the acknowledgement of acknowledged actions',
    registers,
    buckets,
  });
  actions.watch((change) => {
    if (change.before.state === 'timed_out') late.inc();
    else ended.inc({ end: change.now.state });
    if (change.now.state === 'acknowledged') seconds.observe(durationSeconds(change));
  });
};

/** Registers the counters. Returns the function that counts calls. */
export const counters = (registry: Registry, deps: CounterDeps): Pick<Metrics, 'countCall'> => {
  const registers = [registry];
  const calls = new Counter({
    name: 'studio_control_calls_total',
    help: 'Answered calls by status class',
    registers,
    labelNames: ['status'],
  });
  const events = new Counter({ name: 'studio_control_events_total', help: 'Events of the studio', registers });
  countActions(registry, deps);
  deps.events.watch(() => {
    events.inc();
  });
  return {
    countCall: (status) => {
      calls.inc({ status: `${String(Math.floor(status / 100))}xx` });
    },
  };
};
