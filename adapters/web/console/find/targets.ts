// What Ctrl-K finds: settings, studios, and the devices and addresses of all studios.
import { t } from '@lingui/core/macro';
import type { StudioOverview, StudioRecord } from '../api/contract.js';
import { sectionList, type StudioSection } from '../studio/sections.js';
import { containsWords, fold } from '../api/rules.js';

/** Something that can be opened. */
export interface FoundTarget {
  readonly href: string;
  readonly name: string;
  /** What it is, and further words that find it. */
  readonly kind: string;
}

const pathOf = (studioId: string, section: string): string => `/studios/${encodeURIComponent(studioId)}/${section}`;

/** Returns the pages of the console. */
export const pageTargets = (isAdmin: boolean): readonly FoundTarget[] => [
  { href: '/studios', name: t`Studios`, kind: t`Page` },
  ...(isAdmin ? [{ href: '/operators', name: t`Operators`, kind: t`Page` }] : []),
  ...(isAdmin ? [{ href: '/removed-studios', name: t`Removed studios`, kind: t`Page` }] : []),
  { href: '/account', name: t`Your account`, kind: t`Page: password, second factor, sessions` },
];

export const studioTargets = (studios: readonly StudioOverview[]): readonly FoundTarget[] =>
  studios.map(({ id, name, labels }) => ({
    href: pathOf(id, 'live'),
    name,
    kind: [t`Studio`, id, ...labels].join(' · '),
  }));

/** Words of the settings in each section. */
const settings: Readonly<Record<StudioSection, string>> = {
  live: t`on air, outputs, clips, countdown, running macros and automations`,
  access: t`API enabled, access without a token, allowed addresses, legacy authorization`,
  features: t`read and control switches`,
  devices: t`tokens, expiry, stations`,
  activity: t`live calls`,
  'as-run': t`commands sent to devices, who sent them, export`,
  callers: t`refused calls`,
  history: t`changes`,
  file: t`equipment, outputs, signals, cameras, clips, macros, automations, panels`,
  studio: t`key, name, labels, delete`,
};

/** Returns the settings of a studio. */
export const settingTargets = ({ id, name }: StudioOverview): readonly FoundTarget[] =>
  sectionList.map((one) => {
    const words = settings[one.section];
    return { href: pathOf(id, one.section), name: one.name, kind: t`Settings of ${name}: ${words}` };
  });

/** How the page names and opens each kind of record. */
const records: Readonly<Record<StudioRecord['kind'], readonly [string, StudioSection]>> = {
  device: [t`Device`, 'devices'],
  allowed_address: [t`Allowed address`, 'access'],
  refused_caller: [t`Refused caller`, 'callers'],
};

/** Returns the devices and addresses that the console has found, those of the studio that is shown first. */
export const recordTargets = (
  found: readonly StudioRecord[],
  shownStudio: string | undefined,
): readonly FoundTarget[] => {
  const isShown = ({ studioId }: StudioRecord): boolean => studioId === shownStudio;
  return [...found.filter(isShown), ...found.filter((one) => !isShown(one))].map(
    ({ kind, studioId, studioName, name, detail }) => {
      const [word, section] = records[kind];
      const search = kind === 'device' ? `?search=${encodeURIComponent(name)}` : '';
      return {
        href: pathOf(studioId, section) + search,
        name,
        kind: [word, detail, studioName].filter(Boolean).join(' · '),
      };
    },
  );
};

/** The most targets that are shown. */
const maxShown = 12;

/** Returns the targets that contain every word, those whose name begins with the text first. */
export const findTargets = (targets: readonly FoundTarget[], text: string): readonly FoundTarget[] => {
  const contains = containsWords(text);
  const found = targets.filter(({ name, kind }) => contains(fold(`${name} ${kind}`)));
  const begins = ({ name }: FoundTarget): boolean => fold(name).startsWith(fold(text.trim()));
  return [...found.filter(begins), ...found.filter((target) => !begins(target))].slice(0, maxShown);
};
