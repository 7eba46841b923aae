// What the event stream does when the service is silent, goes away or refuses it. The timers of this process are the test's.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { studioClient, type ConnectionOptions, type StreamState } from '../../../adapters/client/client.js';

const heartbeat = { type: 'heartbeat' };
const silenceMs = 15_000;

const streaming = (body: string | ReadableStream<Uint8Array>): Response =>
  new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });

type Answer = (init: RequestInit) => Promise<Response>;

/** A stream that ends when its request is aborted, and what sends text on it, and ends it. */
const openStream = () => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (started) => {
      controller = started;
    },
  });
  const answer: Answer = ({ signal }) => {
    signal?.addEventListener('abort', () => controller?.error(signal.reason));
    return Promise.resolve(streaming(body));
  };
  return {
    answer,
    sends: (text: string): void => controller?.enqueue(Buffer.from(text)),
    ends: (): void => controller?.close(),
  };
};

/** Answers each request in its turn, the last answer again and again. Returns the headers and paths of the requests. */
const answering = (...answers: readonly Answer[]) => {
  const requests: { readonly path: string; readonly lastEventId: string | null }[] = [];
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push({ path: url.pathname + url.search, lastEventId: new Headers(init.headers).get('last-event-id') });
    return answer?.(init);
  });
  return requests;
};

