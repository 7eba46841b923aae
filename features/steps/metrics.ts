// Steps that check the service's metrics.
import { Then, type DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import type { StudioWorld } from '../support/world.js';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const samples = async (world: StudioWorld): Promise<readonly Sample[]> => {
  const { metrics } = (await world.json()) as { readonly metrics: readonly { readonly samples: readonly Sample[] }[] };
  return metrics.flatMap((metric) => metric.samples);
};

const formatSample = (name: string, labels: Readonly<Record<string, string>>): string =>
  [
    name,
    ...Object.entries(labels)
      .map(([label, text]) => `${label}=${text}`)
      .sort(),
  ].join(' ');

/** The metrics by the words of the features. */
const metricNames: Readonly<Record<string, string>> = {
  calls: 'studio_control_calls_total',
  refusals: 'studio_control_refusals_total',
  actions: 'studio_control_actions_total',
  acknowledgements: 'studio_control_acknowledgement_duration_seconds_count',
  connected: 'studio_control_device_connected',
  reconnects: 'studio_control_device_reconnects_total',
  'on air': 'studio_control_on_air',
  'event streams': 'studio_control_event_streams',
  events: 'studio_control_events_total',
  'late ends': 'studio_control_late_ends_total',
  'uptime in seconds': 'studio_control_uptime_seconds',
  version: 'studio_control_info',
  'console connected': 'studio_control_console_connected',
  memory: 'process_resident_memory_bytes',
  'event loop lag': 'nodejs_eventloop_lag_seconds',
  'configuration version': 'studio_control_configuration_version',
};

const within = /^acknowledgements within (\d+) s$/;

/** Reads a metric in words: its name and its labels, such as `actions, operation clip.play, outcome refused`. */
const readMetric = (text: string): string => {
  const [words = '', ...labels] = text.split(', ');
  const given = Object.fromEntries(labels.map((label) => label.split(' ') as [string, string]));
  const [, le] = within.exec(words) ?? [];
  if (le !== undefined) return formatSample('studio_control_acknowledgement_duration_seconds_bucket', { ...given, le });
  const name = metricNames[words];
  assert.ok(name, `"${words}" is no metric; expected one of ${Object.keys(metricNames).join(', ')}`);
  return formatSample(name, given);
};

Then('the metrics are:', async function (this: StudioWorld, table: DataTable) {
  const known = new Map(
    (await samples(this)).map(({ name, labels, value }) => [formatSample(name, labels), String(value)]),
  );
  for (const [metric = '', value = ''] of table.raw()) assert.equal(known.get(readMetric(metric)), value, metric);
});

Then('the metrics include:', async function (this: StudioWorld, table: DataTable) {
  const names = new Set((await samples(this)).map(({ name }) => name));
  for (const [words = ''] of table.raw()) assert.ok(names.has(readMetric(words)), words);
});

Then('there is no metric {string}', async function (this: StudioWorld, metric: string) {
  const unwanted = readMetric(metric);
  assert.ok(!(await samples(this)).some(({ name, labels }) => formatSample(name, labels) === unwanted), metric);
});

const line =
  /^(# (HELP|TYPE) [a-z_][a-z0-9_]* .+|[a-z_][a-z0-9_]*(\{[a-z_]+="[^"\\]*"(,[a-z_]+="[^"\\]*")*\})? (-?[0-9.]+(e[+-]?[0-9]+)?|NaN|[+-]Inf))$/i;

Then('every line has the Prometheus text format', async function (this: StudioWorld) {
  const { body } = await this.answer();
  assert.ok(body.endsWith('\n'), 'expected a line end after the last line');
  const lines = body.split('\n').filter((text) => text !== '');
  assert.ok(lines.length > 0, 'there are no lines');
  assert.deepEqual(
    lines.filter((text) => !line.test(text)),
    [],
  );
});
