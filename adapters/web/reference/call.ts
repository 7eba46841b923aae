// A call as the reader has filled it in: its address, its form for curl, and sending it.
import { quoted } from '../shared/shell.js';
import type { Method } from './openapi.js';
import type { Route } from './routes.js';

/** What the reader chose for a call. */
export interface Draft {
  /** Values by the name of the parameter. Empty values aren't sent. */
  readonly values: Readonly<Record<string, string>>;
  readonly isPlain: boolean;
  readonly method: Method;
  /** The body as JSON text, for routes that take one. */
  readonly body: string;
}

/** An answer of the service. */
export interface Reply {
  readonly status: number;
  readonly statusText: string;
  /** The time until the head of the answer arrived, in milliseconds. */
  readonly tookMs: number;
  readonly body: string;
}

/** How much of an endless stream is shown: its last characters. */
const streamLimit = 100_000;

const filled = (route: Route, place: string, { values }: Draft): readonly (readonly [string, string])[] =>
  route.parameters.flatMap(({ in: where, name }) => {
    const value = values[name] ?? '';
    return where === place && value !== '' ? [[name, value] as const] : [];
  });

/** Encodes one query parameter. The parameters of a macro are entered as a query. */
const queryPart = (route: Route, name: string, value: string): string =>
  route.parameters.find((parameter) => parameter.name === name)?.schema.type === 'object'
    ? new URLSearchParams(value).toString()
    : new URLSearchParams({ [name]: value }).toString();

/** Returns the path and query of a call. */
export const targetOf = (route: Route, draft: Draft): string => {
  const pattern = draft.isPlain ? (route.plainPath ?? route.path) : route.path;
  const path = filled(route, 'path', draft).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    pattern,
  );
  const query = filled(route, 'query', draft).map(([name, value]) => queryPart(route, name, value));
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
};

/** Returns the names of the required parameters that have no value. */
export const missingIn = (route: Route, { values }: Draft): readonly string[] =>
  route.parameters.filter(({ required, name }) => required === true && !values[name]).map(({ name }) => name);

/** Returns why the body of a call can't be sent; undefined if it can. */
export const bodyIssue = (route: Route, { body }: Draft): string | undefined => {
  if (route.body === undefined) return undefined;
  try {
    JSON.parse(body);
    return undefined;
  } catch (error) {
    return `The body isn’t JSON: ${(error as Error).message}`;
  }
};

const jsonHeaders: Readonly<Record<string, string>> = { 'Content-Type': 'application/json' };

/** Returns JSON text in one line. Text that isn't JSON stays as it is. */
const inOneLine = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
};

const curlBody = (route: Route, { body }: Draft): readonly string[] =>
  route.body === undefined
    ? []
    : [
        ...Object.entries(jsonHeaders).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
        '-d',
        quoted(inOneLine(body)),
      ];

/** Returns the call as a command for curl. The token stays a variable of the shell. */
export const curlOf = (route: Route, draft: Draft, hasToken: boolean): string => {
  const headers = filled(route, 'header', draft).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const words = [
    'curl',
    ...(draft.method === 'GET' ? [] : [`-X ${draft.method}`]),
    ...(route.isStream ? ['-N'] : []),
    ...(hasToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...headers,
    ...curlBody(route, draft),
    quoted(`${location.origin}${targetOf(route, draft)}`),
  ];
  return words.join(' ');
};

/** Returns the headers of calls with a token; without one, the browser's address is what admits the call. */
export const tokenHeaders = (token: string): Record<string, string> =>
  token === '' ? {} : { Authorization: `Bearer ${token}` };

const pretty = (text: string, type: string): string =>
  type.startsWith('application/json') ? JSON.stringify(JSON.parse(text), null, 2) : text;

const readBody = async (response: Response, onText: (text: string) => void): Promise<void> => {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) onText(part.value);
};

/**
 * Sends a call, and reports its answer: a stream as it arrives, other answers when they are complete. Rejects with an
 * `AbortError` when the signal ends it, and with a `TypeError` when the service can't be reached.
 */
export const send = async (
  route: Route,
  draft: Draft,
  { token, signal }: { readonly token: string; readonly signal: AbortSignal },
  onReply: (reply: Reply) => void,
): Promise<void> => {
  const began = performance.now();
  const json = route.body === undefined ? {} : jsonHeaders;
  const headers = { ...Object.fromEntries(filled(route, 'header', draft)), ...tokenHeaders(token), ...json };
  const body = route.body === undefined ? {} : { body: draft.body };
  const { method } = draft;
  const response = await fetch(targetOf(route, draft), { method, headers, ...body, signal, credentials: 'omit' });
  const { status, statusText } = response;
  const head = { status, statusText, tookMs: Math.round(performance.now() - began) };
  let text = '';
  await readBody(response, (part) => {
    text = route.isStream ? (text + part).slice(-streamLimit) : text + part;
    if (route.isStream) onReply({ ...head, body: text });
  });
  onReply({ ...head, body: pretty(text, response.headers.get('Content-Type') ?? '') });
};