const client = studioClient({ url: 'http://service' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const event = (id: string): string => `id: ${id}\nevent: signal\ndata: {"signal":{"id":"${id}"}}\n\n`;

describe('one connection', () => {
  const connected = (options: Partial<ConnectionOptions> = {}) => client.connect({ records: false, ...options });

  it('on which nothing arrives for three heartbeats is lost, also while it isn’t answered', async () => {
    for (const answer of [
      openStream().answer,
      ({ signal }: RequestInit) =>
        new Promise<Response>((_, reject) => {
          signal?.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        }),
    ]) {
      answering(answer);
      const lost = expect(connected().next()).rejects.toThrow('the event stream is silent');
      await vi.advanceTimersByTimeAsync(silenceMs);
      await lost;
    }
  });

  it('on which only signs of life arrive goes on, and leaves no timer behind', async () => {
    const stream = openStream();
    answering(stream.answer);
    const events = connected();
    let next = events.next();
    await vi.advanceTimersByTimeAsync(0);
    for (let comment = 0; comment < 5; comment += 1) {
      await vi.advanceTimersByTimeAsync(silenceMs - 1);
      stream.sends(': heartbeat\n\n');
      expect(await next).toEqual({ done: false, value: heartbeat });
      next = events.next();
    }
    stream.sends(event('run-1'));
    expect(await next).toMatchObject({ value: { type: 'signal', id: 'run-1' } });
    await events.return();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('has events that take several chunks, of up to 8 MiB together, and none twice', async () => {
    const stream = openStream();
    answering(stream.answer);
    const events = connected();
    const types: (string | undefined)[] = [];
    let next = events.next();
    await vi.advanceTimersByTimeAsync(0);
    for (const text of [
      'event: signal\ndata: {"signal":{}}\n\n',
      `event: state\ndata: {"text":"${'x'.repeat(4 * 1_048_576)}`,
      `${'x'.repeat(3 * 1_048_576)}"}\n\n`,
      ': heartbeat\n\n',
    ]) {
      stream.sends(text);
      types.push((await next).value?.type);
      next = events.next();
    }
    expect(types).toEqual(['signal', 'heartbeat', 'state', 'heartbeat']);
  });

  it('is asked for with what the caller has chosen', async () => {
    const requests = answering(() => Promise.resolve(streaming('')));
    const chosen = { types: ['signal', 'clip.ending'] as const, lastEventId: 'run-7', heartbeatMs: 200, records: true };
    for await (const one of connected(chosen)) expect(one).toBeUndefined();
    for await (const one of connected()) expect(one).toBeUndefined();
    expect(requests).toEqual([
      {
        path: '/api/v2/events?heartbeat=200&types=signal%2Cclip.ending&records=state',
        lastEventId: 'run-7',
      },
      { path: '/api/v2/events?heartbeat=5000', lastEventId: null },
    ]);
  });
});

describe('a stream over several connections', () => {
  const lost: Answer = () => Promise.reject(new TypeError('fetch failed'));
  const refused =
    (status: number, code: string): Answer =>
    () =>
      Promise.resolve(new Response(`{"ok":false,"error":"${code}","message":"refused"}`, { status }));
  const passing =
    (text: string): Answer =>
    () =>
      Promise.resolve(streaming(text));

  it('goes on after the last event, over lost connections and a service that stops', async () => {
    const last = openStream();
    const requests = answering(
      passing(event('run-1') + event('run-2')),
      lost,
      refused(503, 'unavailable'),
      last.answer,
    );
    const states: StreamState[] = [];
    const events = client.events({ onState: (state) => states.push(state) });
    const ids: (string | undefined)[] = [];
    for (let at = 0; at < 2; at += 1) ids.push((await events.next()).value?.id);
    const next = events.next();
    await vi.advanceTimersByTimeAsync(2_000);
    last.sends(event('run-3'));
    ids.push((await next).value?.id);
    expect(ids).toEqual(['run-1', 'run-2', 'run-3']);
    expect(requests.map(({ lastEventId }) => lastEventId)).toEqual([null, 'run-2', 'run-2', 'run-2']);
    expect(states).toEqual([
      ...['connecting', 'connected', 'lost', 'connecting', 'lost', 'connecting', 'lost', 'connecting', 'connected'],
    ]);
  });

  it('waits longer after each failed attempt, up to 10 s', async () => {
    const requests = answering(lost);
    const stop = new AbortController();
    const ended = client.events({ signal: stop.signal }).next();
    const counts: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      await vi.advanceTimersByTimeAsync(10_000);
      counts.push(requests.length);
    }
    expect(counts[0]).toBeLessThan(8);
    expect((counts[5] ?? 0) - (counts[4] ?? 0)).toBeLessThan(3);
    stop.abort();
    expect(await ended).toEqual({ done: true, value: undefined });
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [403, 'read_only'],
    [400, 'invalid_parameter'],
  ])('that is refused ends with the refusal: %i %s', async (status, code) => {
    answering(refused(status, code));
    await expect(client.events().next()).rejects.toMatchObject({ status, code });
  });

  it.each([
    [409, 'conflict'],
    [403, 'feature_disabled'],
    [404, 'unexpected_response'],
  ])('goes on after a refusal that may pass: %i %s', async (status, code) => {
    const requests = answering(refused(status, code), passing(event('run-1')));
    const reasons: unknown[] = [];
    const next = client.events({ onState: (state, reason) => state === 'lost' && reasons.push(reason) }).next();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await next).toMatchObject({ value: { id: 'run-1' } });
    expect(requests).toHaveLength(2);
    expect(reasons).toMatchObject([{ status }]);
  });

  it('that another program answers, or that ends at once, is asked for later and later', async () => {
    for (const answer of [() => Promise.resolve(new Response('<html>')), passing(': heartbeat\n\n')]) {
      const requests = answering(answer);
      const stop = new AbortController();
      const ended = client.events({ signal: stop.signal }).next();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(requests.length).toBeLessThan(15);
      stop.abort();
      await ended;
    }
  });

  it('loses no connection while its reader works, and sends nothing after its end', async () => {
    const stream = openStream();
    const requests = answering(stream.answer);
    const stop = new AbortController();
    const events = client.events({ signal: stop.signal });
    const first = events.next();
    await vi.advanceTimersByTimeAsync(0);
    stream.sends(event('run-1') + event('run-2'));
    expect(await first).toMatchObject({ value: { id: 'run-1' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await events.next()).toMatchObject({ value: { id: 'run-2' } });
    stream.sends(event('run-3') + event('run-4'));
    expect(await events.next()).toMatchObject({ value: { id: 'run-3' } });
    stop.abort();
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect([requests.length, vi.getTimerCount()]).toEqual([1, 0]);
  });
});
