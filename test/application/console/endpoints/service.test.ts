// The streams to services: the ids of their events, and what is left of one that ends or is silent.
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { until } from '../../../adapters/cloud/link.js';
import { basic, testConsole, type ConsoleUnderTest, listeningUrl } from '../console.js';

let app: ConsoleUnderTest;
let url: string;

beforeEach(async () => {
  app = await testConsole();
  url = await listeningUrl(app);
});
afterEach(() => app.server.close(0));

const follow = async (sends = '') => {
  const stop = new AbortController();
  const headers = { authorization: basic('studio-1', app.key), 'x-service-sends': sends };
  const { body } = await fetch(`${url}/sync/events`, { headers, signal: stop.signal });
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void events.push(event) });
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
  };
  void read().catch(() => undefined);
  await until(() => events.length > 0);
  const close = (): void => {
    stop.abort();
  };
  return { events, close };
};
const silent = () => app.log.lines.filter((line) => line.includes('sends no heartbeats'));
const isConnected = () => app.ports.connections.isConnected('studio-1');

it('configurations have their versions as ids', async () => {
  const { events } = await follow();
  await app.operate('POST', '/api/studios/studio-1/devices', { name: 'Panel', access: 'read_only' });
  await until(() => events.length > 1);
  const sent = events.map(({ event, id, data }) => [event, id, (JSON.parse(data) as { version: number }).version]);
  const { version = NaN } = (await app.ports.store.studio('studio-1'))?.configuration ?? {};
  expect(sent).toEqual([version - 1, version].map((one) => ['configuration', String(one), one]));
});

describe('@STATUS-8: a stream to a service that sends heartbeats', () => {
  it('is not missed once it has ended', async () => {
    const { close } = await follow('heartbeats');
    close();
    await until(() => !isConnected());
    await app.clock.advance(600_000);
    expect(silent()).toEqual([]);
  });

  it('no longer counts as a connection once its heartbeats are missing, although it is still open', async () => {
    await follow('heartbeats');
    const changes = vi.fn();
    app.ports.connections.onConnectionChange(changes);
    let wasConnected: boolean | undefined;
    const warn = app.log.warn.bind(app.log);
    vi.spyOn(app.log, 'warn').mockImplementation((...args) => {
      warn(...args);
      queueMicrotask(() => (wasConnected = isConnected()));
    });
    await app.clock.advance(45_000);
    expect([silent().length, wasConnected]).toEqual([1, false]);
    await until(() => changes.mock.calls.length > 0);
    expect(changes.mock.calls).toEqual([['studio-1', false]]);
  });
});

it.each(['calls', 'state'])(
  '@ACTIVITY-6 @LIVE-1: a stream that has ended no longer counts as one that sends %s',
  async (topic) => {
    const { close } = await follow('calls,state');
    close();
    await until(() => !isConnected());
    const watching = new AbortController();
    const headers = { authorization: basic('admin', 'correct horse') };
    const { body } = await fetch(`${url}/api/studios/studio-1/${topic}`, { headers, signal: watching.signal });
    await follow();
    const first = (await body?.getReader().read())?.value as Uint8Array<ArrayBuffer> | undefined;
    expect(new TextDecoder().decode(first)).toContain('event: service\ndata: {"sends":false}');
    watching.abort();
  },
);

describe('the configuration of a service', () => {
  it('has its version as tag, and is not sent again to a service that has it', async () => {
    const { call, operate, key } = await testConsole();
    const read = (tag?: string) =>
      call('GET', '/sync/configuration', {
        headers: { authorization: basic('studio-1', key), ...(tag !== undefined && { 'if-none-match': tag }) },
      });
    const first = await read();
    const tag = String(first.headers.etag);
    const { version } = first.body as { readonly version: number };
    expect([first.status, tag]).toEqual([200, `"${String(version)}"`]);
    expect(await read(tag)).toMatchObject({ status: 304, headers: { etag: tag }, text: '' });
    await operate('POST', '/api/studios/studio-1/devices', { name: 'Panel', access: 'read_only' });
    expect((await read(tag)).status).toBe(200);
  });
});
