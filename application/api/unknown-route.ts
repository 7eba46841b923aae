// The operation behind unknown routes: access is checked before the response is 404 (UNKNOWN-1).
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { redactTokens } from '../../domain/access/redaction.js';
import { failure } from '../../domain/failure.js';
import type { Operation } from './operation.js';

/** Returns an operation that always fails with `not_found`. */
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
  recordParameters: null,
  result: {},
  fieldFeatures: {},
  plainForm: t.string,
  prepare: () => E.left(failure('not_found', `there is no route ${redactTokens(path)}`)),
});
