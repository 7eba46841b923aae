// How the module follows the studio, and how a press asks for its result. The service is a client in this process.
import { describe, expect, it } from 'vitest';
import { followStudio, type ConnectionStatus } from '../../adapters/companion/service/follow-studio.js';
import { press } from '../../adapters/companion/service/press.js';
import { quietEvent, Refusal, type ServiceClient } from '../../adapters/companion/service/service-client.js';
import type { Studio, StudioEvent } from '../../adapters/companion/studio/studio.js';

const signal = { id: 'sig-1', identifier: 'lamp', name: 'Lamp', value: false, connected: true };

const bodies: Readonly<Record<string, unknown>> = {
  '/api/v2/state': { lastEventId: 'run-1', signals: [signal] },
  '/api/v2/openapi.json': { info: { version: '1' }, paths: {} },
  '/api/v2/alarms': { alarms: [] },
  '/api/v2/health': { status: 'ok' },
};

/** What a stream does: it yields events, then ends, or fails. */
type Stream = readonly (StudioEvent | Error)[];

/** Follows streams one after the other, and stops after the last. */
const follow = async (
  streams: readonly Stream[],
  now?: () => number,
  onStateRead = (): void => undefined,
  version = (): string => '1',
) => {
  const delays: number[] = [];
  const stop = new AbortController();
  const [statuses, studios, resumed, reads]: [ConnectionStatus['kind'][], Studio[], string[], string[]] = [
    [],
    [],
    [],
    [],
  ];
  const client: ServiceClient = {
    read: async (path) => {
      await Promise.resolve();
      reads.push(path);
      if (path === '/api/v2/state') onStateRead();
      return path === '/api/v2' ? { version: version() } : bodies[path];
    },
    press: () => Promise.resolve(),
    events: async function* (lastEventId, onOpen) {
      const stream = streams[resumed.length] ?? [];
      resumed.push(lastEventId);
      await Promise.resolve();
      if (!(stream[0] instanceof Error)) onOpen();
      for (const step of stream) {
        if (step instanceof Error) throw step;
        yield step;
      }
      if (resumed.length >= streams.length) stop.abort();
    },
  };
  const listener = {
    onStatus: ({ kind }: ConnectionStatus) => statuses.push(kind),
    onRead: (studio: Studio) => studios.push(studio),
    onChange: (studio: Studio) => studios.push(studio),
  };
  await followStudio(client, listener, stop.signal, now, (delayMs) => Promise.resolve(delays.push(delayMs)));
  const countOf = (read: string): number => reads.filter((path) => path === read).length;
  const counts = { stateReads: countOf('/api/v2/state'), documentReads: countOf('/api/v2/openapi.json') };
  return { statuses, last: studios.at(-1), resumed, delays, ...counts };
};

const switched = (id: string, value: boolean): StudioEvent => ({
  id,
  name: 'signal',
  data: { signal: { ...signal, value } },
});

const reset: StudioEvent = { id: undefined, name: 'reset', data: { reason: 'missed' } };

