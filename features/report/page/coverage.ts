// How many rules are proven, in one line.
import type { Report } from '../model.js';
import { onlyTested, ruleResult, type Result } from './results.js';

/** Rules by their result. Those that only tests prove are counted among the proven ones, too. */
export const coverage = (report: Report, driver: string): string => {
  const results = Map.groupBy(report.rules, (rule) => ruleResult(report, rule, driver));
  const count = (result: Result): string => String(results.get(result)?.length ?? 0);
  const tested = results.get('passed')?.filter(onlyTested).length ?? 0;
  return [
    `${String(report.rules.length)} rules:`,
    `${count('passed')} proven (${String(tested)} by tests only),`,
    `${count('failed')} failed, ${count('not-run')} not run, ${count('skipped')} skipped`,
  ].join(' ');
};
