// What the module does when the service is silent. The timers and the clock of this process are the test's.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { press } from '../../../../adapters/companion/service/press.js';
import { quietEvent, serviceClient } from '../../../../adapters/companion/service/service-client.js';
import type { StudioEvent } from '../../../../adapters/companion/studio/studio.js';

/** How long a stream may be silent, in milliseconds. */
const silenceLimitMs = 40_000;

let sends: (text: string) => void;

/** Answers with a stream that ends when its request is aborted. */
const streaming = (_url: unknown, { signal }: RequestInit): Promise<Response> => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      sends = (text) => {
        controller.enqueue(Buffer.from(text));
      };
      signal?.addEventListener('abort', () => {
        controller.error(signal.reason);
      });
    },
  });
  return Promise.resolve(new Response(body));
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.stubGlobal('fetch', streaming);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const opened = () => {
  const client = serviceClient({ url: new URL('http://service'), token: '' });
  return client.events('', () => undefined, new AbortController().signal)[Symbol.asyncIterator]();
};

it('a stream on which nothing arrives for 40 s fails', async () => {
  const next = opened().next();
  const failed = expect(next).rejects.toThrow('the event stream is silent');
  await vi.advanceTimersByTimeAsync(silenceLimitMs);
  await failed;
});

it('a stream on which only comments arrive goes on, and leaves no timer behind', async () => {
  const events = opened();
  let next = events.next();
  await vi.advanceTimersByTimeAsync(0);
  for (let comment = 0; comment < 5; comment += 1) {
    await vi.advanceTimersByTimeAsync(silenceLimitMs - 1);
    sends(': quiet\n\n');
    expect(await next).toEqual({ done: false, value: quietEvent });
    next = events.next();
  }
  sends('event: signal\ndata: {"signal":{}}\n\n');
  expect(await next).toMatchObject({ value: { name: 'signal' } });
  await events.return?.(undefined);
  expect(vi.getTimerCount()).toBe(0);
});

it('a press without a result is given up 10 s after its connection was lost', async () => {
  const keys: string[] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  let nowMs = 0;
  const failure = await press(
    {
      press: (_path, key) => {
        keys.push(key);
        return Promise.reject(new TypeError('lost'));
      },
    },
    '/api/v2/signals/lamp/on',
    20_000,
    {
      nowMs: () => nowMs,
      pause: (ms) => {
        nowMs += ms;
        return Promise.resolve();
      },
    },
  );
  expect(failure?.code).toBe('unknown_result');
  expect([Math.floor(nowMs / 1_000), new Set(keys).size]).toEqual([10, 1]);
  // No question may act later.
  expect(timeout.mock.calls.slice(0, 3)).toEqual([[25_000], [9_500], [9_000]]);
  timeout.mockRestore();
});

it('a press waits for its result for 5 s longer than the service waits for the device', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  await press({ press: () => Promise.resolve() }, '/api/v2/signals/lamp/on', 2_000);
  expect(timeout.mock.calls).toEqual([[7_000]]);
  timeout.mockRestore();
});

it('a stream that is not answered for 40 s fails too', async () => {
  vi.stubGlobal('fetch', (_url: unknown, { signal }: RequestInit) => {
    const answer = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => {
      answer.reject(signal.reason as Error);
    });
    return answer.promise;
  });
  const failed = expect(opened().next()).rejects.toThrow('the event stream is silent');
  await vi.advanceTimersByTimeAsync(silenceLimitMs);
  await failed;
});

it('a read ends after 10 s, or with the connection', async () => {
  const signals: AbortSignal[] = [];
  vi.stubGlobal('fetch', (_url: unknown, { signal }: RequestInit) => {
    if (signal) signals.push(signal);
    return Promise.resolve(new Response('{}'));
  });
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const connection = new AbortController();
  const client = serviceClient({ url: new URL('http://service'), token: '' });
  await client.read('/api/v2/state', connection.signal);
  await client.read('/api/v2/state', new AbortController().signal);
  expect(timeout.mock.calls).toEqual([[10_000], [10_000]]);
  connection.abort();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  limit.abort();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  timeout.mockRestore();
});

it('an event is received once, and may take several chunks of up to 8 MiB together', async () => {
  const events = opened();
  const first = events.next();
  await vi.advanceTimersByTimeAsync(0);
  const names: string[] = [];
  const receive = async (text: string, next = events.next()): Promise<void> => {
    sends(text);
    names.push(((await next).value as StudioEvent).name);
  };
  await receive('event: signal\ndata: {"signal":{}}\n\n', first);
  await receive(`event: state\ndata: {"text":"${'x'.repeat(4 * 1_048_576)}`);
  await receive(`${'x'.repeat(3 * 1_048_576)}"}\n\n`);
  await receive(': quiet\n\n');
  expect(names).toEqual(['signal', 'quiet', 'state', 'quiet']);
  await events.return?.(undefined);
});
