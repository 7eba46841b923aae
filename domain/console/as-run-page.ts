// A page of the as-run log of a studio: what the console asks its service for, and the answer. The console stores nothing of it.
import * as t from 'io-ts';
import { shownText } from '../access/shown-text.js';
import type { AsRunEntry, AsRunLost } from '../as-run.js';
import { boundedListOf, described, integer, looseText, oneOf, orNull, refined } from '../codec/codec.js';

/** The most entries of a page. */
export const maxAsRunEntries = 1_000;

/** How many entries a page has if nobody specifies it. */
export const usualAsRunEntries = 200;

/** The kinds of equipment that commands reach. Each is the name of the parameter that has its id. */
export const asRunEquipment = ['output', 'signal', 'camera'] as const;
export type AsRunEquipment = (typeof asRunEquipment)[number];

/** What became of a command. */
export const asRunOutcomes = ['confirmed', 'failed', 'timed_out', 'unknown'] as const;

const word = looseText(1, 128);

/** A day in the studio's time zone. */
export const AsRunDay = refined(
  t.string,
  (day) => /^\d{4}-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8)),
  'a day such as 2026-01-31',
);

const filterFields = {
  output: word,
  signal: word,
  camera: word,
  clip: word,
  caller: word,
  operation: word,
  outcome: oneOf(...asRunOutcomes),
  from: AsRunDay,
  to: AsRunDay,
};

/** Selects entries; absent fields select all. Texts of `clip` and `caller` are parts; both days are included. */
export const AsRunFilter = t.readonly(t.partial(filterFields));
export type AsRunFilter = t.TypeOf<typeof AsRunFilter>;

/** What the console asks for. `older` is that of an earlier page, which this one continues. */
export const AsRunRequest = t.readonly(
  t.intersection([AsRunFilter, t.partial({ limit: integer(1, maxAsRunEntries), older: looseText(1, 200) })]),
);
export type AsRunRequest = t.TypeOf<typeof AsRunRequest>;

const Parameter = t.union([t.string, t.number, t.boolean, t.null, t.readonlyArray(t.string)]);
const text = t.string;
const textOrNull = (description: string) => orNull(t.string, description);

/** An entry as the console passes it on. A newer service may know further outcomes. */
const Entry = t.readonly(
  t.type({
    id: text,
    day: text,
    sentAt: text,
    endedAt: textOrNull('When the device confirmed it, or when it failed'),
    durationMs: orNull(t.number, 'How long that took, in milliseconds'),
    outcome: described(text, { description: `What became of it: ${asRunOutcomes.join(', ')}` }),
    error: textOrNull('The error code; null for a success'),
    caller: textOrNull('As in the request log, or what sent it by itself'),
    startedBy: textOrNull('Who ran the macro that sent it'),
    operation: text,
    station: textOrNull('The station that it was sent for'),
    parameters: t.readonly(t.record(t.string, Parameter)),
    action: textOrNull('The id of the action'),
  }),
  'AsRunEntry',
);

/** Lines that could not be stored. */
const Lost = t.readonly(t.type({ type: t.literal('lost'), time: text, count: t.number }), 'AsRunLost');

/** A record of the studio file, so that the page shows names instead of ids. */
const NamedRecord = t.readonly(t.type({ kind: text, id: text, name: text }), 'AsRunRecord');
export type AsRunRecord = t.TypeOf<typeof NamedRecord>;

/** The most records that are named. */
export const maxAsRunRecords = 2_000;

/** The answer. */
export const AsRunPage = t.readonly(
  t.type({
    /** Newest first. */
    entries: boundedListOf(t.union([Lost, Entry]), maxAsRunEntries),
    older: orNull(looseText(1, 200), 'Continues with older entries; null if there are none'),
    stopped: orNull(
      t.string,
      'Why the page ends before the log does: `entries`, because it has as many as it may, or `reading`, because so much was read',
    ),
    readTo: orNull(t.string, 'The time of the oldest entry that was read, whether the filter selects it or not'),
    unreadable: t.number,
    timezone: text,
    records: boundedListOf(NamedRecord, maxAsRunRecords),
  }),
  'AsRunPage',
);
export type AsRunPage = t.TypeOf<typeof AsRunPage>;

/** Whether a text contains another one, whatever their case. */
const contains = (part: string | undefined, ...texts: readonly unknown[]): boolean =>
  part === undefined || texts.some((one) => typeof one === 'string' && one.toLowerCase().includes(part.toLowerCase()));

const equals = (expected: string | undefined, actual: unknown): boolean =>
  expected === undefined || expected === actual;

/** Whether a day is one of those that a filter selects. */
export const isDayOf = ({ from, to }: Pick<AsRunFilter, 'from' | 'to'>, day: string): boolean =>
  (from === undefined || day >= from) && (to === undefined || day <= to);

/** Whether a filter selects an entry. */
export const selects = (filter: AsRunFilter, entry: AsRunEntry): boolean =>
  isDayOf(filter, entry.day) &&
  asRunEquipment.every((kind) => equals(filter[kind], entry.parameters[kind])) &&
  contains(filter.clip, entry.parameters['clip']) &&
  contains(filter.caller, entry.caller, entry.startedBy) &&
  equals(filter.operation, entry.operation) &&
  equals(filter.outcome, entry.outcome);

const maxNameLength = 128;

/** Returns records within all bounds. */
export const shownRecords = (records: readonly AsRunRecord[]): readonly AsRunRecord[] =>
  records.slice(0, maxAsRunRecords).map(({ kind, id, name }) => ({ kind, id, name: shownText(name, maxNameLength) }));

/** What a page shows in the order of the log. */
export type AsRunShown = AsRunEntry | AsRunLost;

/** Reads a page, without what only the studio file knows. Returns undefined for an `older` that no page has. */
export type ReadAsRunPage = (request: AsRunRequest) => Promise<Omit<AsRunPage, 'timezone' | 'records'> | undefined>;
