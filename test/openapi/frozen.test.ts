// The document is valid, has no flaws that a linter knows, and changes only where a change was meant.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { consoleDocumentNow, consoleFrozenFile, documentNow, frozenFile, written } from './frozen.js';

const redocly = resolve(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js');

/** Lints without asking anybody for news and without telling anybody. */
const offline = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };

describe.each([
  ['the document', frozenFile, documentNow],
  ['the console’s document', consoleFrozenFile, consoleDocumentNow],
])('%s', (_name, frozen, now) => {
  it('is the one that was frozen; `npm run openapi:freeze` renews that one', () => {
    expect(readFileSync(frozen, 'utf8')).toBe(written(now()));
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(now()));
    expect([valid, errors]).toEqual([true, undefined]);
    expect(validator.version).toBe('3.1');
  });

  it('gives a linter nothing to say', async () => {
    const lint = promisify(execFile)(process.execPath, [redocly, 'lint', '--extends=recommended-strict', frozen], {
      env: offline,
    });
    await expect(lint.then(({ stderr }) => stderr)).resolves.toContain('valid');
  });
});
