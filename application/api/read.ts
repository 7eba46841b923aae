// Declares a read: an operation that is answered at once from what is known.
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
  /** `admitted` unless said otherwise. */
  readonly admission?: PermissionTarget['admission'];
  /** The one text value that the plain twin answers. */
  readonly plain: (body: Values<Body>, ports: Ports) => string;
  /** What that text looks like: a count unless said otherwise. */
  readonly plainForm?: t.Mixed;
  readonly run: RunFunction<Ports, Values<Path> & Values<Query>, Values<Body>>;
}

/** A read operation of the catalogue. */
export const read = <Ports, Body extends Codecs, Path extends Codecs = None, Query extends Codecs = None>(
  declared: ReadDeclaration<Ports, Path, Query, Body>,
): Operation<Ports> => {
  const { admission = 'admitted', plainForm = countForm, query = none as Query, plain, run } = declared;
  return declare(declared, { access: 'read', admission, plainForm }, query, run, (body, _input, ports) => ({
    body,
    plain: plain(body, ports),
  }));
};
