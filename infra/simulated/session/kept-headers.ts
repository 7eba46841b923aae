// What a recording keeps of the headers of a call: what decides its answer, and no secret.
import type { IncomingHttpHeaders } from 'node:http';
import { joined } from '../../../adapters/http/server/forwarded-address.js';
import { isForwardingHeader } from '../../../domain/access/forwarding.js';
import { hidden, redactTokens } from '../../../domain/access/redaction.js';
import type { Aliases } from '../../../simulator/session/aliases.js';
import { isRecordedHeader } from '../../../simulator/session/recorded-headers.js';
import { keyAlias } from './recorded-key.js';

const basicForm = /^basic +(\S+)$/i;

const schemeForm = /^(basic|bearer) +(\S+)$/i;

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

const originForm = /^[a-z]+:\/\/[^/?#]*/i;

/** Returns the origin of a page. Another text, and one with a user and a password, never is an own origin. */
const originOf = (text: string): string => {
  const origin = originForm.exec(text)?.[0] ?? '@';
  return origin.includes('@') ? hidden : origin;
};

const fetchWords = new Set(['same-origin', 'same-site', 'cross-site', 'none', 'cors', 'no-cors', 'navigate', 'empty']);

/** Returns the words of fetch metadata that browsers send. */
const fetchMetadata = (value: string): string =>
  value
    .split(',')
    .map((word) => (fetchWords.has(word.trim().toLowerCase()) ? word : hidden))
    .join(',');

/** What is kept of a header whose whole text doesn't decide. */
const kept: Readonly<Record<string, (value: string, aliases: Aliases) => string>> = {
  origin: (value) => (value === 'null' ? value : originOf(value)),
  referer: originOf,
  // The service only distinguishes browsers from other programs.
  'user-agent': (value) => (value.startsWith('Mozilla/') ? 'Mozilla/5.0' : 'program'),
  'last-event-id': (value) => (/^[\w:.-]{1,64}$/.test(value) ? value : hidden),
  'idempotency-key': keyAlias,
};

const keptValue = (name: string, value: string, aliases: Aliases): string => {
  const keep = kept[name];
  if (keep !== undefined) return redactTokens(keep(value, aliases));
  // Their presence decides, because a recorded service trusts no proxy.
  if (isForwardingHeader(name)) return hidden;
  return name.startsWith('sec-fetch-') ? fetchMetadata(value) : redactTokens(value);
};

/** Returns the headers of a call as a recording contains them. */
export const keptHeaders = (
  { authorization, ...headers }: IncomingHttpHeaders,
  aliases: Aliases,
): Readonly<Record<string, string>> => {
  const sent = Object.entries(headers).filter(([name]) => isRecordedHeader(name));
  return {
    ...Object.fromEntries(sent.map(([name, value]) => [name, keptValue(name, joined(value), aliases)])),
    ...(authorization !== undefined && { authorization: withoutCredentials(authorization, aliases) }),
  };
};
