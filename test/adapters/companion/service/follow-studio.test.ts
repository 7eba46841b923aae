// How the module follows the studio. The service is a client in this process.
import { describe, expect, it } from 'vitest';
import { Refusal, type Heartbeat, type StudioEvent } from '../../../../adapters/client/client.js';
import {
  type ConnectionStatus,
  type FollowedService,
  followStudio,
} from '../../../../adapters/companion/service/follow-studio.js';
import { readStudio } from '../../../../adapters/companion/service/read-studio.js';
import type { KnownStudio } from '../../../../adapters/companion/studio/studio.js';
import { sampleAlarm } from '../sample-studio.js';

const signal = { id: 'sig-1', identifier: 'lamp', name: 'Lamp', value: false, connected: true };

const bodies: Readonly<Record<string, unknown>> = {
  '/api/v2/state': { lastEventId: 'run-1', signals: [signal] },
  '/api/v2/openapi.json': { info: { version: '1' }, paths: {} },
  '/api/v2/alarms': { alarms: [] },
  '/api/v2/health': { status: 'ok' },
};

/** What a stream does: it yields events, then ends, or fails. */
type Stream = readonly (StudioEvent | Heartbeat | Error)[];

const heartbeat: Heartbeat = { type: 'heartbeat' };

const eventOf = (type: string, data: object, id = 'run-2') => ({ id, type, data }) as unknown as StudioEvent;

/** A client that reads paths in this way. Names of reads are made paths as those of the service are. */
const clientReading = (
  readPath: (path: string) => Promise<unknown>,
  connect: FollowedService['connect'],
): FollowedService => {
  const paths: Readonly<Record<string, (values: Readonly<Record<string, string>>) => string>> = {
    'index.get': () => '/api/v2',
    'state.get': () => '/api/v2/state',
    'alarm.list': () => '/api/v2/alarms',
    'system.health': () => '/api/v2/health',
    'bank.clips': ({ key = '' }) => `/api/v2/banks/${encodeURIComponent(key)}/clips`,
    'camera.angles': ({ id = '' }) => `/api/v2/cameras/${encodeURIComponent(id)}/angles`,
  };
  const read = (name: string, values: Readonly<Record<string, string>> = {}) => readPath(paths[name]?.(values) ?? name);
  return { read, readPath, connect } as FollowedService;
};

/** Follows streams one after the other, and stops after the last. */
const follow = async (
  streams: readonly Stream[],
  now?: () => number,
  onStateRead = (): void => undefined,
  version = (): string => '1',
) => {
  const delays: number[] = [];
  const stop = new AbortController();
  const [statuses, studios, resumed, reads]: [ConnectionStatus['kind'][], KnownStudio[], string[], string[]] = [
    [],
    [],
    [],
    [],
  ];
  const read = async (path: string): Promise<unknown> => {
    await Promise.resolve();
    reads.push(path);
    if (path === '/api/v2/state') onStateRead();
    return path === '/api/v2' ? { version: version() } : bodies[path];
  };
  const client = clientReading(read, async function* ({ lastEventId = '', onOpen }) {
    const stream = streams[resumed.length] ?? [];
    resumed.push(lastEventId);
    await Promise.resolve();
    if (!(stream[0] instanceof Error)) onOpen?.();
    for (const step of stream) {
      if (step instanceof Error) throw step;
      yield step;
    }
    if (resumed.length >= streams.length) stop.abort();
  });
  const listener = {
    onStatus: ({ kind }: ConnectionStatus) => statuses.push(kind),
    onRead: (studio: KnownStudio) => studios.push(studio),
    onChange: (studio: KnownStudio) => studios.push(studio),
  };
  await followStudio(client, listener, stop.signal, now, (delayMs) => Promise.resolve(delays.push(delayMs)));
  const countOf = (read: string): number => reads.filter((path) => path === read).length;
  const counts = { stateReads: countOf('/api/v2/state'), documentReads: countOf('/api/v2/openapi.json') };
  return { statuses, last: studios.at(-1), resumed, delays, ...counts };
};

const switched = (id: string, value: boolean) => eventOf('signal', { signal: { ...signal, value } }, id);

const reset = eventOf('reset', { reason: 'missed' }, '');

