// Metrics: the figures of the running service, for people's eyes and for Prometheus.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { collect } from '../api/collect.js';
import { Metric, type Metrics } from '../ports/metrics.js';
import { textForm } from '../api/plain-forms.js';

const metrics = collect({
  name: 'metric.list',
  summary: 'The figures of the running service; the plain twin is the text form of Prometheus',
  feature: 'system',
  path: '/metrics',
  result: { metrics: t.readonlyArray(Metric) },
  plainForm: textForm(
    'The text form of Prometheus: many lines, each of which ends in a line feed',
    'studio_control_uptime_seconds 3600\n',
  ),
  run: (ports: { readonly metrics: Metrics }) =>
    E.right(ports.metrics.collect().then(({ metrics, text }) => ({ body: { metrics }, plain: text }))),
});

export const metricOperations = [metrics];
