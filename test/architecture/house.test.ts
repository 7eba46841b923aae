// Every exported type has one home within a layer: a name that two files declare has two meanings, or one meaning twice.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readHouse, typesWithTwoHomes } from './house.js';

const doubles = (root: string): readonly string[] =>
  typesWithTwoHomes(readHouse(root)).map(({ name, homes }) => `${name}: ${homes.join(', ')}`);

it('no exported type of a layer has a second home', () => {
  expect(doubles(resolve(import.meta.dirname, '../..'))).toEqual([]);
});

it('a second home is found within a layer only, and a codec with the name of its type is no second home', () => {
  const root = mkdtempSync(join(tmpdir(), 'house-'));
  const files = {
    'domain/a.ts': 'export interface Clip {}\nexport const Clip = 1;\nexport type Take = 1;\n',
    'domain/b/c.tsx': 'export class Clip {}\n',
    'application/d.ts': "export type Take = 2;\nexport type { Clip } from '../domain/a.js';\ninterface Own {}\n",
    'application/e.ts': 'interface Own {}\nexport enum Level { one }\n',
    'application/f.ts': 'export enum Level { one }\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const found = doubles(root);
  rmSync(root, { recursive: true });
  expect(found).toEqual(['Clip: domain/a.ts, domain/b/c.tsx', 'Level: application/e.ts, application/f.ts']);
});