describe('the event stream', () => {
  it('is opened after the state, and resumed after the last event', async () => {
    const { resumed, last, stateReads } = await follow([[switched('run-2', true)], []]);
    expect(resumed).toEqual(['run-1', 'run-2']);
    expect(last?.state.signals).toMatchObject([{ value: true }]);
    expect(stateReads).toBe(1);
  });

  it('makes the module read the state again after a reset, and where a record is new or renamed', async () => {
    expect((await follow([[reset]])).stateReads).toBe(2);
    const renamed = eventOf('signal', { signal: { ...signal, name: 'Lantern' } });
    expect((await follow([[renamed]])).stateReads).toBe(2);
    const added = eventOf('signal', { signal: { ...signal, id: 'sig-2' } });
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
    const { stateReads, documentReads } = await follow([[heartbeat, heartbeat]], later);
    expect(stateReads).toBeGreaterThan(1);
    expect(documentReads).toBe(1);
    expect((await follow([[heartbeat, heartbeat]], Date.now)).stateReads).toBe(1);
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
    const unnamed = { ...switched('run-3', false), id: '' };
    expect((await follow([[switched('run-2', true), unnamed], []])).resumed).toEqual(['run-1', 'run-2']);
  });

  it('whose events have no record changes nothing', async () => {
    const noRecord = [null, 'text', 7].map((record) => eventOf('signal', { signal: record }));
    const noAlarm = eventOf('alarm', { alarm: null }, 'run-3');
    const { last, stateReads, statuses } = await follow([[...noRecord, noAlarm]]);
    expect([last?.state.signals, last?.alarms, stateReads]).toEqual([[signal], [], 1]);
    expect(statuses).not.toContain('failed');
  });

  it('that fails is connecting again, and a refused token is an authentication failure', async () => {
    const { statuses } = await follow([
      [new Error('lost')],
      [new Refusal(401, 'unauthorized', 'no token sent', null)],
      [],
    ]);
    expect(statuses).toEqual(['connecting', 'failed', 'connecting', 'unauthorized', 'connecting', 'ok']);
  });
});

describe('a connection that fails, and parts of the studio that may not be read', () => {
  const bodies: Readonly<Record<string, unknown>> = {
    '/api/v2/state': {
      lastEventId: 'run-1',
      banks: [{ key: 'a/b', name: 'A', active: true }],
      cameras: [{ id: 'cam 1', name: 'Camera', angle: null, connected: true, tally: null }],
    },
    '/api/v2/openapi.json': { info: { version: '1' }, paths: {} },
    '/api/v2/alarms': { alarms: [{ id: 'a', message: 'lost', clearedAt: null }] },
    '/api/v2/health': { status: 'degraded' },
    '/api/v2/banks/a%2Fb/clips': { clips: [{ number: 1, key: 'opener', name: 'Opener' }] },
    '/api/v2/cameras/cam%201/angles': { angles: [{ id: 'wide', name: 'Wide' }] },
  };

  /** A client whose reads fail with an error at these paths, and at no others. */
  const clientWith = (error: Error, ...paths: readonly string[]): FollowedService =>
    clientReading(
      (path) => (paths.includes(path) ? Promise.reject(error) : Promise.resolve(bodies[path] ?? `no ${path}`)),
      async function* ({ onOpen }) {
        onOpen?.();
        await Promise.resolve();
      },
    );

  const refused = (status: number) => new Refusal(status, 'forbidden', `refused with ${String(status)}`, null);
  const network = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:3002') });

  /** Returns the statuses of the first attempt. */
  const statusesWith = async (client: FollowedService): Promise<readonly ConnectionStatus[]> => {
    const statuses: ConnectionStatus[] = [];
    const stop = new AbortController();
    const listener = {
      onStatus: (status: ConnectionStatus) => statuses.push(status),
      onRead: () => undefined,
      onChange: () => undefined,
    };
    await followStudio(client, listener, stop.signal, undefined, () => {
      stop.abort();
      return Promise.resolve();
    });
    return statuses;
  };

  describe('the status of a connection', () => {
    it.each<readonly [string, Error, ConnectionStatus]>([
      ['a token that is unknown', refused(401), { kind: 'unauthorized', message: 'refused with 401' }],
      ['a token that may not read', refused(403), { kind: 'unauthorized', message: 'refused with 403' }],
      ['another refusal', refused(503), { kind: 'failed', message: 'refused with 503' }],
      ['no connection', network, { kind: 'failed', message: 'connect ECONNREFUSED 127.0.0.1:3002' }],
      ['an error without a cause', new Error('timed out'), { kind: 'failed', message: 'timed out' }],
    ])('names %s', async (_, error, status) => {
      expect(await statusesWith(clientWith(error, '/api/v2/state'))).toEqual([{ kind: 'connecting' }, status]);
    });

    it('is ok until the service closes the stream', async () => {
      expect(await statusesWith(clientWith(network))).toEqual([
        { kind: 'connecting' },
        { kind: 'ok' },
        { kind: 'failed', message: 'the service has closed the event stream' },
      ]);
    });
  });

  describe('a studio that is read', () => {
    const read = (client: FollowedService) => readStudio(client, new AbortController().signal, 5);
    const parts = ['/api/v2/alarms', '/api/v2/banks/a%2Fb/clips', '/api/v2/cameras/cam%201/angles'];

    it('has its lists, alarms and health', async () => {
      const { clips, angles, alarms, degraded, readAtMs } = await read(clientWith(network));
      expect([clips, angles, alarms, degraded, readAtMs]).toEqual([
        ...[{ 'a/b': [{ number: 1, key: 'opener', name: 'Opener' }] }, { 'cam 1': [{ id: 'wide', name: 'Wide' }] }],
        ...[[{ id: 'a', message: 'lost', clearedAt: null }], true, 5],
      ]);
    });

    it.each([403, 404, 409])('lacks the parts that are refused with %i', async (status) => {
      const { clips, angles, alarms } = await read(clientWith(refused(status), ...parts));
      expect([clips, angles, alarms]).toEqual([{ 'a/b': [] }, { 'cam 1': [] }, []]);
    });

    it.each(parts)('is not read if the token is refused or the connection is lost: %s', async (path) => {
      await expect(read(clientWith(refused(401), path))).rejects.toThrow('refused with 401');
      await expect(read(clientWith(network, path))).rejects.toBe(network);
    });
  });
});

