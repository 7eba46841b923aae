// The areas of the API, each of which a studio switches on or off, apart for read and for control.

/** The feature tags of part 1 of the specification, in the order they are shown. */
export const features = [
  'system',
  'core',
  'studio',
  'station',
  'signals',
  'macros',
  'automations',
  'outputs',
  'cameras',
  'variables',
  'legacy',
] as const;

export type Feature = (typeof features)[number];

/** What a call does to a feature: look at it, or move something. */
export type Access = 'read' | 'control';

/** The names people read for the tags. */
export const featureNames: Readonly<Record<Feature, string>> = {
  system: 'System',
  core: 'Core',
  studio: 'Studio',
  station: 'Station',
  signals: 'Signals',
  macros: 'Macros',
  automations: 'Automations',
  outputs: 'Outputs',
  cameras: 'Cameras',
  variables: 'Variables',
  legacy: 'Legacy routes',
};
