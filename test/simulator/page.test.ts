// The simulated studio's page, as far as it can be judged without a browser: it needs nothing from outside.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { steeringRoutes, changeStream, pageFolder, sharedStyle } from '../../simulator/routes.js';
import { steering } from '../../simulator/steering.js';
import { freshStudio } from './bench.js';

const folder = resolve(import.meta.dirname, '../..', pageFolder);
const files = readdirSync(folder);
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');

describe('the page', () => {
  it('asks for nothing beyond its own address', () => {
    for (const name of files)
      expect(textOf(name).replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/https?:|url\(|@import/);
  });

  it('keeps to a strict content policy: no script, style or handler in its markup', () => {
    expect(textOf('index.html')).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+=/);
    expect(files.map(textOf).join('')).not.toMatch(/innerHTML|\beval\(/);
  });

  it('finds every file it names', () => {
    const named = [...textOf('index.html').matchAll(/(?:href|src)="([^"]+)"/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) expect([...files, sharedStyle.slice(1)]).toContain(name);
  });

  it('asks only for routes there are', () => {
    const { studio, clock } = freshStudio();
    const steer = steering(studio, clock);
    const paths = [...steeringRoutes(steer), changeStream(steer)].map(({ path }) => path.replace(':id', '*'));
    const asked = [...textOf('page.js').matchAll(/['`](api\/[^'`]*)['`]/g)].map(([, path = '']) => path);
    expect(asked.length).toBeGreaterThan(5);
    for (const path of asked) expect(paths).toContain(`/${path.replace(/\$\{.*\}/, '*')}`);
  });
});
