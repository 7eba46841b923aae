// The flags of Node: every installation starts with those of `npm start`.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { nodeFlags } from '../bench/speed/service.js';

const read = (path: string): string => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8');

const flagsIn = (text: string, command: RegExp): readonly string[] =>
  (command.exec(text)?.[0] ?? '').match(/(?<=[ "])--[a-z-]+(=\d+)?/g) ?? [];

test.each([
  ['infra/containers/Dockerfile', /ENTRYPOINT \[[^\]]*\]/],
  ['infra/package/studio-control', /exec .*/],
])('%s starts Node with the flags of npm start', (path, command) => {
  expect(nodeFlags).toContain('--max-semi-space-size=4');
  expect(flagsIn(read(path), command)).toEqual(nodeFlags);
});
