// What all endpoints of one studio share: finding it, changing its configuration, and writing history entries.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { redactTokens } from '../../../domain/access/redaction.js';
import { maxVersion, type AccessConfiguration } from '../../../domain/access/configuration.js';
import {
  changedFields,
  maxChangedFields,
  redactedField,
  type ChangedField,
} from '../../../domain/console/changed-fields.js';
import { subjectsOf } from '../../../domain/console/changed-subjects.js';
import { summarize } from '../../../domain/console/change-summary.js';
import {
  changedMeanwhile,
  studioNotFound,
  versionsUsedUp,
  type ConsoleFailure,
} from '../../../domain/console/failure.js';
import { consoleItself } from '../../../domain/console/operator.js';
import { revise } from '../../../domain/console/revision.js';
import type { Failure } from '../../../domain/failure.js';
import { someText } from '../../api/parameters.js';
import { brokenBy } from './broken-assertions.js';
import type { EndpointContext } from './endpoint.js';
import type { ConfigurationChange, HistoryEntry, ChangedSection, StudioEntry } from '../../ports/console-store.js';
import type { ConsoleServices } from '../console-services.js';

/** The path parameter of a studio's endpoints. */
export const studioParameter = { id: someText };

/** Returns a studio's entry, or `not_found`. */
export const findStudio = async (
  { store }: Pick<ConsoleServices, 'store'>,
  id: string,
): Promise<E.Either<Failure, StudioEntry>> => E.fromNullable(studioNotFound(id))(await store.studio(id));

/** The author of a history entry, and what is changed. */
export type ChangeAuthor = Pick<EndpointContext, 'operator' | 'action' | 'note'>;

/** The most characters that the fields of one change have as JSON. */
const maxFieldCharacters = 512 * 1_024;

/**
 * Fields and subjects as the history stores them. Of more than 5,000 fields, or more than 512 Ki characters, only the subjects are
 * recorded.
 */
const recordedFields = (fields: readonly ChangedField[]): Pick<HistoryEntry, 'subjects' | 'fields'> => {
  const subjects = subjectsOf(fields).map(redactTokens);
  if (fields.length > maxChangedFields) return { subjects };
  const redacted = fields.map(redactedField);
  return JSON.stringify(redacted).length > maxFieldCharacters ? { subjects } : { subjects, fields: redacted };
};

/**
 * Makes a history entry, and notes its summary for the audit log. Tokens in the summary and in the fields are redacted: a
 * name and a label may contain anything.
 */
export const historyEntry = (
  { clock }: Pick<ConsoleServices, 'clock'>,
  { operator, action, note }: ChangeAuthor,
  summary: string,
  fields?: readonly ChangedField[],
): HistoryEntry => {
  const redacted = redactTokens(summary);
  note?.(redacted);
  const entry = { time: clock.now(), operator: operator.username, action, summary: redacted };
  return fields === undefined ? entry : { ...entry, ...recordedFields(fields) };
};

/** The console as the author of a change. The audit log records the change at once. */
export const changeByConsole = ({ audit }: Pick<ConsoleServices, 'audit'>, action: string): ChangeAuthor => ({
  operator: consoleItself,
  action,
  note: (summary) => {
    audit.record({ kind: 'change', caller: 'console', operation: action, summary });
  },
});

/** A change of one section of a configuration. */
export interface SectionChange {
  readonly section: ChangedSection;
  /** Returns the tag of the resource that is changed; `undefined` if it doesn't exist. */
  readonly tag?: (configuration: AccessConfiguration) => string | undefined;
  /** Text before the summary of what has changed; absent for none. */
  readonly occasion?: string;
  /** Must be pure. */
  readonly to: (configuration: AccessConfiguration) => E.Either<Failure, AccessConfiguration>;
}

const hasSeen = (context: EndpointContext, tag: string | undefined): boolean =>
  tag === undefined || context.hasSeen(tag);

/** Changes a studio's configuration, unless the resource has changed since the caller saw it. */
export const changeStudio = async (
  ports: Pick<ConsoleServices, 'store' | 'clock' | 'actions'>,
  id: string,
  context: EndpointContext,
  { section, tag, occasion = '', to }: SectionChange,
): Promise<E.Either<ConsoleFailure, AccessConfiguration>> => {
  const change: ConfigurationChange = (entry) => {
    const { configuration: before, appliedVersion } = entry;
    if (!hasSeen(context, tag?.(before))) return E.left(changedMeanwhile);
    /** Not called if nothing changes: the audit log then counts the attempt (AUDIT-8). */
    const entryOf = (after: AccessConfiguration): HistoryEntry =>
      historyEntry(ports, context, `${occasion}${summarize(before, after)}`, changedFields(before, after));
    return pipe(
      to(before),
      E.flatMap((after): E.Either<Failure, AccessConfiguration> => {
        const broken = brokenBy(ports, entry, after);
        return broken === undefined ? E.right(after) : E.left(broken);
      }),
      E.map((after) => {
        const configuration = revise(before, after, appliedVersion);
        return configuration === before
          ? { configuration, section }
          : { configuration, section, historyEntry: entryOf(after) };
      }),
      E.filterOrElse(
        ({ configuration }) => configuration.version <= maxVersion,
        () => versionsUsedUp,
      ),
    );
  };
  return (await ports.store.change(id, change)) ?? E.left(studioNotFound(id));
};
