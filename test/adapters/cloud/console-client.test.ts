// What the service's client reads from the console, however the network divides it.
import { describe, expect, it } from 'vitest';
import {
  type ConsoleAccess,
  type ConsoleClient,
  type ConsoleEvent,
  consoleClient,
} from '../../../adapters/cloud/console-client.js';
import { failoverClient } from '../../../adapters/cloud/failover-client.js';

const signal = new AbortController().signal;

/** A client whose console answers with a text that arrives octet by octet. */
const clientOf = (text: string, type: string) =>
  consoleClient({
    url: 'http://127.0.0.1',
    studioId: 'studio-1',
    studioKey: () => 'key',
    fetch: () => {
      const octets = [...Buffer.from(text, 'utf8')].map((octet) => Uint8Array.of(octet));
      return Promise.resolve(new Response(ReadableStream.from(octets), { headers: { 'content-type': type } }));
    },
  });

const configuration = JSON.stringify({ name: 'Küche – Göteborg 📺' });

describe('letters that are divided between packets', () => {
  it('are read whole in a configuration', async () => {
    expect(await clientOf(configuration, 'application/json').fetchConfiguration(1, signal)).toBe(configuration);
  });

  it('are read whole in an event', async () => {
    const events: ConsoleEvent[] = [];
    const { follow } = clientOf(`event: configuration\ndata: ${configuration}\n\n`, 'text/event-stream');
    await follow(
      (event) => events.push(event),
      () => undefined,
      signal,
    );
    expect(events).toMatchObject([{ event: 'configuration', data: configuration }]);
  });
});

