// The sections of a studio, in the order of the navigation.
import { t } from '@lingui/core/macro';
import type { StudioOverview } from '../api/contract.js';

const sections = [
  'live',
  'access',
  'features',
  'devices',
  'activity',
  'as-run',
  'callers',
  'history',
  'file',
  'studio',
] as const;

export type StudioSection = (typeof sections)[number];

/** Labels of the sections. */
export const sectionNames: Readonly<Record<StudioSection, string>> = {
  live: t`Overview`,
  access: t`Access`,
  features: t`Features`,
  devices: t`Devices`,
  activity: t`Activity`,
  'as-run': t`As-run`,
  callers: t`Recently refused`,
  history: t`History`,
  file: t`Studio file`,
  studio: t`Studio and key`,
};

export const isSection = (name: string): name is StudioSection => sections.some((section) => section === name);

/** The sections that only admins of the studio have. */
export const adminSections: ReadonlySet<StudioSection> = new Set(['file', 'studio']);

/** The sections with their labels. */
export const sectionList = sections.map((section) => ({ section, name: sectionNames[section] }));

/** Props of every section. */
export interface SectionProps {
  readonly studio: StudioOverview;
}

/** Returns the key of the draft of a section. */
export const draftKey = (studioId: string, section: StudioSection): string => `${studioId}/${section}`;
