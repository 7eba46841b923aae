// Names the query parameters that a call sent and its route doesn't know (PARAMETER-7).
import { redactTokens } from '../../../../domain/access/redaction.js';
import type { Operation } from '../../../../application/api/operation.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';

/** Most names that are listed, and most characters of each. */
const mostNames = 20;
const mostCharacters = 64;

/** Stands for what isn't listed. */
const more = '...';

/** Returns a name in percent-encoding, without tokens. The end of a long name is left out. */
const encoded = (name: string): string => {
  let text = '';
  for (const character of redactTokens(name.toWellFormed())) {
    const next = encodeURIComponent(character);
    if (text.length + next.length > mostCharacters) return text + more;
    text += next;
  }
  return text;
};

const listed = (names: readonly string[]): string =>
  [...names.slice(0, mostNames).map(encoded), ...(names.length > mostNames ? [more] : [])].join(', ');

/** Returns the header with the names of unknown parameters; none if all are known, or if it depends on the record which are. `own` are those of the response format. */
export const ignoredParametersHeader = (
  { name, parameters, recordParameters }: Operation<never>,
  { query }: Pick<HttpRequest, 'query'>,
  own: readonly string[],
): HttpReply['headers'] => {
  if (query.size === 0 || name === 'unknown' || recordParameters !== null) return {};
  const known = new Set([...Object.keys(parameters.query), ...own, 'token']);
  const ignored = [...query.keys()].filter((parameter) => parameter !== '' && !known.has(parameter));
  return ignored.length === 0 ? {} : { 'X-Ignored-Parameters': listed(ignored) };
};
