// How many descriptors a process may open, as the kernel states it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { descriptorLimit } from '../../../adapters/node/descriptor-limit.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-limits-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it.each([
  [
    'Limit                     Soft Limit           Hard Limit           Units\nMax open files            1024                 524288               files',
    1_024,
  ],
  ['Max open files            unlimited            unlimited            files', Infinity],
  ['', Infinity],
])('@CONN-5: reads the soft limit in %j', (text, expected) => {
  const file = join(folder, 'limits');
  writeFileSync(file, text);
  expect(descriptorLimit(file)).toBe(expected);
  expect(descriptorLimit(join(folder, 'missing'))).toBe(Infinity);
});
