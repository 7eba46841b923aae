// One HTTP request to the service.
import { Refusal } from './errors.js';

/** Where the service is, and what identifies the client there. */
export interface ServiceAccess {
  /** The address of the service, such as `http://192.168.1.10:3002`. In a page of the service itself: `location.origin`. */
  readonly url: string | URL;
  /** The device token. Left out or empty: the address has access without one. */
  readonly token?: string;
}

/** What sends requests. */
export interface Requester {
  /** Sends a request. Rejects with a `Refusal`, or with the error of the network. */
  readonly send: (path: string, init: RequestInit) => Promise<Response>;
  /** Whether this is a page of another origin, which may send no header but that of the token. */
  readonly isForeignPage: boolean;
}

/** The largest answer, and the largest body of a refusal, in octets. */
const maxOctets = { read: 16 * 1_048_576, refusal: 65_536 };

/** The longest message and code of a refusal, in characters. */
const maxLength = { message: 500, code: 64 };

/** Returns the parts of a body as they come. Not every browser can iterate over a stream. */
export async function* partsOf({ body }: Response): AsyncGenerator<Uint8Array, void> {
  const reader = (body as ReadableStream<Uint8Array> | null)?.getReader();
  try {
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) return;
      yield part.value;
    }
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

/** Another program has answered in place of the service. */
export const unexpected = ({ status, headers }: Response, got: string): Refusal =>
  new Refusal(
    status,
    'unexpected_response',
    `expected a response of Studio Control, got ${got}`,
    headers.get('x-action-id'),
  );

/** Reads a body as text. Rejects, and closes the connection, if it is larger than `limit` octets. */
const limitedText = async (response: Response, limit: number): Promise<string> => {
  const decoder = new TextDecoder();
  let [text, octets] = ['', 0];
  for await (const part of partsOf(response)) {
    octets += part.byteLength;
    if (octets > limit) throw unexpected(response, `more than ${String(limit)} octets`);
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
};

/** Returns the object that a text is as JSON; undefined if it is none. */
export const recordIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
};

/** Returns the object that is the body of a response, of up to 16 MiB. */
export const documentOf = async (response: Response): Promise<Readonly<Record<string, unknown>>> => {
  const body = recordIn(await limitedText(response, maxOctets.read));
  if (body === undefined) throw unexpected(response, 'another body');
  return body;
};

/** Returns the answer to a call. Each says that it is one. */
export const answerOf = async (response: Response): Promise<Readonly<Record<string, unknown>>> => {
  const body = await documentOf(response);
  if (body['ok'] !== true) throw unexpected(response, 'another body');
  return body;
};

const textOr = (value: unknown, otherwise: string, length: number): string =>
  (typeof value === 'string' && value !== '' ? value : otherwise).slice(0, length);

/** Returns a refusal. A body that isn't the service's, or is too large, is replaced by a message with the status. */
const refusalOf = async (response: Response): Promise<Refusal> => {
  const body = recordIn(await limitedText(response, maxOctets.refusal).catch(() => ''));
  const otherwise = unexpected(response, `the status ${String(response.status)}`);
  if (body?.['ok'] !== false) return otherwise;
  const code = textOr(body['error'], otherwise.code, maxLength.code) as Refusal['code'];
  return new Refusal(response.status, code, textOr(body['message'], '', maxLength.message), otherwise.action);
};

/** Returns the address of a service. Throws a `TypeError` that names what is wrong; it contains no password. */
const baseOf = (url: string | URL): URL => {
  const text = String(url);
  const base = URL.canParse(text) ? new URL(text) : undefined;
  if (base === undefined || !['http:', 'https:'].includes(base.protocol))
    throw new TypeError('url: expected the address of a service, such as http://192.168.1.10:3002');
  if (base.username !== '' || base.password !== '') throw new TypeError('url: expected an address without credentials');
  return base;
};

/** Returns what sends requests. Throws a `TypeError` for an address or a token that can't be one. */
export const requester = ({ url, token = '' }: ServiceAccess): Requester => {
  const base = baseOf(url);
  if (!/^[!-~]*$/.test(token)) throw new TypeError('token: expected svc_ and letters and digits');
  const { location } = globalThis as { readonly location?: { readonly origin: string } };
  return {
    isForeignPage: location !== undefined && location.origin !== base.origin,
    send: async (path, init) => {
      const headers = new Headers(init.headers);
      if (token !== '') headers.set('authorization', `Bearer ${token}`);
      // No redirection is followed: the token must not be sent anywhere else.
      const response = await fetch(new URL(path, base), { ...init, headers, redirect: 'manual', cache: 'no-store' });
      if (!response.ok) throw await refusalOf(response);
      return response;
    },
  };
};
