// What the built programs contain, and the places that their stack traces name.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { mappedStack } from '../../infra/command-line/mapped-stacks.js';
import { builtFolder, sourcesOf } from '../support/built-program.js';

const project = resolve(import.meta.dirname, '../..');
const builtFiles = globSync('**/*.js', { cwd: builtFolder });
const urlOf = (file: string): URL => pathToFileURL(join(builtFolder, file));

/** Returns line and column of a text, both from 1. */
const placeOf = (text: string, file: string): readonly [line: number, column: number] => {
  const before = readFileSync(file, 'utf8').split(text)[0]?.split('\n') ?? [];
  return [before.length, (before.at(-1)?.length ?? 0) + 1];
};

it('what production installations contain has nothing of the simulated studio', () => {
  const simulated = [join(project, 'simulator/'), join(project, 'infra/simulated/')].map(
    (path) => pathToFileURL(path).href,
  );
  const production = builtFiles.filter((file) => !file.startsWith('simulated/'));
  expect(production).toContain('main.js');
  const sources = production.flatMap((file) => sourcesOf(urlOf(file)));
  expect(sources.filter((source) => simulated.some((folder) => source.startsWith(folder)))).toEqual([]);
});

it('a stack trace names the function, and the line of the source', () => {
  const text = ' is not a part: expected one of ';
  const [line, column] = placeOf(text, join(builtFolder, 'main.js'));
  const call = `run (${urlOf('main.js').href}:${String(line)}:${String(column)})`;
  const source = join(project, 'infra/main.ts');
  const [sourceLine] = placeOf(text, source);
  const stack = mappedStack(new Error('it failed'), [{ toString: () => call }]);
  expect(stack).toContain(`run (${pathToFileURL(source).href}:${String(sourceLine)}:`);
  expect(readFileSync(join(builtFolder, 'main.js'), 'utf8')).toMatch(/\brun=/);
});
