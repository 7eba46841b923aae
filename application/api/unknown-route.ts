// What stands in the catalogue's place where no route is: access is judged all the same, before it is told that nothing is there.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { redactTokens } from '../../domain/access/redaction.js';
import { failure } from '../../domain/failure.js';
import type { Operation } from './operation.js';

/** An operation that isn't there: 401 and 403 go before its 404. */
export const unknownRoute = (path: string): Operation<unknown> => ({
  name: 'unknown',
  summary: 'No route',
  feature: null,
  tag: null,
  access: 'read',
  admission: 'admitted',
  stationScoped: false,
  isStream: false,
  path,
  parameters: { path: {}, query: {} },
  result: {},
  plainForm: t.string,
  prepare: () => E.left(failure('not_found', `there is no route ${redactTokens(path)}`)),
});
