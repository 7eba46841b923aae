// Declares a read with an asynchronous result.
import type * as t from 'io-ts';
import { declare, none, type Declaration, type None, type RunFunction } from './declare.js';
import type { Operation } from './operation.js';
import type { Codecs, Values } from './parameters.js';

interface CollectDeclaration<Ports, Path extends Codecs, Query extends Codecs, Body extends Codecs> extends Declaration<
  Path,
  Query,
  Body
> {
  /** The form of the plain twin's text. */
  readonly plainForm: t.Mixed;
  readonly run: RunFunction<
    Ports,
    Values<Path> & Values<Query>,
    Promise<{ readonly body: Values<Body>; readonly plain: string }>
  >;
}

/** Returns a read operation that is answered when its result is collected. */
export const collect = <Ports, Body extends Codecs, Path extends Codecs = None, Query extends Codecs = None>(
  declared: CollectDeclaration<Ports, Path, Query, Body>,
): Operation<Ports> => {
  const { plainForm, query = none as Query, run } = declared;
  const kind = { access: 'read', admission: 'admitted', plainForm } as const;
  return declare(declared, kind, query, run, (collected) => ({ collected }));
};
