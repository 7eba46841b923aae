// The metrics of a service, by the Prometheus client. Label values form a small fixed set; none names a caller.
import type { MetricsDeps } from './metrics-deps.js';
import { Registry } from 'prom-client';
import type { MetricsSnapshot, Metric, Metrics } from '../../application/ports/metrics.js';
import { counters } from './counters.js';
import { gauges } from './gauges.js';
import { processMetrics } from './process.js';

type Values = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]['values'];

/** The client's types omit the name that each series of a histogram has. */
type Series = Values[number] & { readonly metricName?: string };

/** Leaves out values that are not finite, which JSON can't represent. */
const samplesOf = (name: string, values: readonly Series[]): Metric['samples'] =>
  values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ metricName = name, labels, value }) => ({
      name: metricName,
      labels: Object.fromEntries(Object.entries(labels).map(([label, text]) => [label, String(text)])),
      value,
    }));

const recordsOf = async (registry: Registry): Promise<readonly Metric[]> =>
  (await registry.getMetricsAsJSON()).map(({ name, help, type, values }) => ({
    name,
    help,
    // The client's types declare a number, but it is a string.
    type: String(type) as Metric['type'],
    samples: samplesOf(name, values),
  }));

/** Returns the metrics of a service, counted from now on. */
export const prometheusMetrics = (deps: MetricsDeps): Metrics => {
  const own = new Registry();
  gauges(own, deps);
  const { countCall: called } = counters(own, deps);

  const collect = async (): Promise<MetricsSnapshot> => {
    const all = Registry.merge([own, processMetrics()]);
    return { metrics: await recordsOf(all), text: await all.metrics() };
  };
  return { countCall: called, collect };
};
