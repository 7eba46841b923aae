// What an event stream does on its connection: its head, its heartbeats, its limit of unread bytes and its end.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { streamReply, streamRequestOf } from '../../../../adapters/http/control/event-reply.js';
import {
  eventStream,
  openStream,
  type EventStream,
  type OpenStream,
} from '../../../../adapters/http/server/event-stream.js';
import type { StreamListener } from '../../../../application/api/operation.js';
import type { HttpRequest } from '../../../../adapters/http/server/request.js';
import { parseTarget } from '../../../../adapters/http/server/request-target.js';
import { connectTo, MemoryConnection, serverOf, settle } from '../memory-connection.js';
import { rawRequest } from '../raw-client.js';

/** Longer than a heartbeat takes, and than the end of a stream may take. */
const minuteMs = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Opened<Stream> {
  readonly connection: MemoryConnection;
  readonly stream: Stream;
  readonly closed: () => number;
}

/** Opens a stream whose client reads everything, or nothing. */
const open = async <Stream>(
  reply: (opened: (stream: Stream) => () => void) => ReturnType<typeof openStream>,
  isRead = true,
): Promise<Opened<Stream>> => {
  let closings = 0;
  let opened: Stream | undefined;
  const server = serverOf(() =>
    reply((stream) => {
      opened = stream;
      return () => (closings += 1);
    }),
  );
  const connection = await connectTo(server, rawRequest('GET', '/'), new MemoryConnection('192.0.2.1', isRead));
  if (opened === undefined) throw new Error('the stream was not opened');
  return { connection, stream: opened, closed: () => closings };
};

const openDeviceStream = (isRead = true): Promise<Opened<OpenStream>> => open((opened) => openStream(opened), isRead);
const openConsoleStream = (): Promise<Opened<EventStream>> => open((opened) => eventStream(opened));

const heartbeats = ({ written }: MemoryConnection): number => written.split(': heartbeat\n').length - 1;

const get = { ...parseTarget('/'), method: 'GET', address: '' };

/** What both kinds of streams send. */
type Sender = Pick<StreamListener, 'send'>;

const event = (length: number) => ({ id: '1', event: 'page', data: 'x'.repeat(length) });

describe('an event stream', () => {
  it('sends its head before its first event', async () => {
    const { connection } = await openDeviceStream();
    await settle();
    expect(connection.written).toMatch(/^HTTP\/1\.1 200 OK\r\n.*text\/event-stream.*\r\n\r\n/s);
  });

  it('is closed when its client half-closes the connection', async () => {
    const { connection, closed } = await openDeviceStream();
    connection.push(null);
    await settle();
    expect(closed()).toBe(1);
  });

  it('sends nothing after its end', async () => {
    const { connection, stream, closed } = await openDeviceStream();
    stream.send([event(1)]);
    stream.end();
    stream.send([event(2)]);
    stream.beat();
    await settle();
    expect(connection.written).toContain('data: "x"\n\n');
    expect(connection.written).not.toContain('"xx"');
    expect(connection.written).not.toContain('heartbeat');
    expect(connection.written.endsWith('\r\n0\r\n\r\n')).toBe(true);
    expect(closed()).toBe(1);
  });

  it('that ended keeps the connection of a client that does not read for 5 s only', async () => {
    const { connection, stream, closed } = await openDeviceStream(false);
    stream.end();
    vi.advanceTimersByTime(4_999);
    await settle();
    expect([connection.destroyed, closed()]).toEqual([false, 0]);
    vi.advanceTimersByTime(1);
    await settle();
    expect([connection.destroyed, closed()]).toEqual([true, 1]);
  });
});

describe('a stream that sends its own heartbeats', () => {
  it('sends one every 15 s, and none after its end', async () => {
    const { connection, stream, closed } = await openConsoleStream();
    vi.advanceTimersByTime(14_999);
    await settle();
    expect(heartbeats(connection)).toBe(0);
    vi.advanceTimersByTime(1);
    await settle();
    expect(heartbeats(connection)).toBe(1);
    vi.advanceTimersByTime(15_000);
    await settle();
    expect(heartbeats(connection)).toBe(2);
    stream.end();
    await settle();
    vi.advanceTimersByTime(minuteMs);
    expect([heartbeats(connection), closed(), vi.getTimerCount()]).toEqual([2, 1, 0]);
  });

  it('keeps no timer of a client that has disconnected', async () => {
    const { connection, closed } = await openConsoleStream();
    connection.destroy();
    await settle();
    expect([closed(), vi.getTimerCount()]).toEqual([1, 0]);
  });
});

describe('a client that does not read', () => {
  /** Sends events of this many bytes until the client is disconnected. Returns how many bytes were sent. */
  const sentUntilClosed = async (stream: Sender, closed: () => number, length: number): Promise<number> => {
    let sent = 0;
    while (closed() === 0 && sent < 10_000_000) {
      stream.send([event(length)]);
      sent += length;
      await settle();
    }
    return sent;
  };

  it.each([
    [
      'of the device API',
      262_144,
      (opened: (stream: Sender) => () => void) => streamReply({ plain: '', subscribe: opened }, get),
    ],
    ['of another stream', 1_048_576, (opened: (stream: Sender) => () => void) => openStream(opened)],
  ] as const)('%s is disconnected at the event after %i unread bytes', async (_what, limit, reply) => {
    const { stream, closed } = await open<Sender>(reply, false);
    const length = 16_384;
    const sent = await sentUntilClosed(stream, closed, length);
    // The event that finds too much unread isn't sent, and the others are a little longer than their data.
    expect(sent).toBeGreaterThan(limit);
    expect(sent).toBeLessThanOrEqual(limit + 2 * length);
  });

  it('may leave unread one write of any length', async () => {
    const { stream, closed } = await openDeviceStream(false);
    stream.send([event(3_000_000)]);
    await settle();
    expect(closed()).toBe(0);
    stream.send([event(1)]);
    await settle();
    expect(closed()).toBe(1);
  });
});

describe('a request for a stream', () => {
  const requestOf = (method: string, lastEventId?: string): HttpRequest =>
    ({ method, headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId } }) as unknown as HttpRequest;

  it.each([
    ['GET', '3f8a91c2-42', { lastEventId: '3f8a91c2-42' }],
    ['GET', '', { lastEventId: undefined }],
    ['GET', undefined, { lastEventId: undefined }],
    ['HEAD', '3f8a91c2-42', undefined],
  ])('of %s after the event "%s" asks for %j', (method, lastEventId, expected) => {
    expect(streamRequestOf(requestOf(method, lastEventId))).toEqual(expected);
  });

  it('of HEAD gets the head only, and opens no stream', async () => {
    const subscribe = vi.fn(() => () => undefined);
    const server = serverOf((request) => streamReply({ plain: '', subscribe }, request));
    const connection = await connectTo(server, rawRequest('HEAD', '/'));
    expect(connection.written).toContain('text/event-stream');
    expect(subscribe).not.toHaveBeenCalled();
  });
});
