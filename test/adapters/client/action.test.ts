// What an action does when its connection breaks: it asks for its result with the same key, and gives up after a while.
import { describe, expect, it, vi } from 'vitest';
import { actOnce, newKey, type ActionLimits } from '../../../adapters/client/action.js';
import { Refusal } from '../../../adapters/client/errors.js';

const networkError = (code: string): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('none'), { code }) });

const lost = networkError('ECONNRESET');
const refused = networkError('ECONNREFUSED');
const stopping = new Refusal(503, 'unavailable', 'the service is stopping', null);

/** Acts once. Each attempt ends as the next answer states; undefined is an acknowledgement. */
const act = async (answers: readonly (Error | undefined)[], limits: Partial<ActionLimits> = {}) => {
  let [attempts, nowMs] = [0, 0];
  const time = { nowMs: () => nowMs, pause: (ms: number) => Promise.resolve(void (nowMs += ms)) };
  const attempt = (): Promise<string> => {
    const answer = answers[Math.min(attempts, answers.length - 1)];
    attempts += 1;
    return answer === undefined ? Promise.resolve('done') : Promise.reject(answer);
  };
  const result = await actOnce(attempt, { timeoutMs: 20_000, askMs: 10_000, ...limits }, time).catch(
    (error: unknown) => error,
  );
  return { result, attempts, nowMs };
};

describe('an action', () => {
  it('has a key of its own', () => {
    expect(newKey()).toMatch(/^[0-9a-f]{32}$/);
    expect(newKey()).not.toBe(newKey());
  });

  it.each([
    ['that is acknowledged is sent once', [undefined], 'done', 1],
    ['whose connection breaks asks for its result', [lost, refused, undefined], 'done', 3],
    ['whose question a stopping service refuses asks its successor', [lost, stopping, undefined], 'done', 3],
  ] as const)('%s', async (_, answers, result, attempts) => {
    expect(await act(answers)).toMatchObject({ result, attempts });
  });

  it.each([
    ['that is refused is not sent again', new Refusal(424, 'ack_timeout', 'not confirmed in time', 'action-1')],
    ['that a stopping service refuses is not sent again', stopping],
  ])('%s', async (_, refusal) => {
    expect(await act([refusal])).toMatchObject({ result: refusal, attempts: 1 });
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])(
    'that reached no service is not sent again: %s',
    async (code) => {
      expect(await act([networkError(code)])).toMatchObject({
        result: { code: 'not_connected', message: `the service can't be reached (${code}), and nothing was sent` },
        attempts: 1,
      });
    },
  );

  it('without a result is given up 10 s after its connection was lost, and no question may act later', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const { result, nowMs } = await act([lost]);
    expect(result).toMatchObject({ code: 'unknown_result' });
    expect(Math.floor(nowMs / 1_000)).toBe(10);
    expect(timeout.mock.calls.slice(0, 3)).toEqual([[25_000], [9_500], [9_000]]);
    timeout.mockRestore();
    expect(await act([lost], { askMs: 0 })).toMatchObject({ result: { code: 'unknown_result' }, attempts: 1 });
  });

  it('that its caller aborts ends with the reason', async () => {
    const reason = new Error('the panel was closed');
    expect(await act([lost], { signal: AbortSignal.abort(reason) })).toMatchObject({ result: reason, attempts: 1 });
  });
});
