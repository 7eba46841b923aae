// What operators who watch are told: the news that happenings make, without saying twice what is known.
import type { Happening, Section, Standing } from './ports.js';
import type { StudioOverview } from './studios.js';

/** The sections of the page; `studioId` is null for what belongs to no studio. */
export interface SectionChanged {
  readonly studioId: string | null;
  readonly section: Section;
}

/** One piece of news. */
export type News =
  | { readonly event: 'studio'; readonly data: StudioOverview }
  | { readonly event: 'changed'; readonly data: SectionChanged }
  | { readonly event: 'removed'; readonly data: { readonly studioId: string } };

/** What was told last of each studio. */
export type Told = Map<string, StudioOverview>;

const sections = ['access', 'features', 'devices'] as const;
const shownSections = new Set<Section>([...sections, 'refused', 'operators']);

/** The studios to be read again; `undefined`: all. */
export const affected = (happenings: readonly Happening[]): readonly string[] | undefined =>
  happenings.includes('anything')
    ? undefined
    : [...new Set(happenings.map((one) => (one === 'anything' ? null : one.studioId)))].filter((id) => id !== null);

/** News of the sections that have changed. */
export const sectionNews = (happenings: readonly Happening[]): readonly News[] =>
  happenings
    .filter((one) => one !== 'anything')
    .filter(({ section }) => shownSections.has(section))
    .map((data) => ({ event: 'changed', data }));

/** Whether somebody may not be signed in any more. */
export const concernsSessions = (happening: Happening): boolean =>
  happening === 'anything' || happening.section === 'operators' || happening.section === 'sessions';

const same = (one: StudioOverview | undefined, other: StudioOverview): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** News of a studio that was read again. Where changes may have been missed, another version speaks for them. */
export const studioNews = (told: Told, studio: StudioOverview, mayHaveMissed: boolean): readonly News[] => {
  const before = told.get(studio.id);
  if (same(before, studio)) return [];
  told.set(studio.id, studio);
  const missed = mayHaveMissed && before !== undefined && before.desiredVersion !== studio.desiredVersion;
  const changed = missed ? sections.map((section) => ({ studioId: studio.id, section })) : [];
  return [{ event: 'studio', data: studio }, ...changed.map((data) => ({ event: 'changed', data }) as const)];
};

/** News of studios that were asked for and aren't there any more. */
export const removedNews = (told: Told, asked: readonly string[], found: readonly Standing[]): readonly News[] => {
  const there = new Set(found.map(({ studio }) => studio.id));
  const gone = asked.filter((id) => !there.has(id) && told.delete(id));
  return gone.map((studioId) => ({ event: 'removed', data: { studioId } }));
};
