// Which flags a command accepts that are no settings.
import { expect, it } from 'vitest';
import { givenFlags, wrongFlags } from '../../../infra/settings/command-flags.js';

it('a flag that a command does not accept is named, wherever it stands', () => {
  const given = givenFlags({ replace: true, from: '2026-01-31', csv: true });
  expect(wrongFlags('as-run', ['replace', 'from', 'csv'], given)).toBeUndefined();
  expect(wrongFlags('as-run', ['from', 'csv'], given)).toBe('as-run: --replace is not one of its flags');
  expect(wrongFlags('as-run', ['replace', 'csv'], given)).toBe('as-run: --from is not one of its flags');
  expect(wrongFlags('as-run', ['replace', 'from'], given)).toBe('as-run: --csv is not one of its flags');
  expect(wrongFlags('as-run', [], {})).toBeUndefined();
});
