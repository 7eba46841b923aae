// The lines of code that differ from the main branch, as Stryker takes them.
import { execFileSync } from 'node:child_process';

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: 'pipe' });

const revisionOf = (...args: readonly string[]): string | undefined => {
  try {
    return git(...args).trim();
  } catch {
    return undefined;
  }
};

/** Returns the commit that a change began with: the last one on `origin/main`, or else the parent. Undefined without either. */
export const beginOfChange = (): string | undefined => {
  const head = revisionOf('rev-parse', 'HEAD');
  const common = revisionOf('merge-base', 'HEAD', 'origin/main');
  return common === undefined || common === head ? revisionOf('rev-parse', '--verify', '--quiet', 'HEAD^') : common;
};

/**
 * Returns the changed lines in a diff without context, as `folder/file.ts:3-5`. Removed lines have none.
 */
export const rangesIn = (diff: string): readonly string[] => {
  let file = '';
  return diff.split('\n').flatMap((line) => {
    if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length);
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (first === undefined || count === '0') return [];
    return [`${file}:${first}-${String(Number(first) + Number(count) - 1)}`];
  });
};

/** Returns the lines that have changed since a commit, those of the working tree included. */
export const changedSince = (commit: string): readonly string[] =>
  rangesIn(git('diff', '--unified=0', '--no-color', '--no-ext-diff', '--diff-filter=d', commit, '--', '*.ts'));
