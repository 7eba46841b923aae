// Reads the call report of a service that may be newer than this program: lists that are too long are cut.
import * as t from 'io-ts';
import { maxDenied, maxReasons } from './report.js';

const lastTimeOf = (entry: unknown): number => (t.UnknownRecord.is(entry) ? Number(entry['lastTime']) || 0 : 0);

/** Returns the newest entries of a list, newest first, if it has more than `max`. */
const newest = (list: unknown, max: number): unknown =>
  Array.isArray(list) && list.length > max
    ? list.toSorted((one, other) => lastTimeOf(other) - lastTimeOf(one)).slice(0, max)
    : list;

const cutField = (record: unknown, name: string, cut: (value: unknown) => unknown): unknown =>
  t.UnknownRecord.is(record) && name in record ? { ...record, [name]: cut(record[name]) } : record;

const cutCaller = (caller: unknown): unknown => cutField(caller, 'reasons', (reasons) => newest(reasons, maxReasons));

const cutCallers = (callers: unknown): unknown => (Array.isArray(callers) ? callers.map(cutCaller) : callers);

const cutBatch = (batch: unknown): unknown =>
  cutField(cutField(batch, 'callers', cutCallers), 'denied', (denied) => newest(denied, maxDenied));

/** Returns the body of a report with at most {@link maxReasons} reasons of an address and {@link maxDenied} refused devices. */
export const keptReport = (body: unknown): unknown => cutField(body, 'refusals', cutBatch);
