// The messages of the change feed: what subscribers are sent after changes, without repeating what they know.
import type { ChangeEvent, ChangedSection, StudioSyncStatus } from '../../ports/console-store.js';
import { operatorOverview, type OperatorOverview, type OperatorRoles } from '../../../domain/console/operator.js';
import { maySee } from '../../../domain/console/requirement.js';
import { studioOverview, type StudioOverview } from '../endpoints/studios.js';

/** A section of the page that has changed; `studioId` is null for sections of the console itself. */
export interface SectionChanged {
  readonly studioId: string | null;
  readonly section: ChangedSection;
}

/** A message of the change feed. `session` is for one subscriber, whose roles have changed. */
export type FeedMessage =
  | { readonly event: 'studio'; readonly data: StudioOverview }
  /** All studios at once, for subscribers that ask for that. */
  | { readonly event: 'studios'; readonly data: { readonly studios: readonly StudioOverview[] } }
  | { readonly event: 'changed'; readonly data: SectionChanged }
  | { readonly event: 'removed'; readonly data: { readonly studioId: string } }
  | { readonly event: 'session'; readonly data: OperatorOverview };

/** The counters by which missed changes of a studio are found. */
type Counters = Pick<StudioSyncStatus, 'desiredVersion' | 'reports'>;

/** The overview that was sent last, and the counters at the last check for missed changes. */
interface SentStudio {
  readonly overview: StudioOverview;
  readonly counters: Counters;
  /** The stamp of the status at the last check for missed changes; undefined if the studio was read again since then. */
  readonly stamp: string | undefined;
}

/** What was last sent of each studio, by its id. */
export type LastSent = Map<string, SentStudio>;

const configurationSections = ['access', 'features', 'devices'] as const;
const reportedSections = ['devices', 'refused'] as const;
const shownSections = new Set<ChangedSection>([...configurationSections, 'refused', 'operators']);

/** Returns the ids of the studios to read again; `undefined` for all. */
export const affectedStudios = (events: readonly ChangeEvent[]): readonly string[] | undefined =>
  events.includes('unknown')
    ? undefined
    : [...new Set(events.map((event) => (event === 'unknown' ? null : event.studioId)))].filter((id) => id !== null);

/** Returns a message for each changed section that the page shows. */
export const sectionMessages = (events: readonly ChangeEvent[]): readonly FeedMessage[] =>
  events
    .filter((event) => event !== 'unknown')
    .filter(({ section }) => shownSections.has(section))
    .map((data) => ({ event: 'changed', data }));

/** Whether a change may have ended a session. */
export const mayEndSessions = (event: ChangeEvent): boolean =>
  event === 'unknown' || event.section === 'operators' || event.section === 'sessions';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether an operator's roles differ. */
export const haveRolesChanged = (before: OperatorRoles, after: OperatorRoles): boolean =>
  !isSame(operatorOverview(before), operatorOverview(after));

const missedSections = (before: Counters, now: Counters): readonly ChangedSection[] => {
  const configured = before.desiredVersion === now.desiredVersion ? [] : configurationSections;
  const reported = before.reports === now.reports ? [] : reportedSections;
  return [...new Set([...configured, ...reported])];
};

/**
 * Returns the studios that have to be read again according to their stamps. What is shown of an old key also depends on the time.
 */
export const outdatedStudios = (lastSent: LastSent, stamps: ReadonlyMap<string, string>): readonly string[] =>
  [...stamps]
    .filter(([id, stamp]) => {
      const sent = lastSent.get(id);
      return sent?.stamp !== stamp || sent.overview.oldKey !== null;
    })
    .map(([id]) => id);

/** A status that was read, and what is known about the read. */
export interface ReadStatus {
  readonly status: StudioSyncStatus;
  /** The stamp that was read before the status; undefined if none was read. */
  readonly stamp: string | undefined;
  readonly mayHaveMissed: boolean;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
}

/** Returns the messages for a studio that was read again, including changes that may have been missed. */
export const studioMessages = (
  lastSent: LastSent,
  { status, stamp, mayHaveMissed, now }: ReadStatus,
): readonly FeedMessage[] => {
  const overview = studioOverview(status, now);
  const studioId = overview.id;
  const before = lastSent.get(studioId);
  const isChecked = mayHaveMissed || before === undefined;
  lastSent.set(studioId, {
    overview,
    counters: isChecked ? status : before.counters,
    stamp: isChecked ? stamp : undefined,
  });
  const missed = isChecked && before !== undefined ? missedSections(before.counters, status) : [];
  return [
    ...(isSame(before?.overview, overview) ? [] : [{ event: 'studio', data: overview } as const]),
    ...missed.map((section) => ({ event: 'changed', data: { studioId, section } }) as const),
  ];
};

/** Whether an operator may see what a message is about: its studio, or the console's list of operators. */
export const isFor = (operator: OperatorRoles, message: FeedMessage): boolean => {
  if (message.event === 'session' || message.event === 'studios') return true;
  const studioId = message.event === 'studio' ? message.data.id : message.data.studioId;
  return studioId === null ? operator.role === 'admin' : maySee(operator, studioId);
};

/** Returns the first messages for an operator: the studios that they may see, one by one or together. */
export const firstMessages = (
  lastSent: LastSent,
  operator: OperatorRoles,
  together: boolean,
): readonly FeedMessage[] => {
  const studios = [...lastSent.values()].map(({ overview }) => overview).filter(({ id }) => maySee(operator, id));
  return together ? [{ event: 'studios', data: { studios } }] : studios.map((data) => ({ event: 'studio', data }));
};

/** Returns the messages for an operator whose roles have changed: the roles, and the studios that appear and disappear. */
export const roleMessages = (
  lastSent: LastSent,
  before: OperatorRoles,
  after: OperatorRoles,
): readonly FeedMessage[] => [
  { event: 'session', data: operatorOverview(after) },
  ...[...lastSent].flatMap(([studioId, { overview }]): readonly FeedMessage[] => {
    if (maySee(before, studioId) === maySee(after, studioId)) return [];
    return [maySee(after, studioId) ? { event: 'studio', data: overview } : { event: 'removed', data: { studioId } }];
  }),
];

/** Returns a message about operators if the console's newest history entry has changed. */
export const operatorMessages = (before: number | undefined, newest: number): readonly FeedMessage[] =>
  before === undefined || before === newest
    ? []
    : [{ event: 'changed', data: { studioId: null, section: 'operators' } }];

/** Returns a message for each requested studio that no longer exists, and forgets it. */
export const removedMessages = (
  lastSent: LastSent,
  requested: readonly string[],
  existing: ReadonlySet<string>,
): readonly FeedMessage[] => {
  const removed = requested.filter((id) => !existing.has(id) && lastSent.delete(id));
  return removed.map((studioId) => ({ event: 'removed', data: { studioId } }));
};
