// The studio files in the documents of devices, and the example of the automations, are valid.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv } from 'ajv';
import * as E from 'fp-ts/lib/Either.js';
import { parse, stringify } from 'yaml';
import { expect, it } from 'vitest';
import { issueLines, readStudioText } from '../../infra/studio-file/studio-file.js';
import { studioSchema } from '../../infra/studio-file/studio-schema.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { root } from './documents.js';

const pages = globSync('docs/devices/*.md', { cwd: root });

const blocksOf = (page: string) =>
  [...readFileSync(resolve(root, page), 'utf8').matchAll(/```yaml\n(.*?)```/gs)].map(
    ([, text = '']) => [page, text] as const,
  );

const blocks = pages.flatMap(blocksOf);

/** What shows triggers and steps alone is no studio file. */
const examples = blocksOf('docs/automations.md').filter(([, text]) => text.startsWith('connections:'));

it('has a studio file in every page', () => {
  expect(new Set(blocks.map(([page]) => page))).toEqual(new Set(pages));
});

const schema = new Ajv({ strict: false, validateFormats: false }).compile(studioSchema());

it.each([...blocks, ...examples])('accepts the studio file of %s', (page, text) => {
  const shown = parse(text) as object;
  const studio = { ...demoStudio, cameras: [], macros: [], automations: [], panels: [], ...shown };
  expect(schema(studio) ? [] : schema.errors).toEqual([]);
  const read = readStudioText(stringify(studio));
  expect(E.isLeft(read) ? issueLines(page, read.left) : []).toEqual([]);
});