describe('the requests of a service to its console', () => {
  const signal = new AbortController().signal;
  const nothing = (): void => undefined;
  const noCalls = { calls: [], notShown: 0 };
  const healthy = { health: 'ok', alarms: [], furtherAlarms: 0, studioFileIssues: [] } as const;
  const quiet = { status: null, holder: null, unreadable: [], entries: [], notShown: 0 };

  /** Every request, by the path that it calls. */
  const requests: Readonly<Record<string, (client: ConsoleClient) => Promise<unknown>>> = {
    'sync/events': ({ follow }) => follow(nothing, nothing, signal),
    'sync/configuration': ({ fetchConfiguration }) => fetchConfiguration(7, signal),
    'sync/applied': ({ reportApplied }) => reportApplied({ version: 7 }, signal),
    'sync/status': ({ reportStatus }) => reportStatus(healthy, signal),
    'sync/reports': ({ reportCalls }) => reportCalls({ lastCalls: [], refusals: null }, signal),
    'sync/calls': ({ sendCalls }) => sendCalls(noCalls, signal),
    'sync/state': ({ sendState }) => sendState(quiet, signal),
    'sync/heartbeat': ({ sendHeartbeat }) => sendHeartbeat('stream-1', signal),
    'sync/answers': ({ sendAnswer }) => sendAnswer('{}', signal),
  };

  interface Sent {
    readonly url: string;
    readonly headers: Record<string, string>;
    readonly redirect: RequestInit['redirect'];
    /** Whether the answer was read or dropped, so that its connection is free again. */
    readonly isDone: () => boolean;
  }

  /** A client whose requests are answered with a status and a type. */
  const bench = (changes: Partial<ConsoleAccess> = {}, status = 200, type = 'text/event-stream') => {
    const sent: Sent[] = [];
    const client = consoleClient({
      url: 'https://console.example/prefix',
      studioId: 'studio-1',
      studioKey: () => 'key',
      fetch: (url, { headers, redirect }) => {
        const state = { isDone: false };
        const body = new ReadableStream(
          {
            pull: (controller) => {
              controller.close();
              state.isDone = true;
            },
            cancel: () => {
              state.isDone = true;
            },
          },
          { highWaterMark: 0 },
        );
        sent.push({ url: url.href, headers: headers as Record<string, string>, redirect, isDone: () => state.isDone });
        return Promise.resolve(new Response(body, { status, headers: { 'content-type': type } }));
      },
      ...changes,
    });
    return { client, sent };
  };

  const credentials = ({ headers }: Sent): string =>
    Buffer.from((headers['authorization'] ?? '').replace('Basic ', ''), 'base64').toString('utf8');

  describe.each(Object.entries(requests))('a request to %s', (path, send) => {
    it.each(['https://console.example/prefix', 'https://user:secret@console.example/prefix/'])(
      'goes there below %s, without other credentials, and follows no redirect',
      async (url) => {
        const { client, sent } = bench({ url });
        await send(client);
        expect(sent[0]).toMatchObject({ url: `https://console.example/prefix/${path}`, redirect: 'error' });
      },
    );

    it('carries the key of the moment, also one that is no ASCII', async () => {
      let key = 'first';
      const { client, sent } = bench({ studioKey: () => key });
      await send(client);
      key = 'zweiter Schlüssel – 2';
      await send(client);
      expect(sent.map(credentials)).toEqual(['studio-1:first', 'studio-1:zweiter Schlüssel – 2']);
    });

    it.each([200, 404, 503])('leaves nothing of an answer with %i unread', async (status) => {
      const { client, sent } = bench({}, status);
      await send(client).catch(nothing);
      expect(sent[0]?.isDone()).toBe(true);
    });

    it('fails with each status but a success, and 404 where the console may be older', async () => {
      const mayBeUnknown = ['sync/status', 'sync/heartbeat', 'sync/answers'].includes(path);
      for (const status of [300, 400, 401, 404, 405, 429, 500, 503]) {
        const answer = send(bench({}, status).client);
        if (mayBeUnknown && status === 404) await expect(answer).resolves.toBeUndefined();
        else if (status === 401) await expect(answer).rejects.toThrow('the console does not know the studio key');
        else await expect(answer).rejects.toThrow(`status ${String(status)}`);
      }
    });

    it('goes to the console in turn, when there are several', async () => {
      const consoles = ['one', 'two'].map((name) => bench({ url: `https://${name}.example` }));
      const client = failoverClient(consoles.map((one) => one.client));
      for (const turn of [0, 1, 2, 3]) {
        const { sent } = consoles[turn % 2] ?? bench();
        const before = sent.length;
        await send(client);
        expect(sent.length).toBe(before + 1);
        if (path !== 'sync/events') await client.follow(nothing, nothing, signal);
      }
    });
  });

  it.each(['text/event-stream', 'text/event-stream; charset=utf-8'])(
    'a stream of the type %s is followed',
    async (type) => {
      let activities = 0;
      await bench({}, 200, type).client.follow(nothing, () => (activities += 1), signal);
      expect(activities).toBe(1);
    },
  );

  it.each(['text/html', 'application/json'])('what has the type %s is no stream', async (type) => {
    await expect(bench({}, 200, type).client.follow(nothing, nothing, signal)).rejects.toThrow('no event stream');
  });

  /** A body of so many octets, in parts of a mebibyte. */
  const longBody = (mebibytes: number, start: string): ReadableStream => {
    const part = new Uint8Array(1_048_576).fill(0x20);
    return ReadableStream.from([Buffer.from(start), ...Array<Uint8Array>(mebibytes).fill(part)]);
  };

  describe('an answer of more than 32 MiB', () => {
    const clientWith = (mebibytes: number, start = '') =>
      consoleClient({
        url: 'https://console.example',
        studioId: 'studio-1',
        studioKey: () => 'key',
        fetch: () =>
          Promise.resolve(
            new Response(longBody(mebibytes, start), { headers: { 'content-type': 'text/event-stream' } }),
          ),
      });

    it('is refused as a configuration, and one of just that size is read', async () => {
      expect(await clientWith(32).fetchConfiguration(1, signal)).toHaveLength(32 * 1_048_576);
      await expect(clientWith(33).fetchConfiguration(1, signal)).rejects.toThrow('more than 33554432 characters');
    });

    it('ends a stream that sends it without an end of line', async () => {
      await expect(clientWith(34, 'data: ').follow(nothing, nothing, signal)).rejects.toThrow();
    });
  });
});
