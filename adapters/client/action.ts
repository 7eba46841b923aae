// One action, whatever happens to the connection.
import { notConnected, Refusal, UnknownResult } from './errors.js';
import { limited, pause } from './time.js';

/** The delay between questions, in milliseconds. */
const askEveryMs = 500;

/** How much longer than its acknowledgement a request may take, in milliseconds. */
const overheadMs = 5_000;

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

/** Codes that are never the result of an earlier attempt: they refuse the question itself. */
const refusesQuestion: ReadonlySet<string> = new Set([
  'unauthorized',
  'forbidden',
  'read_only',
  'feature_disabled',
  'unavailable',
]);

/** Returns the refusal if it is the result of an action. A program in the service's place may have passed the action on. */
const result = (refusal: Refusal, isQuestion: boolean): Refusal | undefined => {
  const { code, status } = refusal;
  if (code === 'unexpected_response') return isQuestion || status >= 500 || status === 200 ? undefined : refusal;
  return isQuestion && refusesQuestion.has(code) ? undefined : refusal;
};

/** Returns the error that ends an action; undefined if its result may still come. */
const finalError = (error: unknown, isQuestion: boolean): Error | undefined => {
  if (error instanceof Refusal) return result(error, isQuestion);
  return isQuestion ? undefined : notConnected(error);
};

const unknownResult = (cause: unknown): UnknownResult =>
  new UnknownResult(
    'the connection was lost, and the service gave no result: check what the studio does before you repeat the action',
    { cause },
  );

/**
 * Does an action once: `attempt` sends it, always with the same key. If the connection breaks before the result arrives, it is
 * asked for again: the service never sends the command of one key twice, also after it was killed (IDEMPOTENCY-1, CRASH-5).
 * Rejects with `Refusal`, `NotConnected` or `UnknownResult`.
 */
export const actOnce = async <Result>(
  attempt: (signal: AbortSignal) => Promise<Result>,
  { timeoutMs, askMs, signal }: ActionLimits,
): Promise<Result> => {
  let askUntilMs: number | undefined;
  for (;;) {
    const leftMs = (askUntilMs ?? Infinity) - performance.now();
    try {
      return await limited(Math.max(1, Math.round(Math.min(timeoutMs + overheadMs, leftMs))), signal, attempt);
    } catch (error) {
      signal?.throwIfAborted();
      const final = finalError(error, askUntilMs !== undefined);
      if (final !== undefined) throw final;
      askUntilMs ??= performance.now() + askMs;
      if (performance.now() >= askUntilMs) throw unknownResult(error);
    }
    await pause(askEveryMs, signal);
    signal?.throwIfAborted();
  }
};
