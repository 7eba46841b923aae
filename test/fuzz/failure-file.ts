// Inputs that failed, as files that can be sent again.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join('reports', 'fuzz');

/** Writes an input into the folder of reports. Returns its path. */
export const writeFailure = (target: string, seed: number, index: number, input: Buffer): string => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${target}-${String(seed)}-${String(index)}.bin`);
  writeFileSync(file, input);
  return file;
};
