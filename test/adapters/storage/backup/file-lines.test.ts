// The lines of a backup, however the file is read, and the longest one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileLines } from '../../../../adapters/storage/backup/file-lines.js';
import { storageFixture } from '../storage-fixture.js';

const { folder } = storageFixture();

const linesOf = async (text: string, maxBytes: number): Promise<readonly string[]> => {
  const path = join(folder(), 'lines');
  writeFileSync(path, text);
  const lines: string[] = [];
  for await (const line of fileLines(path, maxBytes)) lines.push(line);
  return lines;
};

/** More than a file is read at once: a letter of several bytes is split too. */
const long = `x${'ü'.repeat(50_000)}`;
const bytes = Buffer.byteLength(long);

it('a file has lines of up to the bound in bytes, each as it was written', async () => {
  expect(await linesOf(`${long}\n\n${long}\r\n${long}`, bytes + 1)).toEqual([long, '', `${long}\r`, long]);
});

it.each([
  ['in the middle', `${long}x\nlast`],
  ['at the end', `first\n${long}x`],
])('a longer line %s is refused, though each part of it is shorter', async (_, text) => {
  await expect(linesOf(text, bytes)).rejects.toThrow(`it has a line of more than ${String(bytes)} bytes`);
});
