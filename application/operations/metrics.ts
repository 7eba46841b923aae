// Metrics of the running service, as JSON and in the text format of Prometheus (METRICS-1).
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { collect } from '../api/collect.js';
import { Metric, type Metrics } from '../ports/metrics.js';
import { textForm } from '../api/plain-forms.js';

const metrics = collect({
  name: 'metric.list',
  summary: 'The metrics of the running service; the plain twin has the text format of Prometheus',
  feature: 'system',
  path: '/metrics',
  result: { metrics: t.readonlyArray(Metric) },
  plainForm: textForm(
    'The text format of Prometheus: many lines, each of which ends in a line feed',
    'studio_control_uptime_seconds 3600\n',
  ),
  run: (ports: { readonly metrics: Metrics }) =>
    E.right(ports.metrics.collect().then(({ metrics, text }) => ({ body: { metrics }, plain: text }))),
});

export const metricOperations = [metrics];
