// Stack traces of the bundled program name the places in its TypeScript sources.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { mappedStack } from '../../../infra/command-line/mapped-stacks.js';

const folder = mkdtempSync(join(tmpdir(), 'studio-control-stacks-'));
const dist = join(folder, 'dist');

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const source = `interface Ignored {
  readonly here: string;
}

export const run = (): never => {
  throw new Error('it failed');
};
`;

const compiled = (): { readonly url: string; readonly line: number; readonly column: number } => {
  mkdirSync(dist);
  const options = { sourceMap: true, module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2024 };
  const { outputText, sourceMapText = '' } = ts.transpileModule(source, {
    compilerOptions: options,
    fileName: '../run.ts',
  });
  writeFileSync(join(dist, 'run.js'), outputText);
  writeFileSync(join(dist, 'run.js.map'), sourceMapText.replace('"run.ts"', '"../run.ts"'));
  const lines = outputText.split('\n');
  const line = lines.findIndex((text) => text.includes('new Error'));
  const column = lines[line]?.indexOf('new Error') ?? 0;
  return { url: pathToFileURL(join(dist, 'run.js')).href, line: line + 1, column: column + 1 };
};

const frame = (text: string): NodeJS.CallSite => ({ toString: () => text }) as NodeJS.CallSite;

describe('a stack trace', () => {
  it('names the place in the source of a compiled module', () => {
    const { url, line, column } = compiled();
    const stack = mappedStack(new TypeError('it failed'), [frame(`run (${url}:${String(line)}:${String(column)})`)]);
    const original = pathToFileURL(join(folder, 'run.ts')).href;
    expect(stack).toBe(`TypeError: it failed\n    at run (${original}:6:9)`);
  });

  it('names the place in the module if there is no source map', () => {
    const places = ['at (file:///nowhere/dist/lost.js:1:2)', 'node:events:1:2', '<anonymous>'];
    expect(mappedStack(new Error('x'), places.map(frame))).toBe(
      ['Error: x', ...places.map((place) => `    at ${place}`)].join('\n'),
    );
  });
});
