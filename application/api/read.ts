// Declares a read: an operation that returns what is known, without waiting.
import type * as t from 'io-ts';
import type { PermissionTarget } from '../../domain/access/permission.js';
import { declare, none, type Declaration, type None, type RunFunction } from './declare.js';
import type { Operation } from './operation.js';
import type { Codecs, Values } from './parameters.js';
import { countForm } from './plain-forms.js';

interface ReadDeclaration<Ports, Path extends Codecs, Query extends Codecs, Body extends Codecs> extends Declaration<
  Path,
  Query,
  Body
> {
  /** Default: `admitted`. */
  readonly admission?: PermissionTarget['admission'];
  /** Returns the text of the plain twin. */
  readonly plain: (body: Values<Body>, ports: Ports) => string;
  /** The form of that text. Default: a count. */
  readonly plainForm?: t.Mixed;
  readonly run: RunFunction<Ports, Values<Path> & Values<Query>, Values<Body>>;
}

/** Returns a read operation. */
export const read = <Ports, Body extends Codecs, Path extends Codecs = None, Query extends Codecs = None>(
  declared: ReadDeclaration<Ports, Path, Query, Body>,
): Operation<Ports> => {
  const { admission = 'admitted', plainForm = countForm, query = none as Query, plain, run } = declared;
  return declare(declared, { access: 'read', admission, plainForm }, query, run, (body, _input, ports) => ({
    body,
    plain: plain(body, ports),
  }));
};
