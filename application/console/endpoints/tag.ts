// Tags by which callers say which state of something they have seen.
import type { ConsoleServices } from '../console-services.js';

/** The tag of a state: equal states have the same one, others another. */
export const tagOf = ({ hashSecret }: Pick<ConsoleServices, 'hashSecret'>, state: unknown): string =>
  hashSecret(JSON.stringify(state)).slice(0, 32);
