// Inputs that failed, as files that can be sent again.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join('reports', 'fuzz');

/** Returns the path of the file of an input, whose folder exists. */
export const failureFile = (target: string, seed: number, index: number): string => {
  mkdirSync(folder, { recursive: true });
  return join(folder, `${target}-${String(seed)}-${String(index)}.bin`);
};

/** Writes an input into the folder of reports. Returns its path. */
export const writeFailure = (target: string, seed: number, index: number, input: Buffer): string => {
  const file = failureFile(target, seed, index);
  writeFileSync(file, input);
  return file;
};
