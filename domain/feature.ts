// The features of the API, which a studio switches on or off, separately for read and control.

/** All features in display order (SERVICE-4). */
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

/** Whether a call reads or controls. */
export type Access = 'read' | 'control';

/** Features without control routes: their Control switch governs nothing. A test compares them with the catalogue. */
export const readOnlyFeatures: readonly Feature[] = ['system', 'core'];

/** Display names. */
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
