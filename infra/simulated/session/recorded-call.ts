// What a recording keeps of a call: the parts that decide its answer, with aliases instead of secrets.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { joined } from '../../../adapters/http/server/forwarded-address.js';
import { redactTarget } from '../../../adapters/http/control/request/redact-target.js';
import { originalRequest } from '../../../adapters/http/server/original-request.js';
import { redactTokens } from '../../../domain/access/redaction.js';
import type { Aliases } from '../../../simulator/session/aliases.js';
import type { CallLine } from '../../../simulator/session/lines.js';
import { isRecordedHeader } from '../../../simulator/session/recorded-headers.js';

const basicForm = /^basic +(\S+)$/i;

const schemeForm = /^(\S+) +(\S+)$/;

/** Returns an `Authorization` header with aliases. The content of Basic is shown as text, `user:{secret-1}`. */
const withoutCredentials = (header: string, { aliasOf }: Aliases): string => {
  const encoded = basicForm.exec(header.trim())?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const isCanonical = Buffer.from(text, 'utf8').toString('base64') === encoded;
  if (isCanonical && colon >= 0) return `Basic ${redactTokens(text.slice(0, colon))}:${aliasOf(text.slice(colon + 1))}`;
  const [, scheme, value] = schemeForm.exec(header.trim()) ?? [];
  return scheme === undefined || value === undefined ? aliasOf(header) : `${scheme} ${aliasOf(value)}`;
};

const headersOf = (
  { authorization, ...headers }: IncomingHttpHeaders,
  aliases: Aliases,
): Readonly<Record<string, string>> => {
  const sent = Object.entries(headers).filter(([name]) => isRecordedHeader(name));
  const texts = sent.map(([name, value]) => [name, redactTokens(joined(value))] as const);
  return {
    ...Object.fromEntries(texts),
    ...(authorization !== undefined && { authorization: withoutCredentials(authorization, aliases) }),
  };
};

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};

/** Returns a parameter. One in a form that the service doesn't read as a token is masked where it contains one. */
const withoutToken = (pair: string, { aliasOf }: Aliases): string => {
  const [name = '', ...rest] = pair.split('=');
  const value = decoded(rest.join('='));
  if (decoded(name) === 'token' && value !== undefined) return `${name}=${aliasOf(value)}`;
  return redactTarget({ path: '', rawQuery: pair }).slice(1);
};

/** Returns the line of a call, without its time. */
export const recordedCall = (call: number, request: IncomingMessage, aliases: Aliases): Omit<CallLine, 'atMs'> => {
  const { method, path, rawQuery, address } = originalRequest(request);
  const query = rawQuery.split('&').map((pair) => withoutToken(pair, aliases));
  const target = redactTokens(path) + (rawQuery === '' ? '' : `?${query.join('&')}`);
  return { call, from: address, method, target, headers: headersOf(request.headers, aliases) };
};
