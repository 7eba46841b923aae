// An input that a target never finishes to handle ends the run, which names it.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../..');

it('an endless loop ends the run, and its input is named and written to a file', () => {
  const command = ['--import', 'tsx', 'test/fuzz/inputs/endless.ts', '500'];
  const { signal, stderr } = spawnSync(process.execPath, command, { cwd: project, encoding: 'utf8' });
  const [, file = ''] =
    /^planted-endless: input 2 of seed 1 \((.*)\): it is not handled after 500 ms$/m.exec(stderr) ?? [];
  expect({ signal, file }).toEqual({ signal: 'SIGKILL', file: 'reports/fuzz/planted-endless-1-2.bin' });
  expect(readFileSync(resolve(project, file), 'utf8')).toBe('endless');
});
