// Sends one message to the receiver of a webhook. Redirects are not followed, no proxy is used, and answers are not read.
import type { ClientRequest, IncomingMessage } from 'node:http';
import type http from 'node:http';
import { request as requestHttps } from 'node:https';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import * as E from 'fp-ts/lib/Either.js';
import type { Attempt, SendSigned, SendWebhook, WebhookMessage } from '../../application/ports/webhooks.js';
import { shownText } from '../../domain/access/shown-text.js';
import { keysIn } from '../../domain/studio/webhook-secret.js';
import type { WebhookDefinition } from '../../domain/studio/webhook.js';
import { signatureOf } from './signature.js';

/** An import of the values of `node:http` would load Node's `fetch` and WebSocket too, which take 14 MB. */
const { request: requestHttp } = createRequire(import.meta.url)('node:http') as typeof http;

/** What every sender uses. */
export interface SendSignedDeps {
  /** Returns the time, since 1970 UTC in milliseconds. */
  readonly now: () => number;
  /** How the program names itself. */
  readonly userAgent: string;
  /** Whether a connection leads to the service itself: a message about a command would be another command. */
  readonly isOwn: (connection: Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress'>) => boolean;
  /** The longest time of an attempt, in milliseconds. */
  readonly timeoutMs?: number;
}

/** What a sender for webhooks whose secrets are in files uses. */
export interface SendWebhookDeps extends SendSignedDeps {
  /** Reads a file of the host. Rejects with one line without the content. */
  readonly readSecret: (path: string) => Promise<string>;
}

/** What signs a message, and what trusts its receiver; the system's authorities if left out. */
interface Trust {
  readonly keys: readonly Uint8Array[];
  readonly secureContext?: SecureContext | undefined;
}

const attemptMs = 15_000;

/** The most of an answer that is awaited, so that its sender can end it, in bytes and in milliseconds. */
const [maxAnswerBytes, maxAnswerMs] = [65_536, 1_000];

/** The longest head of an answer, in bytes. */
const maxHeaderSize = 16_384;

/** The longest reason, in characters: parts of it may be the receiver's. */
const maxReasonLength = 200;

const failed = (reason: string): Attempt => ({
  isDelivered: false,
  reason: shownText(reason, maxReasonLength),
  isRefused: false,
});

/** Returns an error in words. One about several addresses has only a code. */
const reasonOf = ({ message, code, name }: NodeJS.ErrnoException): string => message || (code ?? name);

/** Returns how long `Retry-After` asks to wait, in milliseconds: seconds or a date. */
const retryAfterMs = (field: string | undefined, nowMs: number): number | undefined => {
  if (field === undefined) return undefined;
  if (/^\d{1,9}$/.test(field)) return Number(field) * 1_000;
  const dateMs = Date.parse(field);
  return Number.isNaN(dateMs) ? undefined : Math.max(dateMs - nowMs, 0);
};

/** The answers that concern the receiver as a whole, and not the message alone. */
const concernsReceiver = (status: number): boolean => status >= 500 || status === 408 || status === 429;

const attemptOf = ({ statusCode: status = 0, headers }: IncomingMessage, nowMs: number): Attempt => {
  if (status >= 200 && status < 300) return { isDelivered: true, status };
  const isRedirect = status >= 300 && status < 400;
  const reason = `it answered with ${String(status)}${isRedirect ? ', a redirect, which is not followed' : ''}`;
  const waitMs = retryAfterMs(headers['retry-after'], nowMs);
  return { isDelivered: false, reason, isRefused: !concernsReceiver(status), retryAfterMs: waitMs };
};

/** Lets the receiver end its answer, within bounds. */
const discard = (response: IncomingMessage): void => {
  let length = 0;
  const timer = setTimeout(() => response.destroy(), maxAnswerMs).unref();
  response
    .on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxAnswerBytes) response.destroy();
    })
    .on('close', () => {
      clearTimeout(timer);
    });
};

/** Resolves with the head of the answer, or why there is none. */
const answerTo = (outgoing: ClientRequest, { now, timeoutMs = attemptMs }: SendSignedDeps): Promise<Attempt> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      outgoing.destroy(new Error(`it did not answer within ${String(timeoutMs / 1_000)} s`));
    }, timeoutMs);
    let answered: Attempt | undefined;
    /** The connection is closed: a receiver that never ends its answers has no more of them than other receivers. */
    const end = (attempt: Attempt): void => {
      clearTimeout(timer);
      resolve(answered ?? attempt);
    };
    outgoing
      .on('response', (response: IncomingMessage) => {
        answered = attemptOf(response, now());
        discard(response);
      })
      .on('error', (error) => {
        end(failed(reasonOf(error)));
      })
      .on('close', () => {
        end(failed('it closed the connection without an answer'));
      });
  });

