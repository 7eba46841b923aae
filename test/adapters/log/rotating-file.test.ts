// A log file that can't be written for a while.
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { MESSAGE } from 'triple-beam';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rotatingFile } from '../../../adapters/log/rotating-file.js';
import { eventually } from '../../support/eventually.js';
import { wholeLines } from '../../support/whole-lines.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** More lines than the log keeps while its disk is slow. */
const tooMany = 50_002;

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns how often this process has a file open. */
const descriptorsOf = (path: string): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path;
    } catch {
      return false;
    }
  }).length;

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
  const lines = (): readonly string[] => (existsSync(filename) ? wholeLines(readFileSync(filename, 'utf8')) : []);
  await eventually('the line after the pause', () => lines().includes('after'));
  expect(lines()).not.toContain('lost');
  await eventually('the file that failed is closed', () => descriptorsOf(filename) === 1);
});

it('has the newest lines after older ones moved to another file', async () => {
  vi.useRealTimers();
  const filename = join(folder, 'service.log');
  const file = rotatingFile(filename);
  const long = 'x'.repeat(1_048_576);
  for (let line = 0; line < 11; line += 1) file.write({ [MESSAGE]: long });
  await eventually('the older lines are in another file', () => readdirSync(folder).length > 1);
  file.write({ [MESSAGE]: 'newest' });
  const linesOf = (name: string): readonly string[] =>
    existsSync(join(folder, name)) ? wholeLines(readFileSync(join(folder, name), 'utf8')) : [];
  await eventually('the newest line', () => linesOf('service.log').includes('newest'));
  const others = readdirSync(folder).filter((name) => name !== 'service.log');
  expect(others.map((name) => linesOf(name).includes('newest'))).toEqual([false]);
});
