// What all endpoints of one studio share: finding it, changing its configuration, and writing history entries.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { redactTokens } from '../../../domain/access/redaction.js';
import { maxVersion, type AccessConfiguration } from '../../../domain/access/configuration.js';
import { changedSubjects } from '../../../domain/console/changed-subjects.js';
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

/**
 * Makes a history entry, and notes its summary for the audit log. Tokens in the summary and in the subjects are redacted: a
 * name and a label may contain anything.
 */
export const historyEntry = (
  { clock }: Pick<ConsoleServices, 'clock'>,
  { operator, action, note }: ChangeAuthor,
  summary: string,
  subjects?: readonly string[],
): HistoryEntry => {
  const redacted = redactTokens(summary);
  note?.(redacted);
  const entry = { time: clock.now(), operator: operator.username, action, summary: redacted };
  return subjects === undefined ? entry : { ...entry, subjects: subjects.map(redactTokens) };
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
  /** Must be pure. */
  readonly to: (configuration: AccessConfiguration) => E.Either<Failure, AccessConfiguration>;
}

const hasSeen = (context: EndpointContext, tag: string | undefined): boolean =>
  tag === undefined || context.hasSeen(tag);

/** Changes a studio's configuration, unless the resource has changed since the caller saw it. */
export const changeStudio = async (
  ports: Pick<ConsoleServices, 'store' | 'clock'>,
  id: string,
  context: EndpointContext,
  { section, tag, to }: SectionChange,
): Promise<E.Either<ConsoleFailure, AccessConfiguration>> => {
  const change: ConfigurationChange = ({ configuration: before, appliedVersion }) => {
    if (!hasSeen(context, tag?.(before))) return E.left(changedMeanwhile);
    return pipe(
      to(before),
      E.map((after) => ({
        configuration: revise(before, after, appliedVersion),
        section,
        historyEntry: historyEntry(ports, context, summarize(before, after), changedSubjects(before, after)),
      })),
      E.filterOrElse(
        ({ configuration }) => configuration.version <= maxVersion,
        () => versionsUsedUp,
      ),
    );
  };
  return (await ports.store.change(id, change)) ?? E.left(studioNotFound(id));
};
