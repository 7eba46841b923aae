// The HTTP client for a service: reads, presses, and the event stream.
import { createParser } from 'eventsource-parser';
import type { StudioEvent } from '../studio/studio.js';

/** Reads a body as text. Rejects, and closes the connection, if it is larger than `maxOctets`. */
const limitedBody = async ({ body }: Response, maxOctets: number): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let octets = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    octets += chunk.byteLength;
    if (octets > maxOctets) throw new Error(`expected a response of at most ${String(maxOctets)} octets, got more`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Parses JSON; undefined if the text is none. */
const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Whether a value is an object with names. */
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where the service is, and what identifies the module there. */
export interface ServiceAccess {
  /** The service's address, such as `http://192.168.1.10:3002`. */
  readonly url: URL;
  /** The device token; empty if the address has access without one. */
  readonly token: string;
}

/** Reports that the service has refused a request. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** The service's API. Promises reject with a `Refusal`, or with the error of the network. */
export interface ServiceClient {
  /** Reads JSON of up to 16 MiB, within 10 seconds. */
  readonly read: (path: string, signal: AbortSignal) => Promise<unknown>;
  /** Sends one action. The same key identifies repetitions of the same press (IDEMPOTENCY-1). */
  readonly press: (path: string, key: string, signal: AbortSignal) => Promise<void>;
  /**
   * Opens the event stream, after an event if there is one. `onOpen` is called when the service has admitted it. Yields
   * `quietEvent` at least every 15 seconds.
   */
  readonly events: (lastEventId: string, onOpen: () => void, signal: AbortSignal) => AsyncIterable<StudioEvent>;
}

/** Stands for a part of the stream without an event, such as the comment that keeps it open. */
export const quietEvent: StudioEvent = { id: undefined, name: 'quiet', data: {} };

/** How long a read may take, in milliseconds. */
const readLimitMs = 10_000;

/** How long a stream may be silent, in milliseconds: the service sends a comment every 15 seconds. */
const silenceLimitMs = 40_000;

/** The longest event, in characters. */
const maxEventLength = 8 * 1_048_576;

/** The largest document or state, and the largest body of a refusal, in octets. */
const maxOctets = { read: 16 * 1_048_576, refusal: 65_536 };

/** The longest message and code of a refusal, in characters. */
const maxLength = { message: 500, code: 64 };

const textOr = (value: unknown, otherwise: string, length: number): string =>
  (typeof value === 'string' && value !== '' ? value : otherwise).slice(0, length);

/** Returns a refusal. A body that isn't the service's, or is too large, is replaced by a message with the status. */
const refusalOf = async (response: Response): Promise<Refusal> => {
  const text = await limitedBody(response, maxOctets.refusal).catch(() => '');
  const body = parsedJson(text);
  const { error, message } = isRecord(body) ? body : {};
  const expected = `expected a response of Studio Control, got the status ${String(response.status)}`;
  const code = textOr(error, 'unexpected_response', maxLength.code);
  return new Refusal(response.status, code, textOr(message, expected, maxLength.message));
};

/** Follows no redirect: the token must not be sent anywhere else. */
const requester =
  ({ url, token }: ServiceAccess) =>
  async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (token !== '') headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(new URL(path, url), { ...init, headers, redirect: 'error' });
    if (!response.ok) throw await refusalOf(response);
    return response;
  };

async function* parsed(body: AsyncIterable<Uint8Array>, onChunk: () => void): AsyncGenerator<StudioEvent> {
  const arrived: StudioEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, event = '', data }) => {
      const record = parsedJson(data);
      if (isRecord(record)) arrived.push({ id, name: event, data: record });
    },
    maxBufferSize: maxEventLength,
  });
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    onChunk();
    parser.feed(decoder.decode(chunk, { stream: true }));
    yield* arrived.length > 0 ? arrived.splice(0) : [quietEvent];
  }
}

/** Creates a client. */
export const serviceClient = (access: ServiceAccess): ServiceClient => {
  const send = requester(access);
  return {
    read: async (path, signal) => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(readLimitMs)]);
      const response = await send(path, { signal: limit });
      return JSON.parse(await limitedBody(response, maxOctets.read)) as unknown;
    },
    press: async (path, key, signal) => {
      const response = await send(path, { method: 'POST', headers: { 'idempotency-key': key }, signal });
      // The status is the result.
      await response.body?.cancel();
    },
    events: async function* (lastEventId, onOpen, signal) {
      const silence = new AbortController();
      const watchdog = setTimeout(() => {
        silence.abort(new Error('the event stream is silent'));
      }, silenceLimitMs);
      try {
        const headers = {
          accept: 'text/event-stream',
          ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }),
        };
        const response = await send('/api/v2/events', { headers, signal: AbortSignal.any([signal, silence.signal]) });
        onOpen();
        yield* parsed(response.body ?? new ReadableStream<Uint8Array>(), () => watchdog.refresh());
      } finally {
        clearTimeout(watchdog);
      }
    },
  };
};
