// The request log: the last hundred calls, and the last hundred of known callers, newest first.
import { describe, expect, it } from 'vitest';
import { requestLog, type RequestLogEntry } from '../../../application/calls/request-log.js';
import { callRecord } from '../../support/call-record.js';

const entry = (number: number, caller: string | null = 'loopback', others = {}) =>
  callRecord({ caller, path: `/${String(number)}`, ...others });

const pathsOf = (entries: readonly RequestLogEntry[]) => entries.map(({ path }) => path);
const newestFirst = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, at) => `/${String(from - at)}`);

describe('the request log', () => {
  it.each([0, 1, 2, 99, 100, 101, 250])('@LOG-1: has the last hundred of %i calls, newest first', (count) => {
    const log = requestLog();
    for (let number = 1; number <= count; number += 1) log.add(entry(number));
    expect(pathsOf(log.entries())).toEqual(newestFirst(count, Math.max(1, count - 99)));
    expect(log.entriesOfKnownCallers()).toEqual(log.entries());
  });

  it('@LOG-8: keeps known callers apart from strangers', () => {
    const log = requestLog();
    log.add(entry(1));
    for (let number = 2; number <= 150; number += 1) log.add(entry(number, null));
    log.add(entry(151, 'device:Panel'));
    log.add(entry(152, 'loopback', { status: 404, error: 'not_found' }));
    expect(pathsOf(log.entriesOfKnownCallers())).toEqual(['/152', '/151', '/1']);
    expect(pathsOf(log.entries())).toEqual(newestFirst(152, 53));
  });
});
