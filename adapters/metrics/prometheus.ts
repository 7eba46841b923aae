// The figures of a service, counted by the Prometheus client. Labels are few and known beforehand: none names a caller.
import type { MetricsDeps } from './metrics-deps.js';
import { Registry } from 'prom-client';
import type { MetricsSnapshot, Metric, Metrics } from '../../application/ports/metrics.js';
import { counters } from './counters.js';
import { gauges } from './gauges.js';
import { processMetrics } from './process.js';

type Values = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]['values'];

/** The client gives series of a histogram names of their own; its types don't know. */
type Series = Values[number] & { readonly metricName?: string };

/** What there is no figure of yet is left out: JSON has no word for it. */
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
    ...{ name, help },
    // The client's types make a number of it; it is the word.
    type: String(type) as Metric['type'],
    samples: samplesOf(name, values),
  }));

/** Counts from now on. */
export const prometheusMetrics = (needs: MetricsDeps): Metrics => {
  const own = new Registry();
  gauges(own, needs);
  const { countCall: called } = counters(own, needs);

  const collect = async (): Promise<MetricsSnapshot> => {
    const all = Registry.merge([own, processMetrics()]);
    return { metrics: await recordsOf(all), text: await all.metrics() };
  };
  return { countCall: called, collect };
};
