// One action, whatever happens to the connection.
import { NotConnected, Refusal, UnknownResult } from './errors.js';

/** The delay between questions, in milliseconds. */
const askEveryMs = 500;

/** How much longer than its acknowledgement a request may take, in milliseconds. */
const overheadMs = 5_000;

/** Errors of a connection that was never made: the service has received nothing. Browsers don't report them. */
const neverConnected: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

const codeOf = (error: unknown): string => {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : '';
};

/** Returns the error of a connection that was never made; undefined for others. */
export const notConnected = (error: unknown): NotConnected | undefined => {
  const code = codeOf(error);
  return neverConnected.has(code)
    ? new NotConnected(`the service can't be reached (${code}), and nothing was sent`, { cause: error })
    : undefined;
};

/** Returns the error of a read that has got no answer. */
export const noAnswer = (error: unknown): NotConnected =>
  new NotConnected(`the service gave no answer: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });

/** Returns a text that nobody else has. Pages without TLS have no `crypto.randomUUID`. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (octet) => octet.toString(16).padStart(2, '0')).join('');

/** The limits of an action. */
export interface ActionLimits {
  /** How long the device may take to confirm, in milliseconds. */
  readonly timeoutMs: number;
  /** How long the result is asked for after the connection was lost, in milliseconds; 0 for not at all. */
  readonly askMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The time of an action. Nobody can set its clock. */
export interface ActionTime {
  readonly nowMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

const realTime: ActionTime = {
  nowMs: () => performance.now(),
  pause: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
};

/** Returns the error that ends an action; undefined if its result may still come. */
const finalError = (error: unknown, isQuestion: boolean): Error | undefined => {
  // A stopping service refuses a question about an earlier action too. Its successor may know the result.
  if (error instanceof Refusal) return isQuestion && error.status === 503 ? undefined : error;
  return isQuestion ? undefined : notConnected(error);
};

const unknownResult = (): UnknownResult =>
  new UnknownResult(
    'the connection was lost, and the service gave no result: check what the studio does before you repeat the action',
  );

/**
 * Does an action once: `attempt` sends it, always with the same key. If the connection breaks before the result arrives, it is
 * asked for again: the service never sends the command of one key twice, also after it was killed (IDEMPOTENCY-1, CRASH-5).
 * Rejects with `Refusal`, `NotConnected` or `UnknownResult`.
 */
export const actOnce = async <Result>(
  attempt: (signal: AbortSignal) => Promise<Result>,
  { timeoutMs, askMs, signal }: ActionLimits,
  { nowMs, pause }: ActionTime = realTime,
): Promise<Result> => {
  let askUntilMs: number | undefined;
  const limit = (): AbortSignal => {
    const leftMs = (askUntilMs ?? Infinity) - nowMs();
    const ends = AbortSignal.timeout(Math.max(1, Math.round(Math.min(timeoutMs + overheadMs, leftMs))));
    return AbortSignal.any(signal === undefined ? [ends] : [ends, signal]);
  };
  for (;;) {
    try {
      return await attempt(limit());
    } catch (error) {
      signal?.throwIfAborted();
      const final = finalError(error, askUntilMs !== undefined);
      if (final !== undefined) throw final;
      askUntilMs ??= nowMs() + askMs;
      if (nowMs() >= askUntilMs) throw unknownResult();
    }
    await pause(askEveryMs);
  }
};
