// Metrics of this process, such as memory and event-loop delay. All services in the process share them.
import { collectDefaultMetrics, Registry } from 'prom-client';

let registry: Registry | undefined;

/** Returns the registry of the process metrics, which are measured from the first call on. */
export const processMetrics = (): Registry => {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
};
