// The output of a command, read by a program that is slower than the command.
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder } from '../../support/built-program.js';

const schema = resolve(import.meta.dirname, '../../../docs/studio-file.schema.json');

/** Reads one character at a time, so that the command fills the pipe and waits. */
const slowReader = String.raw`while IFS= read -r line; do printf '%s\n' "$line"; done`;

it('a command writes all of its output before it ends', () => {
  const pipeline = `"$0" "$1" schema | ${slowReader}`;
  const printed = execFileSync('sh', ['-c', pipeline, process.execPath, join(builtFolder, 'main.js')]);
  expect(printed.length).toBe(statSync(schema).size);
});
