// The page of templates is what its maker writes.
import { expect, it } from 'vitest';
import { readDocument } from './documents.js';
import { makeTemplatesPage, pagePath } from './templates-page.js';

it('is up to date: npm run templates:document', async () => {
  expect(readDocument(pagePath)).toBe(await makeTemplatesPage());
});
