// What an action does when its connection breaks: it asks for its result with the same key, and gives up after a while.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actOnce, newKey, type ActionLimits } from '../../../adapters/client/action.js';
import { Refusal } from '../../../adapters/client/errors.js';

const networkError = (code: string): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('none'), { code }) });

const lost = networkError('ECONNRESET');
const refused = networkError('ECONNREFUSED');
const stopping = new Refusal(503, 'unavailable', 'the service is stopping', null);

const refusal = (status: number, code: Refusal['code']): Refusal => new Refusal(status, code, code, null);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Acts once. Each attempt ends as the next answer states; undefined is an acknowledgement, and null is no answer. */
const act = async (answers: readonly (Error | null | undefined)[], limits: Partial<ActionLimits> = {}) => {
  let attempts = 0;
  const startedAtMs = performance.now();
  const attempt = (signal: AbortSignal): Promise<string> => {
    const answer = answers[Math.min(attempts, answers.length - 1)];
    attempts += 1;
    if (answer === null)
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    return answer === undefined ? Promise.resolve('done') : Promise.reject(answer);
  };
  const acted = actOnce(attempt, { timeoutMs: 20_000, askMs: 10_000, ...limits }).catch((error: unknown) => error);
  let result: unknown;
  let endedAtMs = 0;
  void acted.then((ended) => {
    result = ended;
    endedAtMs = performance.now();
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(vi.getTimerCount()).toBe(0);
  return { result, attempts, ms: Math.round(endedAtMs - startedAtMs) };
};

describe('an action', () => {
  it('has a key of its own', () => {
    expect(newKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(newKey()).not.toBe(newKey());
  });

  it.each([
    ['that is acknowledged is sent once', [undefined], 'done', 1],
    ['whose connection breaks asks for its result', [lost, refused, undefined], 'done', 3],
    ['without an answer asks for its result', [null, undefined], 'done', 2],
    ['whose question a stopping service refuses asks its successor', [lost, stopping, undefined], 'done', 3],
    ['whose question is refused for its token asks on', [lost, refusal(401, 'unauthorized'), undefined], 'done', 3],
    [
      'that a proxy may have passed on asks for its result',
      [refusal(502, 'unexpected_response'), undefined],
      'done',
      2,
    ],
    ['with another answer asks for its result', [refusal(200, 'unexpected_response'), undefined], 'done', 2],
  ] as const)('%s', async (_, answers, result, attempts) => {
    expect(await act(answers)).toMatchObject({ result, attempts });
  });

  it.each([refusal(424, 'ack_timeout'), refusal(401, 'unauthorized'), refusal(404, 'unexpected_response'), stopping])(
    'that is refused is not sent again: %s',
    async (refused) => {
      expect(await act([refused])).toMatchObject({ result: refused, attempts: 1 });
    },
  );

  it('whose result is a refusal is not asked for again', async () => {
    const late = refusal(424, 'ack_timeout');
    expect(await act([lost, late])).toMatchObject({ result: late, attempts: 2 });
  });

  const code = (one: string, syscall?: string): Error => Object.assign(new Error('none'), { code: one, syscall });
  const caused = (cause: Error): TypeError => new TypeError('fetch failed', { cause });

  it.each([
    ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].map((one) => caused(code(one))),
    ...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'].map((one) =>
      caused(code(one)),
    ),
    caused(code('EHOSTUNREACH', 'connect')),
    caused(new AggregateError([code('ETIMEDOUT', 'connect'), code('ECONNREFUSED', 'connect')])),
  ])('that reached no service is not sent again: %s', async (error) => {
    const { result, attempts } = await act([error]);
    expect([(result as { code?: unknown }).code, attempts]).toEqual(['not_connected', 1]);
    expect(String(result)).toMatch(/the service can't be reached \([A-Z_, ]+\), and nothing was sent/);
  });

  it.each([caused(code('EHOSTUNREACH', 'read')), caused(code('ETIMEDOUT', 'write')), lost, new Error('lost'), null])(
    'that may have been sent is asked for, 10 s long: %s',
    async (error) => {
      const { result, ms, attempts } = await act([error], { timeoutMs: 100 });
      expect(result).toMatchObject({ code: 'unknown_result' });
      expect([attempts > 1, ms >= 10_000, ms < 16_000]).toEqual([true, true, true]);
    },
  );

  it('is not asked for if the caller does not want it', async () => {
    expect(await act([lost], { askMs: 0 })).toMatchObject({ result: { code: 'unknown_result' }, attempts: 1, ms: 0 });
  });

  it('that its caller aborts ends with the reason', async () => {
    const reason = new Error('the panel was closed');
    expect(await act([lost], { signal: AbortSignal.abort(reason) })).toMatchObject({ result: reason, attempts: 1 });
  });
});
