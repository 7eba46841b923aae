// Declares an operation that is answered by an event stream.
import type * as t from 'io-ts';
import { declare, none, type Declaration, type None, type RunFunction } from './declare.js';
import type { EventSubscription, Operation } from './operation.js';
import type { Codecs, Values } from './parameters.js';

interface FollowDeclaration<Ports, Path extends Codecs, Query extends Codecs> extends Declaration<Path, Query, None> {
  /** The form of the plain twin's text. */
  readonly plainForm: t.Mixed;
  readonly run: RunFunction<Ports, Values<Path> & Values<Query>, EventSubscription>;
}

/** Returns an operation that is answered by a stream. For access it is a read. */
export const follow = <Ports, Path extends Codecs = None, Query extends Codecs = None>(
  declared: FollowDeclaration<Ports, Path, Query>,
): Operation<Ports> => {
  const { plainForm, query = none as Query, run } = declared;
  const kind = { access: 'read', admission: 'admitted', isStream: true, plainForm } as const;
  return declare(declared, kind, query, run, (subscription) => subscription);
};
