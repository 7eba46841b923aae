// Comments and documents use plain technical English: some words of an older dialect stay out.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { documents, root } from './documents.js';

const dialect = /\b(told|tells|whoever|lest)\b/i;

const sources = globSync(
  '{domain,application,adapters,simulator,features,infra,test}/**/*.{ts,tsx,css,sh,yaml,feature}',
  {
    cwd: root,
  },
).filter((path) => path !== 'test/docs/language.test.ts');

const isComment = (line: string): boolean => /^\s*(\/\/|\/?\*|#)/.test(line);

const linesOf = (path: string, counts: (line: string) => boolean): readonly string[] =>
  readFileSync(resolve(root, path), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      counts(line) && dialect.test(line) ? [`${path}:${String(index + 1)} ${line.trim()}`] : [],
    );

it('keeps the old dialect out of comments', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap((path) => linesOf(path, isComment))).toEqual([]);
});

it('keeps the old dialect out of documents', () => {
  expect(documents.flatMap((path) => linesOf(path, () => true))).toEqual([]);
});
