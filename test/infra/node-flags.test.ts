// The flags of Node: every installation starts with those of `npm start`.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');

const flagsIn = (text: string, command: RegExp): readonly string[] =>
  (command.exec(text)?.[0] ?? '').match(/(?<=[ "])--[a-z-]+(=\d+)?/g) ?? [];

const flags = flagsIn(read('package.json'), /"start": .*/);

test.each([
  ['infra/containers/Dockerfile', /ENTRYPOINT \[[^\]]*\]/],
  ['infra/package/studio-control', /exec .*/],
])('%s starts Node with the flags of npm start', (path, command) => {
  expect(flags).toContain('--max-semi-space-size=4');
  expect(flagsIn(read(path), command)).toEqual(flags);
});