describe('the event stream', () => {
  it('is opened after the state, and resumed after the last event', async () => {
    const { resumed, last, stateReads } = await follow([[switched('run-2', true)], []]);
    expect(resumed).toEqual(['run-1', 'run-2']);
    expect(last?.state.signals).toMatchObject([{ value: true }]);
    expect(stateReads).toBe(1);
  });

  it('makes the module read the state again after a reset, and where a record is new or renamed', async () => {
    expect((await follow([[reset]])).stateReads).toBe(2);
    const renamed = { id: 'run-2', name: 'signal', data: { signal: { ...signal, name: 'Lantern' } } };
    expect((await follow([[renamed]])).stateReads).toBe(2);
    const added = { id: 'run-2', name: 'signal', data: { signal: { ...signal, id: 'sig-2' } } };
    expect((await follow([[added]])).stateReads).toBe(2);
  });

  it('whose reset was followed by a failed read is opened again after the state', async () => {
    let attempts = 0;
    const failsOnce = (): void => {
      attempts += 1;
      if (attempts === 2) throw new Error('lost');
    };
    const { resumed, stateReads } = await follow([[reset], []], undefined, failsOnce);
    expect([resumed.length, stateReads]).toEqual([2, 3]);
  });

  it('makes the module read the lists again every five minutes, which no event reports', async () => {
    let nowMs = Date.now();
    const later = (): number => (nowMs += 200_000);
    const { stateReads, documentReads } = await follow([[quietEvent, quietEvent]], later);
    expect(stateReads).toBeGreaterThan(1);
    expect(documentReads).toBe(1);
    expect((await follow([[quietEvent, quietEvent]], Date.now)).stateReads).toBe(1);
  });

  it('whose reset was sent by the same version of the service leaves the document as it is', async () => {
    expect(await follow([[reset]])).toMatchObject({ stateReads: 2, documentReads: 1 });
    const other = await follow([[reset]], undefined, undefined, () => '2');
    expect(other).toMatchObject({ stateReads: 2, documentReads: 2 });
  });

  it('that ends soon after it was admitted is opened again later and later', async () => {
    const { delays } = await follow([[], [], [], [], []], () => 0);
    expect(delays).toEqual([...delays].sort((one, other) => one - other));
    expect(delays.at(-1)).toBeGreaterThanOrEqual(1_500);
  });

  it('that has lasted is opened again soon', async () => {
    let nowMs = 0;
    const { delays } = await follow([[], [], [], [], []], () => (nowMs += 15_000));
    expect(delays.filter((delayMs) => delayMs > 250)).toEqual([]);
  });

  it('that has lasted, and can then not be opened, is tried again later and later', async () => {
    let nowMs = 0;
    const unreachable: Stream = [new Error('lost')];
    const { delays } = await follow([[], ...Array<Stream>(5).fill(unreachable), []], () => (nowMs += 15_000));
    expect(delays[0]).toBeLessThanOrEqual(250);
    expect(delays.slice(1, 6)).toEqual(delays.slice(1, 6).toSorted((one, other) => one - other));
    expect(delays[5]).toBeGreaterThanOrEqual(3_000);
  });

  it('with an event that has no id is resumed after the last event that has one', async () => {
    const unnamed = { ...switched('run-3', false), id: undefined };
    expect((await follow([[switched('run-2', true), unnamed], []])).resumed).toEqual(['run-1', 'run-2']);
  });

  it('whose events have no record changes nothing', async () => {
    const noRecord = [null, 'text', 7].map((record) => ({ id: 'run-2', name: 'signal', data: { signal: record } }));
    const noAlarm = { id: 'run-3', name: 'alarm', data: { alarm: null } };
    const { last, stateReads, statuses } = await follow([[...noRecord, noAlarm]]);
    expect([last?.state.signals, last?.alarms, stateReads]).toEqual([[signal], [], 1]);
    expect(statuses).not.toContain('failed');
  });

  it('that fails is connecting again, and a refused token is an authentication failure', async () => {
    const { statuses } = await follow([[new Error('lost')], [new Refusal(401, 'unauthorized', 'no token sent')], []]);
    expect(statuses).toEqual(['connecting', 'failed', 'connecting', 'unauthorized', 'connecting', 'ok']);
  });
});

const lost = new TypeError('fetch failed', { cause: Object.assign(new Error('gone'), { code: 'ECONNRESET' }) });

const refusedConnection = new TypeError('fetch failed', {
  cause: Object.assign(new Error('none'), { code: 'ECONNREFUSED' }),
});

/** Presses once. Each request ends as the next answer states; undefined is an acknowledgement. */
const pressOnce = async (answers: readonly (Error | undefined)[]) => {
  const keys: string[] = [];
  const client: Pick<ServiceClient, 'press'> = {
    press: (_path: string, key: string) => {
      keys.push(key);
      const answer = answers[keys.length - 1];
      return answer === undefined ? Promise.resolve() : Promise.reject(answer);
    },
  };
  const failure = await press(client, '/api/v2/signals/lamp/on', 100);
  return { ...failure, keys };
};

describe('a press', () => {
  it('has a key of its own', async () => {
    const [first, second] = [await pressOnce([undefined]), await pressOnce([undefined])];
    expect(first.keys).toHaveLength(1);
    expect(first.keys).not.toEqual(second.keys);
  });

  it('whose connection breaks asks for its result with the same key', async () => {
    const { code, keys } = await pressOnce([lost, refusedConnection, undefined]);
    expect(code).toBeUndefined();
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])(
    'that reached no service is not sent again: %s',
    async (code) => {
      const error = new TypeError('fetch failed', { cause: Object.assign(new Error('none'), { code }) });
      expect(await pressOnce([error])).toMatchObject({
        code: 'not_connected',
        message: `the service can't be reached (${code}), and nothing was sent`,
        keys: { length: 1 },
      });
    },
  );

  it('that is refused is not sent again, also if the service is stopping', async () => {
    const stopping = new Refusal(503, 'unavailable', 'the service is stopping');
    expect(await pressOnce([stopping])).toMatchObject({ code: 'unavailable', keys: { length: 1 } });
    const late = new Refusal(424, 'ack_timeout', 'not confirmed in time');
    expect(await pressOnce([late])).toMatchObject({ code: 'ack_timeout', keys: { length: 1 } });
  });

  it('whose question a stopping service refuses asks its successor', async () => {
    const stopping = new Refusal(503, 'unavailable', 'the service is stopping');
    expect((await pressOnce([lost, stopping, undefined])).code).toBeUndefined();
  });
});
