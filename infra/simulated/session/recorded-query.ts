// What a recording keeps of a target: the values of parameters that the API has, with aliases instead of secrets.
import { redactTarget } from '../../../adapters/http/control/request/redact-target.js';
import { catalogue } from '../../../application/operations/catalogue.js';
import { hidden, redactTokens } from '../../../domain/access/redaction.js';
import { commonParameters } from '../../../domain/studio/macro-parameters.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { withMadeSecrets, type Aliases } from '../../../simulator/session/aliases.js';
import { keyAlias } from './recorded-key.js';

/** Names of query parameters. */
export type ParameterNames = ReadonlySet<string>;

/** Returns the names of the parameters that the API and the macros of a studio have. */
export const parameterNames = ({ macros }: Pick<StudioLayout, 'macros'>): ParameterNames =>
  new Set([
    ...commonParameters,
    ...catalogue.flatMap(({ parameters }) => Object.keys(parameters.query)),
    ...macros.flatMap(({ parameters = [] }) => parameters.map(({ name }) => name)),
  ]);

/** What decides which values are kept. */
export interface KeptValues {
  readonly names: ParameterNames;
  readonly aliases: Aliases;
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};

/** Percent-encoding that is malformed makes the whole target malformed, and stays so. */
const malformed = '%';

const isText = (text: string | undefined): boolean => text !== undefined && !text.includes('\0');

const plainName = /^[A-Za-z][\w.-]{0,31}$/;

const unknownPair = (name: string, value: string | undefined): string => {
  if (!isText(decoded(name)) || !isText(decoded(value ?? ''))) return malformed;
  if (value === undefined) return name === '' ? '' : hidden;
  return `${plainName.test(name) ? redactTokens(name) : hidden}=${hidden}`;
};

/** What is kept of the secrets of a query. */
const secrets: ReadonlyMap<string, (value: string, aliases: Aliases) => string> = new Map([
  ['token', (value: string, { aliasOf }: Aliases) => aliasOf(value)],
  ['key', keyAlias],
]);

const knownPair = (pair: string, name: string, aliases: Aliases): string => {
  const equals = pair.indexOf('=');
  const value = equals < 0 ? undefined : decoded(pair.slice(equals + 1));
  const keep = secrets.get(name);
  return keep === undefined || value === undefined
    ? redactTarget({ path: '', rawQuery: pair }).slice(1)
    : `${pair.slice(0, equals)}=${keep(value, aliases)}`;
};

const keptPair = (pair: string, { names, aliases }: KeptValues): string => {
  const equals = pair.indexOf('=');
  const [name, value] = equals < 0 ? [pair, undefined] : [pair.slice(0, equals), pair.slice(equals + 1)];
  const read = decoded(name);
  return read !== undefined && names.has(read) ? knownPair(pair, read, aliases) : unknownPair(name, value);
};

/** Returns a query as a recording contains it. Values of parameters that the API doesn't have become `***`. */
export const keptQuery = (rawQuery: string, kept: KeptValues): string =>
  rawQuery
    .split('&')
    .map((pair) => keptPair(pair, kept))
    .join('&');

const isToken = (pair: string): boolean => decoded(pair.split('=', 1)[0] ?? '') === 'token';

/** Returns a query as the replay will send it, apart from tokens, which decide who calls. */
export const servedQuery = (rawQuery: string, kept: KeptValues): string =>
  rawQuery
    .split('&')
    .map((pair) => (isToken(pair) ? pair : withMadeSecrets(keptPair(pair, kept))))
    .join('&');
