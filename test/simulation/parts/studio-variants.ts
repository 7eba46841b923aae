// The studio files that operators of a simulation put into force.
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { demoStudio } from '../../../simulator/demo-studio.js';

const withoutPhone: StudioLayout = {
  ...demoStudio,
  signals: demoStudio.signals.filter(({ id }) => id !== 'sig-3'),
};

const withClock: StudioLayout = {
  ...demoStudio,
  variables: [
    ...demoStudio.variables,
    { id: 'var-20', station: 'bravo', name: 'Clock', type: 'STRING', value: 'noon' },
  ],
};

const renamed: StudioLayout = {
  ...demoStudio,
  name: 'Studio One, renamed',
  outputs: demoStudio.outputs.map((output) => ({ ...output, name: `${output.name}, renamed` })),
};

const variants = [demoStudio, withoutPhone, withClock, renamed] as const;

/** Returns the studio file with a number. */
export const studioVariant = (variant: number): StudioLayout => variants[variant % variants.length] ?? demoStudio;
