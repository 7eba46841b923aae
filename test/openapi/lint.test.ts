// The lint of Redocly has no warning about the OpenAPI documents.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { frozenDocuments } from './frozen-documents.js';
import { offline, redocly } from './redocly.js';

it.each(frozenDocuments)('$name has no lint warnings', async ({ file }) => {
  const { stderr } = await promisify(execFile)(
    process.execPath,
    [redocly, 'lint', '--extends=recommended-strict', file],
    { env: offline },
  );
  expect(stderr).toContain('valid');
});
