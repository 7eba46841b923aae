// Counts calls, actions, acknowledgements and events as they happen.
import { Counter, Histogram, type Registry } from 'prom-client';
import type { ActionChange } from '../../application/commands/action-records.js';
import type { Metrics } from '../../application/ports/metrics.js';
import type { MetricsDeps } from './metrics-deps.js';
import { connectedPlayers } from './players.js';

/** Registers the counter. The first connection of a device after the start isn't counted. */
const countReconnects = (registry: Registry, { studio, players }: Pick<MetricsDeps, 'studio' | 'players'>): void => {
  const reconnects = new Counter({
    name: 'studio_control_device_reconnects_total',
    help: 'Connections that devices have regained',
    labelNames: ['kind', 'device'],
    registers: [registry],
  });
  /** Whether each player is connected; absent before its first connection. */
  const wasConnected = new Map<string, boolean>();
  const follow = (output: string): void => {
    for (const [device, connected] of connectedPlayers(players, output)) {
      const before = wasConnected.get(device);
      if (connected || before !== undefined) wasConnected.set(device, connected);
      if (connected && before === false) reconnects.inc({ kind: 'player', device });
    }
  };
  for (const { id } of studio.records.outputs.all) {
    for (const [device] of connectedPlayers(players, id)) reconnects.inc({ kind: 'player', device }, 0);
    follow(id);
  }
  players.watch(follow);
};

/** Upper limits of the buckets, in seconds: from the fastest device to the longest timeout. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30];

/** Seconds from the call to its end; 0 if the clock was set to an earlier time meanwhile. */
const durationSeconds = ({ now: { startedAt, endedAt } }: ActionChange): number =>
  Math.max(0, Date.parse(endedAt ?? startedAt) - Date.parse(startedAt)) / 1_000;

/** Errors with which a device failed. With any other error nothing was sent. */
const deviceErrors: readonly (string | null)[] = ['device_error', 'device_unavailable'];

const outcomeOf = ({ now: { state, error } }: ActionChange): string => {
  if (state !== 'failed') return state;
  return deviceErrors.includes(error) ? 'failed' : 'refused';
};

const countActions = (registry: Registry, { actions }: Pick<MetricsDeps, 'actions'>): void => {
  const registers = [registry];
  const ended = new Counter({
    name: 'studio_control_actions_total',
    help: 'Actions that have ended, by operation, output (for operations on one) and outcome',
    registers,
    labelNames: ['operation', 'output', 'outcome'],
  });
  const late = new Counter({
    name: 'studio_control_late_ends_total',
    help: 'Actions whose device replied after they had timed out',
    registers,
  });
  const seconds = new Histogram({
    name: 'studio_control_acknowledgement_duration_seconds',
    help: 'Time from the call to the acknowledgement of acknowledged actions',
    registers,
    labelNames: ['operation'],
    buckets,
  });
  actions.watch((change) => {
    const { before, now, output } = change;
    const { operation } = now;
    if (before.state === 'timed_out') late.inc();
    else ended.inc({ operation, ...(output !== null && { output }), outcome: outcomeOf(change) });
    if (now.state === 'acknowledged') seconds.observe({ operation }, durationSeconds(change));
  });
};

const countCalls = (registry: Registry): Pick<Metrics, 'countCall'> => {
  const registers = [registry];
  const calls = new Counter({
    name: 'studio_control_calls_total',
    help: 'Answered calls by status class',
    registers,
    labelNames: ['status'],
  });
  const refusals = new Counter({
    name: 'studio_control_refusals_total',
    help: 'Calls that were refused or failed, by error code',
    registers,
    labelNames: ['reason'],
  });
  return {
    countCall: (status, error) => {
      calls.inc({ status: `${String(Math.floor(status / 100))}xx` });
      if (error !== null) refusals.inc({ reason: error });
    },
  };
};

/** Registers the counters. Returns the function that counts calls. */
export const counters = (registry: Registry, deps: MetricsDeps): Pick<Metrics, 'countCall'> => {
  const events = new Counter({
    name: 'studio_control_events_total',
    help: 'Events of the studio',
    registers: [registry],
  });
  countActions(registry, deps);
  countReconnects(registry, deps);
  deps.events.watch(() => {
    events.inc();
  });
  return countCalls(registry);
};
