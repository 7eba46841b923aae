// The texts of the pages: where they stand, and in which languages there are translations.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig, type LinguiConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';
import babelExtractor from '@lingui/cli/api/extractors/babel';

/** Whether a file describes the fields of the studio file. The service sends these descriptions to its editor. */
const isSchema = (file: string): boolean => file.endsWith('studio-file.schema.json');

const descriptionsIn = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
        name === 'description' && typeof inner === 'string' ? [inner] : descriptionsIn(inner),
      );

const ofSchema: NonNullable<LinguiConfig['extractors']>[number] = {
  match: isSchema,
  extract: (file, code, onMessage) => {
    for (const id of new Set(descriptionsIn(JSON.parse(code)))) onMessage({ id, origin: [file, 1] });
  },
};

const folder = join(import.meta.dirname, 'adapters/web/messages');

export default defineConfig({
  sourceLocale: 'en',
  locales: globSync('*.po', { cwd: folder }).map((file) => basename(file, '.po')),
  catalogs: [
    {
      path: `${folder}/{locale}`,
      include: ['adapters/web/console', 'adapters/web/editing', 'adapters/web/screens', 'docs/studio-file.schema.json'],
    },
  ],
  extractors: [babelExtractor, ofSchema],
  format: formatter({ lineNumbers: false }),
  runtimeConfigModule: { i18n: [`${folder}/i18n.js`, 'i18n'], Trans: [`${folder}/trans.js`, 'Trans'] },
});