describe('a service whose answers have changed', () => {
  /** Follows streams one after the other. Before each event, a service answers as the step states. */
  const follow = async (streams: readonly (readonly (StudioEvent & { readonly answers?: object })[])[]) => {
    const answers: Record<string, unknown> = {
      '/api/v2': { version: '1' },
      '/api/v2/state': { lastEventId: 'run-1' },
      '/api/v2/openapi.json': { info: { version: '1' }, paths: {} },
      '/api/v2/alarms': { alarms: [] },
      '/api/v2/health': { status: 'ok' },
    };
    const [resumed, studios, stop]: [string[], KnownStudio[], AbortController] = [[], [], new AbortController()];
    const read = (path: string): Promise<unknown> => Promise.resolve(answers[path]);
    const client = clientReading(read, async function* ({ lastEventId = '', onOpen }) {
      const stream = streams[resumed.length] ?? [];
      resumed.push(lastEventId);
      await Promise.resolve();
      onOpen?.();
      for (const event of stream) {
        Object.assign(answers, event.answers);
        yield event;
      }
      if (resumed.length === streams.length) stop.abort();
    });
    const note = (studio: KnownStudio): void => void studios.push(studio);
    const listener = { onStatus: () => undefined, onRead: note, onChange: note };
    await followStudio(client, listener, stop.signal, undefined, () => Promise.resolve());
    return { resumed, studios };
  };

  const alarm = (clearedAt: string | null) => eventOf('alarm', { alarm: { ...sampleAlarm, clearedAt } });

  it('the health is that of each alarm, also when the last one is cleared', async () => {
    const { studios } = await follow([
      [
        { ...alarm(null), answers: { '/api/v2/health': { status: 'degraded' } } },
        { ...alarm('2026-01-01T00:00:00.000Z'), answers: { '/api/v2/health': { status: 'ok' } } },
      ],
    ]);
    expect(studios.map(({ degraded, alarms }) => [degraded, alarms.length])).toEqual([
      [false, 0],
      [true, 1],
      [false, 0],
    ]);
  });

  it('the events are resumed after the state that was read last', async () => {
    const { resumed } = await follow([
      [{ ...reset, answers: { '/api/v2/state': { lastEventId: 'run-9' } } }],
      [alarm(null)],
      [],
    ]);
    expect(resumed).toEqual(['run-1', 'run-9', 'run-2']);
  });
});
