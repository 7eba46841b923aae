// What an operator sees of a connection that fails, and of parts of the studio that may not be read.
import { describe, expect, it } from 'vitest';
import { followStudio, type ConnectionStatus } from '../../adapters/companion/service/follow-studio.js';
import { readStudio } from '../../adapters/companion/service/read-studio.js';
import { Refusal, type ServiceClient } from '../../adapters/companion/service/service-client.js';

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
const clientWith = (error: Error, ...paths: readonly string[]): ServiceClient => ({
  read: (path) => (paths.includes(path) ? Promise.reject(error) : Promise.resolve(bodies[path] ?? `no ${path}`)),
  press: () => Promise.resolve(),
  events: async function* (_lastEventId, onOpen) {
    onOpen();
    await Promise.resolve();
  },
});

const refused = (status: number) => new Refusal(status, 'code', `refused with ${String(status)}`);
const network = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:3002') });

/** Returns the statuses of the first attempt. */
const statusesWith = async (client: ServiceClient): Promise<readonly ConnectionStatus[]> => {
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
  const read = (client: ServiceClient) => readStudio(client, new AbortController().signal, 5);
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
