// Checks the files of the simulated studio's page without a browser.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageFolder, sharedStyle } from '../../simulator/page-files.js';
import { currentSimulatorDocument } from '../openapi/frozen-documents.js';

const folder = resolve(import.meta.dirname, '../..', pageFolder);
const files = readdirSync(folder);
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('the page', () => {
  it('loads nothing from other addresses', () => {
    expect(files.length).toBeGreaterThan(0);
    for (const name of files)
      expect(textOf(name).replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/https?:|url\(|@import/);
  });

  it('has no inline script, style or event handler', () => {
    expect(textOf('index.html')).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+=/);
    expect(files.map(textOf).join('')).not.toMatch(/innerHTML|\beval\(/);
  });

  it('refers only to files that exist', () => {
    const named = [...textOf('index.html').matchAll(/(?:href|src)="([^"]+)"/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect([...files, sharedStyle.slice(1)]).toContain(name);
  });

  it('requests only routes that exist', () => {
    const paths = Object.keys(currentSimulatorDocument().paths).map((path) => path.replace('{id}', '*'));
    const asked = [...textOf('page.js').matchAll(/['`](api\/[^'`]*)['`]/g)].map(([, path = '']) => path);
    expect(asked.length).toBeGreaterThan(4);
    for (const path of asked) expect(paths).toContain(`/${path.replace(/\$\{.*\}/, '*')}`);
  });
});
