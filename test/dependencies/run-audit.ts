// Audits the dependencies: fails on advisories of level high or above about production, and lists all others. Without an
// answer of the registry it prints a notice, and does not fail.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { isSerious, lineOf, readAudit, type Lockfile } from './audit.js';

const project = resolve(import.meta.dirname, '../..');
const lockfile = JSON.parse(readFileSync(resolve(project, 'package-lock.json'), 'utf8')) as Lockfile;

const { stdout, error } = spawnSync('npm', ['audit', '--json', '--package-lock-only', '--fetch-retries=1'], {
  cwd: project,
  encoding: 'utf8',
  maxBuffer: 64 * 1_048_576,
});

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const rule = '*'.repeat(80);

const findings = error === undefined ? readAudit(stdout, lockfile) : E.left(error.message);
if (E.isLeft(findings)) {
  for (const line of [rule, 'THE DEPENDENCIES WERE NOT AUDITED: the registry gave no answer.', findings.left, rule])
    print(line);
} else {
  for (const finding of findings.right) print(lineOf(finding));
  const failures = findings.right.filter(isSerious).length;
  print(`${String(findings.right.length)} advisories, ${String(failures)} of them fail the build`);
  process.exitCode = failures === 0 ? 0 : 1;
}
