// The sections of a studio, in the order of their bar.

import type { StudioOverview } from '../api/contract.js';

const sections = ['access', 'features', 'devices', 'callers', 'history', 'studio'] as const;

export type StudioSection = (typeof sections)[number];

/** The names people read. */
export const sectionNames: Readonly<Record<StudioSection, string>> = {
  access: 'Access',
  features: 'Features',
  devices: 'Devices',
  callers: 'Refused callers',
  history: 'History',
  studio: 'Studio and key',
};

export const isSection = (name: string): name is StudioSection => sections.some((section) => section === name);

/** The sections with their names. */
export const sectionList = sections.map((section) => ({ section, name: sectionNames[section] }));

/** What every section is given. */
export interface SectionProps {
  readonly studio: StudioOverview;
}

/** The name under which the unsaved changes of a section are kept. */
export const draftKey = (studioId: string, section: StudioSection): string => `${studioId}/${section}`;
