// The metrics of a console process, by the Prometheus client. No label names a studio, an operator or an address.
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ServiceConnections } from '../../application/console/sync/service-connections.js';
import type { Clock } from '../../application/ports/clock.js';
import type { ConsoleMetrics } from '../../application/ports/console-metrics.js';
import { processMetrics } from './process.js';

/** The sources of the gauges that are read at every collection. */
export interface ConsoleMetricsDeps {
  readonly connections: Pick<ServiceConnections, 'connected'>;
  readonly clock: Pick<Clock, 'now'>;
  /** The version of the program. */
  readonly version: string;
}

/** Upper limits of the buckets, in seconds: from a service beside the console to one whose report is repeated. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60];

/** Outcomes that are shown with 0 before they happen, so that their increase can be computed. */
const commonOutcomes = ['signed_in', 'wrong_credentials', 'throttled', 'busy'];

const gauges = (registry: Registry, { connections, clock, version }: ConsoleMetricsDeps): void => {
  const registers = [registry];
  const startedAtMs = clock.now();
  new Gauge({
    name: 'studio_control_console_info',
    help: 'Always 1; the label holds the version',
    registers,
    labelNames: ['version'],
  }).set({ version }, 1);
  new Gauge({
    name: 'studio_control_console_uptime_seconds',
    help: 'Time since the console started',
    registers,
    collect() {
      this.set(Math.max(0, clock.now() - startedAtMs) / 1_000);
    },
  });
  new Gauge({
    name: 'studio_control_console_services_connected',
    help: 'Studios whose service is connected to this process',
    registers,
    collect() {
      this.set(connections.connected().length);
    },
  });
};

const counters = (registry: Registry): Omit<ConsoleMetrics, 'collect'> => {
  const registers = [registry];
  const push = new Histogram({
    name: 'studio_control_console_push_duration_seconds',
    help: 'Time from a saved change to the report of a connected service that it is in force',
    registers,
    buckets,
  });
  const refused = new Counter({
    name: 'studio_control_console_configurations_refused_total',
    help: 'Configurations that services have refused',
    registers,
  });
  const signIns = new Counter({
    name: 'studio_control_console_sign_ins_total',
    help: 'Sign-ins of operators by outcome',
    registers,
    labelNames: ['outcome'],
  });
  for (const outcome of commonOutcomes) signIns.inc({ outcome }, 0);
  const attempts = new Counter({
    name: 'studio_control_console_webhook_attempts_total',
    help: 'Messages of webhooks that were sent, by outcome',
    registers,
    labelNames: ['outcome'],
  });
  for (const outcome of ['accepted', 'failed']) attempts.inc({ outcome }, 0);
  return {
    observePush: (seconds) => {
      push.observe(seconds);
    },
    countRefusedConfiguration: () => {
      refused.inc();
    },
    countSignIn: (outcome) => {
      signIns.inc({ outcome });
    },
    countWebhookAttempt: (isAccepted) => {
      attempts.inc({ outcome: isAccepted ? 'accepted' : 'failed' });
    },
  };
};

/** Returns the metrics of a console process, counted from now on. */
export const prometheusConsoleMetrics = (deps: ConsoleMetricsDeps): ConsoleMetrics => {
  const own = new Registry();
  gauges(own, deps);
  return {
    ...counters(own),
    collect: async () => {
      const all = Registry.merge([own, processMetrics()]);
      return { text: await all.metrics(), contentType: all.contentType };
    },
  };
};
