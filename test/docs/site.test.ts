// The site of the documents: each of its links leads somewhere, and its search finds what the documents say.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from './site/build.js';
import { brokenLinks } from './site/check.js';
import { searchOptions } from './site/page/search-options.js';
import { siteDocuments } from './site/paths.js';

let folder: string;

const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

describe('the site of the documents', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'site-'));
    expect(await buildSite(folder)).toBe(siteDocuments.length);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('has no broken link', () => {
    expect(brokenLinks(folder)).toEqual([]);
  });

  it('names the page that comes next on the path of a reader', () => {
    expect(read('hardening.html')).toMatch(/Next for the reader “Engineer”: <a href="monitoring.html">/);
  });

  it('shows what is not part of it as text', () => {
    expect(read('testing.html')).toMatch(/<span class="source" title="vitest.config.ts in the repository">/);
  });

  it('finds sections by their headings and by their text', () => {
    const json = JSON.parse(read('search-index.js').replace(/^[^"]*|;\n$/g, '')) as string;
    const search = MiniSearch.loadJSON(json, searchOptions);
    const first = (query: string): unknown => search.search(query)[0]?.id;
    expect(first('idempotency keys')).toBe('api.html#idempotency-keys');
    expect(first('urllib3')).toMatch(/^api\.html#/);
  });
});
