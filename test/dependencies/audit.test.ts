// The audit of the dependencies: what fails, what is only listed, and a registry that gives no answer. The recorded reports
// are answers of npm 11.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { isSerious, lineOf, readAudit, type Lockfile } from './audit.js';

const recorded = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
const findings = recorded('audit-findings.json');
const noAnswer = recorded('audit-no-answer.json');

const lockfile: Lockfile = {
  packages: {
    'node_modules/qs': { version: '6.17.1' },
    'node_modules/lru-cache': { version: '7.18.3' },
    'node_modules/vite': { version: '8.3.8', dev: true },
  },
};

describe('a report of npm audit', () => {
  const read = (): readonly (readonly [string, boolean])[] => {
    const report = readAudit(findings, lockfile);
    return E.isRight(report) ? report.right.map((finding) => [lineOf(finding), isSerious(finding)]) : [];
  };

  it('fails for advisories of level high and above about production, and lists the others', () => {
    expect(read()).toEqual([
      [expect.stringMatching(/^low: lru-cache 7\.18\.3 \(production\): .*https:/), false],
      [expect.stringMatching(/^high: qs 6\.17\.1 \(production\): qs vulnerable to Prototype Pollution, https:/), true],
      [expect.stringMatching(/^critical: vite 8\.3\.8 \(development\): /), false],
    ]);
  });

  it('is distinguished from no answer', () => {
    expect(readAudit(noAnswer, lockfile)).toEqual(E.left(expect.stringContaining('405 Method Not Allowed')));
    expect(readAudit('', lockfile)).toEqual(E.left('npm printed no JSON'));
    expect(readAudit('{}', lockfile)).toEqual(E.left('npm printed no report'));
    expect(readAudit('null', lockfile)).toEqual(E.left('npm printed no report'));
    expect(readAudit('{"auditReportVersion":2,"vulnerabilities":{}}', lockfile)).toEqual(E.right([]));
  });
});

describe('the audit', () => {
  const project = resolve(import.meta.dirname, '../..');

  /** Runs the audit with an npm that prints a recorded answer. */
  const audit = (answer: string, code: number) => {
    const folder = mkdtempSync(join(tmpdir(), 'audit-'));
    const npm = join(folder, 'npm');
    writeFileSync(join(folder, 'answer.json'), answer);
    writeFileSync(npm, `#!/bin/sh\ncat '${folder}/answer.json'\nexit ${String(code)}\n`);
    chmodSync(npm, 0o755);
    const environment = { ...process.env, PATH: [folder, process.env['PATH']].join(delimiter) };
    const command = ['--import', 'tsx', 'test/dependencies/run-audit.ts'];
    const { status, stdout } = spawnSync(process.execPath, command, {
      cwd: project,
      env: environment,
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    return { status, stdout };
  };

  it.each([
    ['fails on a finding', findings, 1, 1, 'high: qs'],
    ['prints a notice without an answer, and passes', noAnswer, 1, 0, 'THE DEPENDENCIES WERE NOT AUDITED'],
    ['passes without findings', '{"auditReportVersion":2,"vulnerabilities":{}}', 0, 0, '0 advisories'],
  ])('%s', (_, answer, code, status, line) => {
    expect(audit(answer, code)).toEqual({ status, stdout: expect.stringContaining(line) as unknown });
  });
});
