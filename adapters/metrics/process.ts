// Metrics of this process, such as memory and event-loop delay. All services in the process share them.
import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * Metrics of the client that are left out. The lag's mean, minimum and deviation have no value, or a nonsensical one,
 * when nothing was measured since the last collection. The totals are gauges under the name of a counter.
 */
const leftOut = [
  'nodejs_eventloop_lag_mean_seconds',
  'nodejs_eventloop_lag_min_seconds',
  'nodejs_eventloop_lag_stddev_seconds',
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

let registry: Registry | undefined;

/** Returns the registry of the process metrics, which are measured from the first call on. */
export const processMetrics = (): Registry => {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
    for (const name of leftOut) registry.removeSingleMetric(name);
  }
  return registry;
};
