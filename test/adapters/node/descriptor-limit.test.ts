// How many descriptors a process may open, as the kernel states it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { descriptorLimit } from '../../../adapters/node/descriptor-limit.js';

describe('@CONN-5: the limit of descriptors', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'studio-control-limits-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const limitIn = (line: string): number => {
    const head = 'Limit                     Soft Limit           Hard Limit           Units     \n';
    const others = 'Max processes             63432                63432                processes \n';
    writeFileSync(join(folder, 'limits'), `${head}${others}${line}`);
    return descriptorLimit(join(folder, 'limits'));
  };

  it('is the soft one', () => {
    expect(limitIn('Max open files            1024                 524288               files     \n')).toBe(1_024);
  });

  it('is unlimited if there is none, or no such file', () => {
    expect(limitIn('Max open files            unlimited            unlimited            files     \n')).toBe(Infinity);
    expect(limitIn('')).toBe(Infinity);
    expect(descriptorLimit(join(folder, 'missing'))).toBe(Infinity);
  });
});
