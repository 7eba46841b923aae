// History entries as the console's API returns them.
import * as t from 'io-ts';
import { redactTokens } from '../../../domain/access/redaction.js';
import { dateTime, orNull } from '../../../domain/codec/codec.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { ChangedField } from '../../../domain/console/changed-fields.js';
import type { StoredHistoryEntry } from '../../ports/console-store.js';

/** A history entry as the API returns it. `version` is that of the studio's configuration after the change. */
export const HistoryEntryOverview = t.readonly(
  t.type({
    id: t.number,
    time: dateTime,
    operator: t.string,
    /** The name of the endpoint. */
    action: t.string,
    summary: t.string,
    version: t.union([t.number, t.null]),
    /** What was changed, as paths such as `access.apiEnabled`; null if that was not recorded. */
    subjects: t.union([t.readonlyArray(t.string), t.null]),
    fields: orNull(
      t.readonlyArray(ChangedField),
      'The changed fields before and after, in lists the first 50; null if they were not recorded',
    ),
    fieldCount: orNull(t.number, 'The number of changed fields; null if they were not recorded'),
  }),
  'Change',
);
export type HistoryEntryOverview = t.TypeOf<typeof HistoryEntryOverview>;

/** The most fields of an entry in a list. */
const maxListedFields = 50;

/** Returns an entry with all its fields. */
export const fullEntry = ({ time, subjects, fields, ...rest }: StoredHistoryEntry): HistoryEntryOverview => ({
  id: rest.id,
  time: utcTime(time),
  operator: rest.operator,
  action: rest.action,
  summary: rest.summary,
  version: rest.version,
  // Consoles before the redaction of subjects may share the database.
  subjects: subjects?.map(redactTokens) ?? null,
  fields: fields ?? null,
  fieldCount: fields?.length ?? null,
});

/** Returns an entry as lists contain it: with the first 50 of its fields. */
export const listedEntry = (entry: StoredHistoryEntry): HistoryEntryOverview => {
  const overview = fullEntry(entry);
  return { ...overview, fields: overview.fields?.slice(0, maxListedFields) ?? null };
};
