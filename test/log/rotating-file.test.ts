// A log file that can't be written for a while.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MESSAGE } from 'triple-beam';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rotatingFile } from '../../adapters/log/rotating-file.js';
import { eventually } from '../support/eventually.js';

/** More lines than the log keeps while its disk is slow. */
const tooMany = 50_002;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-log-'));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

it('is opened again after five seconds, without the lines of the meantime', async () => {
  const filename = join(folder, 'service.log');
  const file = rotatingFile(filename);
  const write = (text: string): void => void file.write({ [MESSAGE]: text });
  for (let line = 0; line < tooMany; line += 1) write('before');
  write('lost');
  vi.advanceTimersByTime(4_999);
  write('lost');
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  write('after');
  const lines = (): readonly string[] =>
    existsSync(filename) ? readFileSync(filename, 'utf8').trim().split('\n') : [];
  await eventually('the line after the pause', () => lines().includes('after'));
  expect(lines()).not.toContain('lost');
});
