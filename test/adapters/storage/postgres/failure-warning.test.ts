// The warning about what fails many times.
import { expect, it } from 'vitest';
import { failureWarning } from '../../../../adapters/storage/postgres/failure-warning.js';

it('a failure that lasts is logged once, and again after a success', () => {
  const logged: unknown[] = [];
  const warn = (message: string, details: unknown): void => void logged.push([message, details]);
  const { failed, succeeded } = failureWarning({ warn }, 'it fails');
  for (const reason of ['first', 'second']) failed(reason);
  expect(logged).toEqual([['it fails', { reason: 'first' }]]);
  succeeded();
  for (const reason of ['third', 'fourth']) failed(reason);
  expect(logged.slice(1)).toEqual([['it fails', { reason: 'third' }]]);
});