/** Reads the file of a webhook. Its path is left out of what is logged. */
const readFile = async (read: SendWebhookDeps['readSecret'], path: string, what: string): Promise<string> =>
  read(path).catch((error: unknown) => {
    throw new Error(`${what} can't be used: ${(error as Error).message.replaceAll(path, 'it')}`);
  });

/** Returns what trusts the authorities in a text. It is made once, because many certificates take long to read. */
const trusted = (
  contexts: Map<string, readonly [string, SecureContext]>,
  webhook: string,
  ca: string,
): SecureContext => {
  const [known, context] = contexts.get(webhook) ?? [];
  if (known === ca && context !== undefined) return context;
  const made = createSecureContext({ ca });
  contexts.set(webhook, [ca, made]);
  return made;
};

/** Rejects if something takes too long, such as a file on a disk in the network. */
const inTime = async <Value>(value: Promise<Value>, ms: number): Promise<Value> => {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`its files could not be read within ${String(ms / 1_000)} s`));
  }, ms);
  return Promise.race([value, late]).finally(() => {
    clearTimeout(timer);
  });
};

/** Returns the keys in a secret. Throws if it has none. */
const keysOf = (secret: string, what: string): readonly Uint8Array[] => {
  const keys = keysIn(secret);
  if (E.isLeft(keys)) throw new Error(`${what} can't be used: expected ${keys.left}`);
  return keys.right;
};

const trustIn = async (
  { id, secretFile, caFile }: WebhookDefinition,
  readSecret: SendWebhookDeps['readSecret'],
  contexts: Map<string, readonly [string, SecureContext]>,
): Promise<Trust> => {
  const keys = keysOf(await readFile(readSecret, secretFile, 'its secretFile'), 'its secretFile');
  const ca = caFile === undefined ? undefined : await readFile(readSecret, caFile, 'its caFile');
  return { keys, secureContext: ca === undefined ? undefined : trusted(contexts, id, ca) };
};

const requestTo = (
  url: string,
  { keys, secureContext }: Trust,
  { id, body }: Pick<WebhookMessage, 'id' | 'body'>,
  { now, userAgent }: SendSignedDeps,
): ClientRequest => {
  const seconds = Math.floor(now() / 1_000);
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': userAgent,
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatureOf(keys, id, seconds, body),
  };
  const request = new URL(url).protocol === 'https:' ? requestHttps : requestHttp;
  return request(url, {
    method: 'POST',
    headers,
    agent: false,
    maxHeaderSize,
    ...(secureContext && { secureContext }),
  });
};

/** Sends a message once. `trust` may reject. */
const attempt = async (
  url: string,
  trust: () => Promise<Trust>,
  deps: SendSignedDeps,
  message: Pick<WebhookMessage, 'id' | 'body'>,
  signal: AbortSignal,
): Promise<Attempt> => {
  try {
    const found = await trust();
    if (signal.aborted) return failed('the attempt was ended');
    const outgoing = requestTo(url, found, message, deps);
    const end = (): void => void outgoing.destroy(new Error('the attempt was ended'));
    signal.addEventListener('abort', end, { once: true });
    const answered = answerTo(outgoing, deps);
    // A name may lead anywhere, so the connection is looked at before anything is sent.
    outgoing.on('socket', (socket) => {
      socket.on('connect', () => {
        if (deps.isOwn(socket)) outgoing.destroy(new Error('it is an address of this service'));
        else outgoing.end(message.body);
      });
    });
    return await answered;
  } catch (error) {
    return failed(reasonOf(error as Error));
  }
};

/** Returns what sends messages that are signed with a given secret. */
export const sendSigned =
  (deps: SendSignedDeps): SendSigned =>
  ({ url, secret }, message, signal) =>
    attempt(url, () => Promise.resolve({ keys: keysOf(secret, 'its secret') }), deps, message, signal);

/** Returns what sends messages of webhooks whose secrets are in files. */
export const sendWebhook = (deps: SendWebhookDeps): SendWebhook => {
  const { readSecret, timeoutMs = attemptMs } = deps;
  const contexts = new Map<string, readonly [string, SecureContext]>();
  return (webhook, message, signal, held) => {
    const read = async (path: string): Promise<string> => held?.get(path) ?? readSecret(path);
    return attempt(webhook.url, () => inTime(trustIn(webhook, read, contexts), timeoutMs), deps, message, signal);
  };
};
