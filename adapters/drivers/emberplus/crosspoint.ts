// Crosspoints of a matrix as lines: on while the source is connected to the target.
import * as E from 'fp-ts/lib/Either.js';
import type { Buffer } from 'node:buffer';
import type { GlowElement } from './elements.js';
import { connectSources } from './requests.js';
import type { Crosspoint } from './settings.js';
import type { LineTarget } from './target.js';

/** The type of a matrix whose targets may have several sources. */
const nToN = 2;

/** Returns how a crosspoint is used as a line; why it can't be. */
export const crosspointTarget = (
  { target, source, offSource }: Crosspoint,
  { kind, path, type }: GlowElement,
): E.Either<string, LineTarget> => {
  if (kind !== 'matrix') return E.left(`the element is a ${kind}, and no matrix`);
  const disconnect = (): Buffer => {
    if (offSource !== undefined) return connectSources(path, target, [offSource], 'absolute');
    return type === nToN
      ? connectSources(path, target, [source], 'disconnect')
      : connectSources(path, target, [], 'absolute');
  };
  const isAdded = type === nToN && offSource === undefined;
  return E.right({
    isWritable: true,
    read: ({ connections }) => {
      const own = connections?.findLast((connection) => connection.target === target);
      if (own === undefined || own.disposition === 'pending') return {};
      return {
        value: own.sources.includes(source),
        refusal: own.disposition === 'locked' ? `the target ${String(target)} is locked` : undefined,
      };
    },
    command: (on) => (on ? connectSources(path, target, [source], isAdded ? 'connect' : 'absolute') : disconnect()),
  });
};
