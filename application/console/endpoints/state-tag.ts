// State tags, by which callers specify which state of a resource they have seen.
import type { ConsoleServices } from '../console-services.js';

/** Returns the tag of a state. Equal states have equal tags. */
export const stateTag = ({ hashSecret }: Pick<ConsoleServices, 'hashSecret'>, state: unknown): string =>
  hashSecret(JSON.stringify(state)).slice(0, 32);
