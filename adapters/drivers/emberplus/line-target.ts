// The element of a line, as the studio file names it.
import * as E from 'fp-ts/lib/Either.js';
import { crosspointTarget } from './crosspoint.js';
import type { GlowElement } from './elements.js';
import { parameterTarget } from './parameter.js';
import type { EmberLine } from './settings.js';
import type { LineTarget } from './target.js';

/** Returns how an element is used; why it can't be. */
export const targetOf = (line: EmberLine, element: GlowElement): E.Either<string, LineTarget> => {
  const target = 'parameter' in line ? parameterTarget(line, element) : crosspointTarget(line.matrix, element);
  if (E.isLeft(target) || line.inverted !== true) return target;
  const { isWritable, read, command } = target.right;
  return E.right({
    isWritable,
    read: (report) => {
      const { value, refusal } = read(report);
      return { value: typeof value === 'boolean' ? !value : value, refusal };
    },
    command: (on) => command(!on),
  });
};
