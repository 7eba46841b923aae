// The request headers that an operation reads as parameters.
import type { Operation } from '../../../../application/api/operation.js';
import type { RawParameters } from '../../../../application/api/parameters.js';
import type { HttpRequest } from '../../server/request.js';

const none: RawParameters = new Map();

/** Returns the values of these headers, by the names that the operation gives them. */
export const readHeaders = (
  { parameters: { headers: codecs } }: Pick<Operation<never>, 'parameters'>,
  { headers }: Pick<HttpRequest, 'headers'>,
): RawParameters => {
  if (codecs === undefined) return none;
  const sent = Object.keys(codecs).map((name) => [name, [headers[name.toLowerCase()] ?? []].flat()] as const);
  return new Map(sent);
};
