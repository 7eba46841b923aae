// What Ctrl-K finds: settings, studios, and the devices and addresses of all studios.
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
  { href: '/studios', name: 'Studios', kind: 'Page' },
  ...(isAdmin ? [{ href: '/operators', name: 'Operators', kind: 'Page' }] : []),
  ...(isAdmin ? [{ href: '/removed-studios', name: 'Removed studios', kind: 'Page' }] : []),
  { href: '/account', name: 'Your account', kind: 'Page: password, second factor, sessions' },
];

export const studioTargets = (studios: readonly StudioOverview[]): readonly FoundTarget[] =>
  studios.map(({ id, name, labels }) => ({
    href: pathOf(id, 'live'),
    name,
    kind: ['Studio', id, ...labels].join(' · '),
  }));

/** Words of the settings in each section. */
const settings: Readonly<Record<StudioSection, string>> = {
  live: 'on air, outputs, clips, countdown, running macros and automations',
  access: 'API enabled, access without a token, allowed addresses, legacy authorization',
  features: 'read and control switches',
  devices: 'tokens, expiry, stations',
  activity: 'live calls',
  'as-run': 'commands sent to devices, who sent them, export',
  callers: 'refused calls',
  history: 'changes',
  file: 'equipment, outputs, signals, cameras, clips, macros, automations, panels',
  studio: 'key, name, labels, delete',
};

/** Returns the settings of a studio. */
export const settingTargets = ({ id, name }: StudioOverview): readonly FoundTarget[] =>
  sectionList.map((one) => ({
    href: pathOf(id, one.section),
    name: one.name,
    kind: `Settings of ${name}: ${settings[one.section]}`,
  }));

/** How the page names and opens each kind of record. */
const records: Readonly<Record<StudioRecord['kind'], readonly [string, StudioSection]>> = {
  device: ['Device', 'devices'],
  allowed_address: ['Allowed address', 'access'],
  refused_caller: ['Refused caller', 'callers'],
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
