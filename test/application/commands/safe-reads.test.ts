// What is returned and logged while a driver throws.
import { expect, it } from 'vitest';
import { safeReads } from '../../../application/commands/safe-reads.js';
import { memoryLog } from '../console/readable-log.js';

it('@ERROR-27: a read that throws returns what is unknown, and is logged once until it works again', () => {
  const log = memoryLog();
  let isBroken = false;
  const value = (id: string): boolean => {
    if (isBroken && id === 'sig-1') throw new Error('an internal detail');
    return true;
  };
  const read = safeReads(log)<boolean | null>('value', value, () => null);
  expect([read('sig-1'), read('sig-2')]).toEqual([true, true]);
  isBroken = true;
  expect([read('sig-1'), read('sig-1'), read('sig-2')]).toEqual([null, null, true]);
  isBroken = false;
  expect(read('sig-1')).toBe(true);
  isBroken = true;
  expect(read('sig-1')).toBe(null);
  const thrown = 'a driver threw while its device was read {"id":"sig-1","what":"value","error":"an internal detail"}';
  expect(log.lines).toEqual([thrown, 'a device can be read again {"id":"sig-1","what":"value"}', thrown]);
});
