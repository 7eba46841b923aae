// The page of the studio file's fields is what its maker writes.
import { expect, it } from 'vitest';
import { readDocument } from './documents.js';
import { makeStudioFilePage, pagePath } from './studio-file-page.js';

it('is up to date: npm run studio-file:document', () => {
  expect(readDocument(pagePath)).toBe(makeStudioFilePage());
});
