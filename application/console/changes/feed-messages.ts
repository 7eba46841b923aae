// What operators who watch are told: the news that happenings make, without saying twice what is known.
import type { ChangeEvent, ChangedSection, StudioSyncStatus } from '../../ports/console-store.js';
import { overview, type StudioOverview } from '../endpoints/studios.js';

/** The sections of the page; `studioId` is null for what belongs to no studio. */
export interface SectionChanged {
  readonly studioId: string | null;
  readonly section: ChangedSection;
}

/** One piece of news. */
export type FeedMessage =
  | { readonly event: 'studio'; readonly data: StudioOverview }
  | { readonly event: 'changed'; readonly data: SectionChanged }
  | { readonly event: 'removed'; readonly data: { readonly studioId: string } };

/** How far a studio's configuration and its service's reports were; what speaks for changes that nobody told of. */
type Mark = Pick<StudioSyncStatus, 'desiredVersion' | 'reports'>;

/** What was told last of a studio, and its mark when it was looked for missed changes last. */
interface Known {
  readonly shown: StudioOverview;
  readonly mark: Mark;
}

/** What was told last of each studio. */
export type LastSent = Map<string, Known>;

const sections = ['access', 'features', 'devices'] as const;
const shownSections = new Set<ChangedSection>([...sections, 'refused', 'operators']);

/** The studios to be read again; `undefined`: all. */
export const affected = (happenings: readonly ChangeEvent[]): readonly string[] | undefined =>
  happenings.includes('anything')
    ? undefined
    : [...new Set(happenings.map((one) => (one === 'anything' ? null : one.studioId)))].filter((id) => id !== null);

/** News of the sections that have changed. */
export const sectionMessages = (happenings: readonly ChangeEvent[]): readonly FeedMessage[] =>
  happenings
    .filter((one) => one !== 'anything')
    .filter(({ section }) => shownSections.has(section))
    .map((data) => ({ event: 'changed', data }));

/** Whether somebody may not be signed in any more. */
export const concernsSessions = (happening: ChangeEvent): boolean =>
  happening === 'anything' || happening.section === 'operators' || happening.section === 'sessions';

const same = (one: StudioOverview | undefined, other: StudioOverview): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const missedSections = (before: Mark, now: Mark): readonly ChangedSection[] => {
  const configured = before.desiredVersion === now.desiredVersion ? [] : sections;
  const reported = before.reports === now.reports ? [] : (['devices', 'refused'] as const);
  return [...new Set([...configured, ...reported])];
};

/** News of a studio that was read again, with what may have been missed of it where it is looked for that. */
export const studioMessages = (
  told: LastSent,
  standing: StudioSyncStatus,
  mayHaveMissed: boolean,
): readonly FeedMessage[] => {
  const shown = overview(standing);
  const studioId = shown.id;
  const before = told.get(studioId);
  const looks = mayHaveMissed || before === undefined;
  told.set(studioId, { shown, mark: looks ? standing : before.mark });
  const missed = looks && before !== undefined ? missedSections(before.mark, standing) : [];
  return [
    ...(same(before?.shown, shown) ? [] : [{ event: 'studio', data: shown } as const]),
    ...missed.map((section) => ({ event: 'changed', data: { studioId, section } }) as const),
  ];
};

/** News of the operators' list, where the newest note of the console isn't the one known before. */
export const operatorMessages = (before: number | undefined, newest: number): readonly FeedMessage[] =>
  before === undefined || before === newest
    ? []
    : [{ event: 'changed', data: { studioId: null, section: 'operators' } }];

/** News of studios that were asked for and aren't there any more. */
export const removedMessages = (
  told: LastSent,
  asked: readonly string[],
  found: readonly StudioSyncStatus[],
): readonly FeedMessage[] => {
  const there = new Set(found.map(({ studio }) => studio.id));
  const gone = asked.filter((id) => !there.has(id) && told.delete(id));
  return gone.map((studioId) => ({ event: 'removed', data: { studioId } }));
};
