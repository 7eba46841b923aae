// The metrics of both programs follow the conventions of Prometheus, and dashboards and alert rules use what exists.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { prometheusConsoleMetrics } from '../../../adapters/metrics/console.js';
import { readExposition, type MetricFamily } from '../../adapters/metrics/exposition.js';
import { startInjectableService, type InjectableService } from '../../openapi/service.js';

const readText = (path: string): string => readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
}

interface Dashboard {
  readonly panels: readonly { readonly title: string }[];
}

const rulesIn = (file: string): readonly Rule[] =>
  (
    parse(readText(`infra/monitoring/${file}`)) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] }
  ).groups.flatMap(({ rules }) => rules);

let service: InjectableService;
beforeAll(async () => {
  service = await startInjectableService();
  for (const path of ['signals/red-light/on', 'outputs/main/clips/3/play', 'outputs/main/clips/99/play', 'nowhere'])
    await service.call('GET', `/api/v2/${path}`);
  await service.call('GET', '/api/v2/signals', { from: '198.51.100.7' });
});
afterAll(() => service.stop());

const ofService = async (): Promise<readonly MetricFamily[]> =>
  readExposition((await service.call('GET', '/api/v2/plain/metrics')).body);

const ofConsole = async (): Promise<readonly MetricFamily[]> => {
  const deps = { connections: { connected: () => [] }, clock: { now: () => 0 }, version: '1.2.3' };
  return readExposition((await prometheusConsoleMetrics(deps).collect()).text);
};

/** Returns the metrics that texts name, without the parts of a histogram. */
const metricsIn = (texts: readonly string[]): readonly string[] => {
  const names = texts.flatMap((text) => text.match(/\b(studio_control|process|nodejs)_[a-z0-9_]+/g) ?? []);
  return [...new Set(names.map((name) => name.replace(/_(bucket|count|sum)$/, '')))];
};

/** How metrics are collected, what their names and their files begin with, and how many there are at least. */
interface Collected {
  readonly collect: () => Promise<readonly MetricFamily[]>;
  readonly prefix: string;
  readonly files: string;
  readonly fewest: number;
}

const testMetrics = ({ collect, prefix, files, fewest }: Collected): void => {
  let families: readonly MetricFamily[];
  beforeAll(async () => {
    families = await collect();
    expect(families.length).toBeGreaterThan(fewest);
  });

  it('have names and help texts as Prometheus has them', () => {
    for (const { name, help, type } of families) {
      expect(name).toMatch(new RegExp(`^(${prefix}|process|nodejs)_[a-z0-9_]+$`));
      expect(help.trim()).not.toBe('');
      expect(['counter', 'gauge', 'histogram', 'summary'], name).toContain(type);
      expect(name.endsWith('_total'), name).toBe(type === 'counter');
      expect(name).not.toMatch(/_(ms|(milli|micro)seconds|minutes|hours|days|kb|(kilo|mega)bytes|percent)(_|$)/);
      expect(name).not.toMatch(/_(bucket|count|sum)$/);
      expect(name.replace(/^process_start_time_seconds$/, '')).not.toMatch(/_(time|timestamp)_seconds$/);
    }
    expect(new Set(families.map(({ name }) => name)).size).toBe(families.length);
  });

  it('have values that are finite and not negative, and no two samples with the same labels', () => {
    for (const { name, samples } of families) {
      const mayBeLarge = /_bytes|_time_seconds|_max_fds/.test(name);
      for (const { value } of samples) {
        expect(Number.isFinite(value), name).toBe(true);
        expect(value, name).toBeGreaterThanOrEqual(0);
        expect(value, name).toBeLessThan(mayBeLarge ? Infinity : 1e9);
      }
      const keys = samples.map((sample) => `${sample.name}${JSON.stringify(sample.labels)}`);
      expect(new Set(keys).size, name).toBe(keys.length);
    }
  });

  it('are all used by dashboard and alert rules, which use no others and have names', () => {
    const { panels } = JSON.parse(readText(`infra/monitoring/${files}dashboard.json`)) as Dashboard;
    const rules = rulesIn(`${files}alerts.yaml`);
    const used = metricsIn(
      ['alerts.yaml', 'dashboard.json'].map((file) => readText(`infra/monitoring/${files}${file}`)),
    );
    const known = families.map(({ name }) => name);
    expect(used.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => name.startsWith('studio_control_') && !used.includes(name))).toEqual([]);
    for (const { alert } of rules) expect(alert).toMatch(/^StudioControl[A-Za-z]+$/);
    for (const { title } of panels) expect(title).not.toBe('');
  });
};

describe('@METRICS-3: the metrics of the service', () => {
  testMetrics({ collect: ofService, prefix: 'studio_control', files: '', fewest: 30 });
});

describe('@CONSOLE-METRICS-3: the metrics of the console', () => {
  testMetrics({ collect: ofConsole, prefix: 'studio_control_console', files: 'console-', fewest: 12 });
});

it('@METRICS-1: the metrics have a line for each value in the text form', async () => {
  const lines = (await service.call('GET', '/api/v2/plain/metrics')).body.split('\n');
  expect(lines).toContain('studio_control_actions_total{operation="signal.on",outcome="acknowledged"} 1');
  expect(lines).toContainEqual(expect.stringMatching(/^studio_control_calls_total\{status="2xx"\} \d+$/));
});

it('@METRICS-2 @METRICS-3: the metrics of the service are measured, with few labels that name no caller', async () => {
  const own = (await ofService()).filter(({ name }) => name.startsWith('studio_control_'));
  expect(own.filter(({ samples }) => samples.length === 0)).toEqual([]);
  const labels = own.flatMap(({ samples }) => samples.flatMap((sample) => Object.keys(sample.labels)));
  expect([...new Set(labels)].toSorted()).toEqual([
    ...['device', 'kind', 'le', 'operation', 'outcome', 'output', 'reason', 'status', 'version'],
  ]);
});

/** Returns a rule as the document shows it: what it counts, over which time, its threshold, its delay and its severity. */
const rowOf = ({ alert, expr, for: delay = '', labels }: Rule): readonly string[] => {
  const counted = /\{(.*)\}/.exec(expr)?.[1];
  const over = /\[([\dhm:]+)\]/.exec(expr)?.[1] ?? '';
  const [, comparison = '', limit = ''] = /([<>=]+) ([\d.]+)(?: \*.*)?$/s.exec(expr) ?? [];
  const shown = counted === undefined ? '' : `\`${counted}\``;
  return [`\`${alert}\``, shown, over, `${comparison} ${limit}`, delay, labels.severity];
};

describe('the alert rules', () => {
  const all = [...rulesIn('alerts.yaml'), ...rulesIn('console-alerts.yaml')];

  it('are those that the document lists, with their thresholds and delays', () => {
    const documented = readText('docs/monitoring.md')
      .split('\n')
      .filter((line) => line.startsWith('| `StudioControl'))
      .map((line) => line.replaceAll('\\|', '\0').split('|').slice(1, -1))
      .map((cells) => cells.map((cell) => cell.trim().replaceAll('\0', '|')));
    expect(all.map(rowOf)).toEqual(documented);
  });

  it('of quantiles keep the limits of the buckets, and those of sums the labels that their summary shows', () => {
    for (const { expr } of all)
      if (expr.includes('histogram_quantile'))
        expect(expr).toMatch(/^histogram_quantile\(0\.95, sum by \(instance, le\)/);
    expect(all.find(({ alert }) => alert.endsWith('ActionsFail'))?.expr).toContain(
      'sum by (instance, operation, output)',
    );
  });
});
