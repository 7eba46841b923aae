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

const formatSample = ({ name, labels }: Sample): string =>
  [name, ...Object.entries(labels).map(([label, text]) => `${label}=${text}`)].join(' ');

/** Metrics are named with their labels, such as `studio_control_calls_total status=2xx`. */
Then('the metrics are:', async function (this: StudioWorld, table: DataTable) {
  const known = new Map((await samples(this)).map((sample) => [formatSample(sample), String(sample.value)]));
  for (const [metric = '', value = ''] of table.raw()) assert.equal(known.get(metric), value, metric);
});

Then('the metrics include:', async function (this: StudioWorld, table: DataTable) {
  const names = new Set((await samples(this)).map(({ name }) => name));
  for (const [name = ''] of table.raw()) assert.ok(names.has(name), name);
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

Then('the response body has the line {string}', async function (this: StudioWorld, text: string) {
  const lines = (await this.answer()).body.split('\n');
  assert.ok(lines.includes(text), `${text} is not in\n${lines.filter((one) => !one.startsWith('#')).join('\n')}`);
});
