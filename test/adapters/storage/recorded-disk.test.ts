// Tests of the recording of disk operations.
import { expect, it } from 'vitest';
import { wholeCalls } from './recorded-disk.js';

it('a call during which something happens in another thread is one line, where it has ended', () => {
  const lines = [
    '10 pwrite64(5</a>, "x", 1, 0) = 1',
    '10 fdatasync(5</a> <unfinished ...>',
    '11 +++ exited with 0 +++',
    '10 <... fdatasync resumed>) = 0',
    '10 pwrite64(5</a>, "y", 1, 1) = 1',
  ];
  expect(wholeCalls(lines)).toEqual([lines[0], lines[2], '10 fdatasync(5</a>) = 0', lines[4]]);
});
