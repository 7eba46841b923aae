// The licences of production packages: all permit use in a product that isn't open source.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const permitted = new Set([
  '(AFL-2.1 OR BSD-3-Clause)',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  '0BSD',
  'Unlicense',
]);

/** Licences of versions whose manifest states none; each was read in the package. */
const readInPackage: Readonly<Record<string, string>> = { 'node_modules/escape-regexp-component@1.0.2': 'MIT' };

interface Installed {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

it('are permitted', () => {
  const lockfile = resolve(import.meta.dirname, '../../package-lock.json');
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as { packages: Readonly<Record<string, Installed>> };
  const production = Object.entries(packages).filter(([, { dev, link }]) => dev !== true && link !== true);
  const licences = production.map(([folder, { version, license }]) => {
    const id = `${folder}@${version}`;
    return { id, licence: license ?? readInPackage[id] ?? 'none' };
  });
  expect(licences.length).toBeGreaterThan(90);
  expect(licences.filter(({ licence }) => !permitted.has(licence))).toEqual([]);
});
