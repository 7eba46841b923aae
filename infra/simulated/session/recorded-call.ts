// What a recording keeps of a call: the parts that decide its answer, with aliases instead of secrets.
import type { IncomingMessage } from 'node:http';
import { originalRequest } from '../../../adapters/http/server/original-request.js';
import { parseTarget } from '../../../adapters/http/server/request-target.js';
import { redactTokens } from '../../../domain/access/redaction.js';
import { withMadeSecrets } from '../../../simulator/session/aliases.js';
import type { CallLine } from '../../../simulator/session/lines.js';
import { keptHeaders } from './kept-headers.js';
import { keptQuery, servedQuery, type KeptValues } from './recorded-query.js';

/**
 * Hides what the recording hides from the service too: answers contain names and values of parameters, as those that list the
 * last calls do.
 */
const hideFromService = (
  request: IncomingMessage,
  rawQuery: string,
  headers: CallLine['headers'],
  kept: KeptValues,
) => {
  const { url = '/' } = request;
  if (rawQuery !== '') request.url = url.slice(0, url.indexOf('?') + 1) + servedQuery(rawQuery, kept);
  const key = headers['idempotency-key'];
  if (key !== undefined) request.headers['idempotency-key'] = withMadeSecrets(key);
};

/** Returns the line of a call, without its time. Call it before the service reads the request. */
export const recordedCall = (call: number, request: IncomingMessage, kept: KeptValues): Omit<CallLine, 'atMs'> => {
  const { rawQuery } = parseTarget(request.url ?? '/');
  const query = rawQuery === '' ? '' : `?${keptQuery(rawQuery, kept)}`;
  const headers = keptHeaders(request.headers, kept.aliases);
  hideFromService(request, rawQuery, headers, kept);
  const { method, path, address } = originalRequest(request);
  return { call, from: address, method, target: redactTokens(path) + query, headers };
};
