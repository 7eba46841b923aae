// The page of the drivers' grades is what its maker writes.
import { expect, it } from 'vitest';
import { readDocument } from './documents.js';
import { makeGradesPage, pagePath } from './grades-page.js';

it('is up to date: npm run grades:document', () => {
  expect(readDocument(pagePath)).toBe(makeGradesPage());
});
