// All installations start Node with the same flags.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { nodeFlags } from '../bench/speed/service.js';

const root = resolve(import.meta.dirname, '../..');

const flagsBeforeMain = (file: string): readonly string[] => {
  const line = readFileSync(resolve(root, file), 'utf8')
    .split('\n')
    .find((each) => each.includes('dist/infra/main.js'));
  return [...(line ?? '').matchAll(/--[a-z-]+(?:=\w+)?/g)].map(([flag]) => flag);
};

it.each(['infra/containers/Dockerfile', 'infra/package/studio-control'])('%s has the flags of npm start', (file) => {
  expect(nodeFlags.length).toBeGreaterThan(0);
  expect(flagsBeforeMain(file)).toEqual(nodeFlags);
});
