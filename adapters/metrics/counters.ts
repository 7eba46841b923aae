// What is counted as it happens: calls, actions, acknowledgements, events.
import { Counter, Histogram, type Registry } from 'prom-client';
import type { ActionChange, ActionRecords } from '../../application/commands/action-records.js';
import type { Events } from '../../application/events/events.js';
import type { Metrics } from '../../application/ports/metrics.js';

interface Counted {
  readonly actions: Pick<ActionRecords, 'watch'>;
  readonly events: Pick<Events, 'watch'>;
}

/** From the fastest device to the longest that can be waited, seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30];

const secondsOf = ({ now: { startedAt, endedAt } }: ActionChange): number =>
  (Date.parse(endedAt ?? startedAt) - Date.parse(startedAt)) / 1_000;

const countActions = (registry: Registry, { actions }: Counted): void => {
  const registers = [registry];
  const ended = new Counter({
    ...{ name: 'studio_control_actions_total', help: 'Actions that have ended, by how', registers },
    labelNames: ['end'],
  });
  const late = new Counter({
    ...{ name: 'studio_control_late_ends_total', registers },
    help: 'Actions that had timed out and of which their device told later after all',
  });
  const seconds = new Histogram({
    ...{ name: 'studio_control_acknowledgement_seconds', registers, buckets },
    help: 'How long acknowledged actions took from the call to the acknowledgement',
  });
  actions.watch((news) => {
    if (news.before.state === 'timed_out') late.inc();
    else ended.inc({ end: news.now.state });
    if (news.now.state === 'acknowledged') seconds.observe(secondsOf(news));
  });
};

/** Counts in a registry, and tells how calls are counted. */
export const counters = (registry: Registry, counted: Counted): Pick<Metrics, 'countCall'> => {
  const registers = [registry];
  const calls = new Counter({
    ...{ name: 'studio_control_calls_total', registers, labelNames: ['status'] },
    help: 'Calls that were answered, by the class of their status',
  });
  const happenings = new Counter({
    ...{ name: 'studio_control_events_total', help: 'Events that were told', registers },
  });
  countActions(registry, counted);
  counted.events.watch(() => {
    happenings.inc();
  });
  return {
    countCall: (status) => {
      calls.inc({ status: `${String(Math.floor(status / 100))}xx` });
    },
  };
};
