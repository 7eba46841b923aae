// The tests of a rule: a line for each file with the verdict, and what failed in it.
import type { ProvenRule, TestFile, TestResult } from '../model.js';
import { badge } from './badges.js';
import { element } from './dom.js';
import { duration, resultOf, testFileResult } from './results.js';

const counted = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;

/** The verdict of a file in words: how many tests of the rule it has, how long they took, and when they ran. */
const verdict = (found: TestFile): string => {
  if (found.failure !== undefined) return `The file couldn't run, ${new Date(found.at).toLocaleString()}`;
  const ran = found.tests.filter(({ at }) => at !== '');
  const [oldest] = ran.map(({ at }) => at).sort();
  if (oldest === undefined) return 'not run';
  const left = found.tests.length - ran.length;
  const time = duration(ran.reduce((sum, { ms }) => sum + ms, 0));
  const tests = `${counted(ran.length, 'test')}${left === 0 ? '' : `, ${String(left)} not run`}`;
  return `${tests}, ${time}, ${new Date(oldest).toLocaleString()}`;
};

const preformatted = (text: string, label: string): HTMLElement =>
  element('pre', { class: 'failed', tabindex: '0', role: 'group', 'aria-label': label }, text);

const failures = ({ file, failure, tests }: TestFile): readonly HTMLElement[] => {
  if (failure !== undefined) return [preformatted(failure, `Message, ${file}`)];
  return tests
    .filter(({ status }) => resultOf(status) === 'failed')
    .map(({ title, message = '' }: TestResult) => preformatted(`${title}\n${message}`, `Message, ${title}`));
};

/** The tests of a rule in one file. */
export const testFileView = (found: TestFile): HTMLElement =>
  element(
    'div',
    { class: 'tests' },
    element('p', { class: 'drivers' }, badge(testFileResult(found), verdict(found)), element('code', {}, found.file)),
    ...failures(found),
  );

/** How many files of tests of some rules ended in each way. */
export const testTally = (rules: readonly ProvenRule[]): readonly HTMLElement[] => {
  const counts = Map.groupBy(
    rules.flatMap(({ tests }) => tests),
    testFileResult,
  );
  return (['failed', 'skipped', 'not-run', 'passed'] as const).flatMap((result) => {
    const count = counts.get(result)?.length ?? 0;
    return count === 0 ? [] : [badge(result, `${counted(count, 'file')} of tests`)];
  });
};
