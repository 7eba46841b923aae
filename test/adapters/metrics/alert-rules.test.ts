// The alert rules are raised as docs/monitoring.md describes them, and so seldom that operators don't ignore them.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const project = resolve(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(resolve(project, file), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
}

const rulesIn = (file: string): readonly Rule[] =>
  (
    parse(read(`infra/monitoring/${file}`)) as { readonly groups: readonly { readonly rules: readonly Rule[] }[] }
  ).groups.flatMap(({ rules }) => rules);

/** Returns a rule as the document shows it: what it counts, over which time, its threshold, its delay and its severity. */
const rowOf = ({ alert, expr, for: delay = '', labels }: Rule): readonly string[] => {
  const counted = /\{(.*)\}/.exec(expr)?.[1];
  const over = /\[([\dhm:]+)\]/.exec(expr)?.[1] ?? '';
  const [, comparison = '', limit = ''] = /([<>=]+) ([\d.]+)(?: \*.*)?$/s.exec(expr) ?? [];
  const shown = counted === undefined ? '' : `\`${counted}\``;
  return [`\`${alert}\``, shown, over, `${comparison} ${limit}`, delay, labels.severity];
};

const documented = read('docs/monitoring.md')
  .split('\n')
  .filter((line) => line.startsWith('| `StudioControl'))
  .map((line) => line.replaceAll('\\|', '\0').split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim().replaceAll('\0', '|')));

describe('the alert rules', () => {
  it('are those that the document lists, with their thresholds and delays', () => {
    expect([...rulesIn('alerts.yaml'), ...rulesIn('console-alerts.yaml')].map(rowOf)).toEqual(documented);
  });

  it('of quantiles keep the limits of the buckets, and those of sums the labels that their summary shows', () => {
    for (const { expr } of [...rulesIn('alerts.yaml'), ...rulesIn('console-alerts.yaml')])
      if (expr.includes('histogram_quantile'))
        expect(expr).toMatch(/^histogram_quantile\(0\.95, sum by \(instance, le\)/);
    expect(rulesIn('alerts.yaml').find(({ alert }) => alert.endsWith('ActionsFail'))?.expr).toContain(
      'sum by (instance, operation, output)',
    );
  });
});
