// One press of a button: one action, whatever happens to the connection.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Refusal, type ServiceClient } from './service-client.js';

/** Why a press failed: the service's code and message, or those of the connection. */
export interface PressFailure {
  readonly code: string;
  readonly message: string;
}

/** How long the result of a press is asked for after the connection was lost, in milliseconds. */
const askLimitMs = 10_000;

/** The delay between questions, in milliseconds. */
const askEveryMs = 500;

/** How much longer than its acknowledgement a request may take, in milliseconds. */
const overheadMs = 5_000;

/** Errors of a connection that was never made: the service has received nothing. */
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
  return typeof cause?.code === 'string' ? cause.code : 'connection lost';
};

const notConnected = (code: string): PressFailure => ({
  code: 'not_connected',
  message: `the service can't be reached (${code}), and nothing was sent`,
});

/** A press while the service doesn't answer is over: what accepts it in the service's place may deliver it late. */
export const unansweredPress: PressFailure = {
  code: 'not_connected',
  message: 'the service has not answered since the last attempt to connect, and nothing was sent',
};

const unknownResult: PressFailure = {
  code: 'unknown_result',
  message: 'the connection was lost, and the service gave no result: check what the studio does before you press again',
};

/** A stopping service refuses a question about an earlier press too. Its successor may know the result. */
const isFinal = (refusal: Refusal, isQuestion: boolean): boolean => !(isQuestion && refusal.status === 503);

/** The time of a press. Nobody can set its clock. */
export interface PressTime {
  readonly nowMs: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

const realTime: PressTime = { nowMs: () => performance.now(), pause: delay };

/**
 * Sends an action once. If the connection breaks before the result arrives, it asks for the result with the same key: the
 * service never sends the command of one key twice, also after it was killed (IDEMPOTENCY-1, CRASH-5). Returns the failure;
 * undefined if the action was acknowledged. Never rejects.
 */
export const press = async (
  client: Pick<ServiceClient, 'press'>,
  path: string,
  timeoutMs: number,
  { nowMs, pause }: PressTime = realTime,
): Promise<PressFailure | undefined> => {
  const key = randomUUID();
  let askUntilMs: number | undefined;
  const limitMs = (): number => {
    const leftMs = askUntilMs === undefined ? Infinity : askUntilMs - nowMs();
    return Math.max(1, Math.round(Math.min(timeoutMs + overheadMs, leftMs)));
  };
  for (;;) {
    const error = await client.press(path, key, AbortSignal.timeout(limitMs())).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error === undefined) return undefined;
    if (error instanceof Refusal && isFinal(error, askUntilMs !== undefined))
      return { code: error.code, message: error.message };
    if (askUntilMs === undefined && neverConnected.has(codeOf(error))) return notConnected(codeOf(error));
    askUntilMs ??= nowMs() + askLimitMs;
    if (nowMs() > askUntilMs) return unknownResult;
    await pause(askEveryMs);
  }
};
