// Puts a studio file that was read again in force, whole or not at all.
import * as E from 'fp-ts/lib/Either.js';
import { isEqual } from '../../domain/codec/equality.js';
import { recordChanges, type RecordChanges } from '../../domain/studio/layout-difference.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { fitRuntimeState } from '../../domain/studio/runtime-state.js';
import type { Alarms } from '../alarms/alarms.js';
import { clearRemovedSubjects } from '../alarms/removed-subjects.js';
import type { Audit } from '../ports/audit.js';
import type { Log } from '../ports/log.js';
import { changeNotifier, type Watch } from '../ports/watch.js';
import type { CurrentLayout } from './current-layout.js';
import type { StudioState } from './studio-state.js';

/** A studio file that was read: its layout, or one line for each of its issues. */
export type ReadLayout = E.Either<readonly string[], StudioLayout>;

/** What became of a studio file; `unchanged` if its layout was in force already. */
export type LayoutIntakeResult = 'in force' | 'unchanged' | 'refused';

/** Receives studio files that were read while the service runs. */
export interface LayoutIntake {
  /** Puts a layout in force. A file with issues changes nothing (RELOAD-2). */
  readonly offer: (read: ReadLayout) => LayoutIntakeResult;
  /** Returns what a layout would be refused for, although its file has no issues: what is read only at the start. */
  readonly fixedIssues: (layout: StudioLayout) => readonly string[];
  /** Returns why the file that was read last was refused, one line for each issue; empty if it is in force. */
  readonly refusal: () => readonly string[];
  /** Reports every change of the refusal. */
  readonly watchRefusal: Watch<readonly string[]>;
}

export interface LayoutIntakeDeps {
  readonly current: CurrentLayout;
  readonly studio: Pick<StudioState, 'runtime'>;
  readonly log: Log;
  readonly audit: Pick<Audit, 'record'>;
  readonly alarms: Pick<Alarms, 'raise' | 'clear' | 'open'>;
}

/** The fields that name the service's stored data and open the legacy routes. They are read only when it starts. */
const fixedFields = ['serverId', 'id'] as const;

const fixedFieldIssues = (before: StudioLayout, now: StudioLayout): readonly string[] =>
  fixedFields
    .filter((field) => before[field] !== now[field])
    .map((field) => `${field}: expected the one that the service started with; restart the service to change it`);

const kinds = ['stations', 'signals', 'cameras', 'outputs', 'variables', 'macros', 'automations'] as const;

const inWords = (kind: string, { added, changed, removed }: RecordChanges): readonly string[] =>
  Object.entries({ added, changed, removed }).flatMap(([what, ids]) =>
    ids.length === 0 ? [] : [`${kind} ${what}: ${listed(ids)}`],
  );

/** Maximum number of ids that a line lists. */
const maxListed = 10;

const listed = (ids: readonly string[]): string => {
  const more = ids.length - maxListed;
  return [...ids.slice(0, maxListed), ...(more > 0 ? [`and ${String(more)} more`] : [])].join(', ');
};

const withId = ({ banks }: StudioLayout) => banks.map((bank) => ({ ...bank, id: bank.key }));

/** Returns what differs between two layouts, for people. */
const differences = (before: StudioLayout, now: StudioLayout): readonly string[] => [
  ...kinds.flatMap((kind) => inWords(kind, recordChanges<{ readonly id: string }>(before[kind], now[kind]))),
  ...inWords('banks', recordChanges(withId(before), withId(now))),
];

/** The kind and the subject of the alarm about a refusal. */
const refusalAlarm = ['studio_file_refused', 'studio-file'] as const;

/** Returns the intake. */
export const layoutIntake = ({ current, studio, log, audit, alarms }: LayoutIntakeDeps): LayoutIntake => {
  const { watch, notify } = changeNotifier<readonly string[]>();
  let refusal: readonly string[] = [];

  const setRefusal = (issues: readonly string[]): void => {
    if (isEqual(refusal, issues)) return;
    refusal = issues;
    if (issues.length === 0) alarms.clear(...refusalAlarm);
    else alarms.raise(...refusalAlarm, `studio file refused: ${issues.join('; ')}`);
    notify(issues);
  };

  const refuse = (issues: readonly string[]): LayoutIntakeResult => {
    log.error('the studio file was refused; the one in force stays in force', { issues });
    audit.record({ kind: 'studio-file', error: 'refused', summary: issues.join('; ') });
    setRefusal(issues);
    return 'refused';
  };

  const replace = (layout: StudioLayout): void => {
    const before = current.layout;
    const { discarded } = fitRuntimeState(layout, studio.runtime());
    // Before the records are gone: who may see an alarm depends on the record that it is about.
    clearRemovedSubjects(alarms, layout);
    current.replace(layout);
    const changes = differences(before, layout);
    log.info('the studio file was read again and is in force', { changes });
    if (discarded.length > 0)
      log.warn('parts of the runtime state are reset: they do not fit the studio file', { discarded });
    audit.record({ kind: 'studio-file', error: null, summary: changes.join('; ') });
  };

  return {
    offer: (read) => {
      const issues = E.isLeft(read) ? read.left : fixedFieldIssues(current.layout, read.right);
      if (issues.length > 0 || E.isLeft(read)) return refuse(issues);
      const isUnchanged = isEqual(read.right, current.layout);
      if (!isUnchanged) replace(read.right);
      else if (refusal.length > 0) log.info('the studio file is again the one in force');
      setRefusal([]);
      return isUnchanged ? 'unchanged' : 'in force';
    },
    fixedIssues: (layout) => fixedFieldIssues(current.layout, layout),
    refusal: () => refusal,
    watchRefusal: watch,
  };
};
