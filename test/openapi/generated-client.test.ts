// A TypeScript client generated from the document: it compiles, rejects undescribed calls, and plays a clip.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { currentControlDocument } from './frozen-documents.js';
import { startInjectableService, type InjectableService } from './service.js';

const folder = resolve(import.meta.dirname, '../../reports/openapi-client');

const program = (number: string, field: string): string => `
  import createClient from 'openapi-fetch';
  import type { paths } from './paths.js';
  export const play = async (baseUrl: string): Promise<string | null | undefined> => {
    const client = createClient<paths>({ baseUrl });
    const { data, error } = await client.GET('/api/v2/outputs/{slot}/clips/{number}/play', {
      params: { path: { slot: 'main', number: ${number} }, query: { timeout: 5_000 } },
    });
    if (error) throw new Error(error.message);
    return 'output' in data ? data.output.${field} : undefined;
  };
`;

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Writes programs by the names of their files, and compiles them at once, because the types of the client take long. */
const compile = (sources: Readonly<Record<string, string>>): ((file: string) => readonly string[]) => {
  const files = Object.keys(sources).map((name) => join(folder, name));
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
  const errors = ts.getPreEmitDiagnostics(ts.createProgram(files, options));
  return (name) =>
    errors
      .filter(({ file }) => file === undefined || file.fileName === join(folder, name))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};

describe('a client generated from the document', () => {
  let service: InjectableService;
  let errorsOf: (file: string) => readonly string[];
  beforeAll(async () => {
    service = await startInjectableService();
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, 'paths.ts'),
      astToString(await openapiTS(currentControlDocument() as unknown as OpenAPI3)),
    );
    errorsOf = compile({
      'wrong-number.ts': program('3', 'slot'),
      'wrong-field.ts': program(`'3'`, 'colour'),
      'play.ts': program(`'3'`, 'scenes[0]?.clip'),
    });
  });
  afterAll(() => service.stop());

  it('rejects a parameter of another type and an unknown response field', () => {
    expect(errorsOf('wrong-number.ts')).toHaveLength(1);
    expect(errorsOf('wrong-field.ts')).toHaveLength(1);
  });

  it('plays a clip', async () => {
    expect(errorsOf('play.ts')).toEqual([]);
    const { play } = (await import(join(folder, 'play.ts'))) as {
      readonly play: (baseUrl: string) => Promise<string | null | undefined>;
    };
    expect(await play(service.url)).toBe('weather');
  });
});
