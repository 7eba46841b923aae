// Which image a scenario runs against: the production image, unless its tags ask for a simulated studio.
import type { Pickle } from '@cucumber/messages';
import type { Image } from './world.js';

/** The tags of scenarios that run without any image: they start a process, or need a console, a broker, a receiver or a studio of their own. */
export const withoutImage: readonly string[] = ['@process', '@own-console', '@broker', '@receiver', '@backup-player'];

/** The tags of scenarios that need the development image; `marks` in features/rules/coverage.ts says why. */
const simulated: ReadonlySet<string> = new Set(['@simulated', '@simulator', '@simulated-playout']);

/** Returns the image that a scenario runs against; undefined for scenarios that run without an image only. */
export const imageFor = ({ tags }: Pick<Pickle, 'tags'>): Image | undefined => {
  if (tags.some(({ name }) => withoutImage.includes(name))) return undefined;
  return tags.some(({ name }) => simulated.has(name)) ? 'development' : 'production';
};
