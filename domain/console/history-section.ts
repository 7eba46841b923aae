// The sections by which the history of a studio is filtered.

/** How the changes of a section are recognized: by the beginning of their action, or of a subject. */
interface SectionPrefixes {
  readonly action: string;
  readonly subject: string;
}

const sections = {
  access: { action: 'access.', subject: 'access.' },
  features: { action: 'features.', subject: 'features.' },
  devices: { action: 'device', subject: 'devices.' },
  studio: { action: 'studio.', subject: 'studio.' },
  key: { action: 'key.', subject: 'key.' },
  callers: { action: 'refused.', subject: 'refused.' },
} as const satisfies Readonly<Record<string, SectionPrefixes>>;

/** A section of a studio whose changes can be listed alone. */
export type HistorySection = keyof typeof sections;

/** All sections, in the order of the console's page. */
export const historySections = Object.keys(sections) as readonly HistorySection[];

/** Returns the beginnings that mark the changes of a section. Subjects end with a dot when they are compared. */
export const prefixesOf = (section: HistorySection): SectionPrefixes => sections[section];

/** Returns the beginning of the subjects of a device. */
export const devicePrefix = (id: string): string => `devices.${id}.`;
