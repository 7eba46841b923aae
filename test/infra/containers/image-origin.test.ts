// Where images come from: only sources that are those of a commit are labelled with it.
import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.js';

const script = resolve(import.meta.dirname, '../../../infra/containers/origin.sh');
const committedAt = '2026-01-31T12:00:00+01:00';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{"version":"1.2.3"}');
  cpSync(script, join(folder, 'origin.sh'));
});

const git = (...args: readonly string[]): string => {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.org'];
  const env = { ...process.env, GIT_COMMITTER_DATE: committedAt, GIT_CEILING_DIRECTORIES: tmpdir() };
  return execFileSync('git', [...author, ...args], { cwd: folder, env, encoding: 'utf8' }).trim();
};

const origin = (): readonly string[] => {
  const print = '. ./origin.sh; printf "%s\\n" "$IMAGE_VERSION" "$IMAGE_REVISION" "$IMAGE_CREATED"';
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() };
  return execFileSync('sh', ['-eu', '-c', print], { cwd: folder, env, encoding: 'utf8' }).trim().split('\n');
};

it('is unknown without a commit', () => {
  expect(origin().slice(0, 2)).toEqual(['1.2.3', 'unknown']);
});

it('is the commit with its time, until a file differs', () => {
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Begin');
  expect(origin()).toEqual(['1.2.3', git('rev-parse', 'HEAD'), committedAt]);
  writeFileSync(join(folder, 'new.ts'), '');
  expect(origin()[1]).toBe('unknown');
});
