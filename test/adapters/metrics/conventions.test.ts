// The metrics follow the conventions of Prometheus, and dashboard and alert rules use metrics that exist.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startInjectableService, type InjectableService } from '../../openapi/service.js';
import { readExposition, type MetricFamily } from './exposition.js';

let service: InjectableService;
let families: readonly MetricFamily[];

const collect = async (): Promise<readonly MetricFamily[]> => {
  const { status, body } = await service.call('GET', '/api/v2/plain/metrics');
  expect(status).toBe(200);
  return readExposition(body);
};

beforeAll(async () => {
  service = await startInjectableService();
  await collect();
  for (const path of ['signals/red-light/on', 'outputs/main/clips/3/play', 'outputs/main/clips/99/play', 'nowhere'])
    await service.call('GET', `/api/v2/${path}`);
  await service.call('GET', '/api/v2/signals', { from: '198.51.100.7' });
  families = await collect();
});
afterAll(() => service.stop());

const each = (check: (family: MetricFamily) => void): void => {
  expect(families.length).toBeGreaterThan(30);
  for (const family of families) check(family);
};

describe('the metrics', () => {
  it('@METRICS-3: have names of this service, of the process or of Node.js, each once, and a help text', () => {
    each(({ name, help }) => {
      expect(name).toMatch(/^(studio_control|process|nodejs)_[a-z0-9_]+$/);
      expect(help.trim()).not.toBe('');
    });
    expect(new Set(families.map(({ name }) => name)).size).toBe(families.length);
  });

  it('@METRICS-3: end in _total if they are counters, and only then', () => {
    each(({ name, type }) => {
      expect(['counter', 'gauge', 'histogram', 'summary'], name).toContain(type);
      expect(name.endsWith('_total'), name).toBe(type === 'counter');
    });
  });

  it('@METRICS-1: have a line for each value in the text form', async () => {
    const { body } = await service.call('GET', '/api/v2/plain/metrics');
    const lines = body.split('\n');
    expect(lines).toContain('studio_control_actions_total{operation="signal.on",outcome="acknowledged"} 1');
    expect(lines).toContainEqual(expect.stringMatching(/^studio_control_calls_total\{status="2xx"\} \d+$/));
  });

  it('@METRICS-3: have base units, and names that don’t look like parts of a histogram', () => {
    each(({ name }) => {
      expect(name).not.toMatch(
        /_(ms|milliseconds|microseconds|minutes|hours|days|kb|kilobytes|megabytes|percent)(_|$)/,
      );
      expect(name).not.toMatch(/_(bucket|count|sum)$/);
      expect(name.replace(/^process_start_time_seconds$/, '')).not.toMatch(/_(time|timestamp)_seconds$/);
    });
  });

  it('@METRICS-3: have values that are finite and not negative, and no two samples with the same labels', () => {
    each(({ name, samples }) => {
      for (const { value, labels } of samples) {
        expect(Number.isFinite(value), name).toBe(true);
        expect(value, name).toBeGreaterThanOrEqual(0);
        if (!/_bytes|_time_seconds|_max_fds/.test(name))
          expect(value, `${name} ${JSON.stringify(labels)}`).toBeLessThan(1e9);
      }
      const keys = samples.map((sample) => `${sample.name}${JSON.stringify(sample.labels)}`);
      expect(new Set(keys).size, name).toBe(keys.length);
    });
  });

  it('@METRICS-2: of this service are measured', () => {
    const measured = families.filter(({ name, samples }) => name.startsWith('studio_control_') && samples.length > 0);
    const names = measured.map(({ name }) => name.replace('studio_control_', ''));
    expect(names.toSorted()).toEqual(
      [
        ...['acknowledgement_duration_seconds', 'actions_total', 'calls_total', 'configuration_version'],
        ...['console_connected', 'device_connected', 'device_reconnects_total', 'event_streams', 'events_total'],
        ...['info', 'late_ends_total', 'on_air', 'open_alarms', 'refusals_total', 'uptime_seconds'],
      ].toSorted(),
    );
  });

  it('@METRICS-3: have few labels, whose values are names of operations, records and codes', () => {
    const labels = families
      .filter(({ name }) => name.startsWith('studio_control_'))
      .flatMap(({ samples }) => samples.flatMap((sample) => Object.keys(sample.labels)));
    expect([...new Set(labels)].toSorted()).toEqual(
      ['device', 'kind', 'le', 'operation', 'outcome', 'output', 'reason', 'status', 'version'].toSorted(),
    );
  });
});

const monitoring = resolve(import.meta.dirname, '../../../infra/monitoring');

const readText = (file: string): string => readFileSync(resolve(monitoring, file), 'utf8');

/** Returns the names of the metrics in expressions, without the parts of a histogram. */
const metricsIn = (expressions: readonly string[]): readonly string[] => {
  const names = expressions.flatMap((text) => text.match(/\b(studio_control|process|nodejs)_[a-z0-9_]+/g) ?? []);
  return [...new Set(names.map((name) => name.replace(/_(bucket|count|sum)$/, '')))];
};

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

const rules = (parse(readText('alerts.yaml')) as Rules).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(readText('dashboard.json')) as Dashboard;

describe('dashboard and alert rules', () => {
  it.each([
    ['alerts.yaml', rules.map(({ expr }) => expr), 6],
    ['dashboard.json', panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), 13],
  ])('%s uses metrics that exist', (_, expressions, fewest) => {
    const used = metricsIn(expressions);
    expect(used.length).toBeGreaterThanOrEqual(fewest);
    const known = new Set(families.map(({ name }) => name));
    expect(used.filter((name) => !known.has(name))).toEqual([]);
  });

  it('use every metric of the service', () => {
    const used = new Set(metricsIn([readText('alerts.yaml'), readText('dashboard.json')]));
    const unused = families.filter(({ name }) => name.startsWith('studio_control_') && !used.has(name));
    expect(unused.map(({ name }) => name)).toEqual([]);
  });

  it('have a summary for every alert and a title for every panel', () => {
    for (const { alert } of rules) expect(alert).toMatch(/^StudioControl[A-Za-z]+$/);
    for (const { title } of panels) expect(title).not.toBe('');
  });
});
