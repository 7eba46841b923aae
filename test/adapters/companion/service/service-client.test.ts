// What the module makes of responses that aren't the service's: another program may listen at the address.
import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { press } from '../../../../adapters/companion/service/press.js';
import { Refusal, type ServiceClient, serviceClient } from '../../../../adapters/companion/service/service-client.js';
import type { StudioEvent } from '../../../../adapters/companion/studio/studio.js';
import { listenOnLoopback } from '../../../support/loopback.js';

describe('responses of other programs', () => {
  let server: Server | undefined;

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** Starts a program that answers every request the same way. Returns a client for it, and the count of its requests. */
  const answering = async (status: number, answer: (response: ServerResponse) => void) => {
    let requests = 0;
    server = createServer((_request, response) => {
      requests += 1;
      response.statusCode = status;
      answer(response);
    });
    const port = await listenOnLoopback(server);
    const client = serviceClient({ url: new URL(`http://127.0.0.1:${String(port)}`), token: '' });
    return { client, requests: () => requests };
  };

  const sending = (text: string) => (response: ServerResponse) => {
    response.end(text);
  };

  const endless = (response: ServerResponse): void => {
    const more = (): void => {
      while (response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  };

  const path = '/api/v2/signals/lamp/on';
  const signal = AbortSignal.timeout(30_000);

  describe('a refusal', () => {
    it.each(['null', '7', '"text"', '[]', '{"error":1,"message":{}}', 'no JSON', ''])(
      'with the body %j is final, and has a message',
      async (body) => {
        const { client, requests } = await answering(400, sending(body));
        expect(await press(client, path, 100)).toEqual({
          code: 'unexpected_response',
          message: 'expected a response of Studio Control, got the status 400',
        });
        expect(requests()).toBe(1);
      },
    );

    it('with a body of any size is final', async () => {
      const { client, requests } = await answering(500, endless);
      expect(await press(client, path, 100)).toMatchObject({ code: 'unexpected_response' });
      expect(requests()).toBe(1);
    });

    it('has a message of up to 500 characters, and a code of up to 64', async () => {
      const refusal = { error: 'c'.repeat(9_000), message: 'm'.repeat(9_000) };
      const { client } = await answering(409, sending(JSON.stringify(refusal)));
      expect(await press(client, path, 100)).toEqual({ code: 'c'.repeat(64), message: 'm'.repeat(500) });
    });
  });

  describe('a response', () => {
    it('to a press is not read', async () => {
      const { client, requests } = await answering(200, endless);
      expect(await press(client, path, 100)).toBeUndefined();
      expect(requests()).toBe(1);
    });

    it('to a read is limited', async () => {
      const { client } = await answering(200, endless);
      await expect(client.read('/api/v2/state', signal)).rejects.toThrow('at most 16777216 octets');
    });
  });

  describe('events', () => {
    it('whose data is no object are ignored', async () => {
      const data = ['null', '7', '[]', 'no JSON', '{"signal":{}}'];
      const text = data.map((one) => `event: signal\ndata: ${one}\n\n`).join('');
      const { client } = await answering(200, sending(text));
      const names: string[] = [];
      for await (const { name } of client.events('', () => undefined, signal)) names.push(name);
      expect(names.filter((name) => name !== 'quiet')).toEqual(['signal']);
    });
  });
});

describe('requests to the service', () => {
  const servers: Server[] = [];

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  type Answer = (response: ServerResponse, request: IncomingMessage) => void;

  /** Starts a server. Returns its address, and the requests that it received. */
  const serve = async (answer: Answer) => {
    const received: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
    const server = createServer((request, response) => {
      received.push(request);
      answer(response, request);
    });
    servers.push(server);
    return { url: new URL(`http://127.0.0.1:${String(await listenOnLoopback(server))}`), received };
  };

  const signal = AbortSignal.timeout(30_000);

  const all: Answer = (response) => response.end('{}');

  /** Sends each kind of request once. */
  const requests: Readonly<Record<string, (client: ServiceClient) => Promise<unknown>>> = {
    read: (client) => client.read('/api/v2/state', signal),
    press: (client) => client.press('/api/v2/signals/a%2Fb/on?timeout=5', 'key-1', signal),
    events: async (client) => {
      for await (const event of client.events('run-7', () => undefined, signal)) expect(event).toBeDefined();
    },
  };

  const kinds = Object.entries(requests);

  describe.each(kinds)('a request (%s)', (_, send) => {
    it('carries the token, in the header alone', async () => {
      const { url, received } = await serve(all);
      await send(serviceClient({ url, token: 'svc_secret' }));
      expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer svc_secret']);
      expect(received[0]?.url).not.toContain('secret');
    });

    it('carries no authorization without a token', async () => {
      const { url, received } = await serve(all);
      await send(serviceClient({ url, token: '' }));
      expect(received[0]?.headers).not.toHaveProperty('authorization');
    });

    it('follows no redirect, to the same service or to another one', async () => {
      const other = await serve(all);
      const { url, received } = await serve((response) => {
        response.writeHead(307, { location: `${other.url.href}elsewhere` });
        response.end();
      });
      await expect(send(serviceClient({ url, token: 'svc_secret' }))).rejects.toThrow();
      expect([received.length, other.received.length]).toEqual([1, 0]);
    });

    it.each([401, 403, 409, 503])('reports the refusal of a service: %i', async (status) => {
      const { url } = await serve((response) => {
        response.statusCode = status;
        response.end(JSON.stringify({ ok: false, error: 'some_code', message: 'Some words.' }));
      });
      const refusal = await send(serviceClient({ url, token: '' })).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(Refusal);
      expect(refusal).toMatchObject({ status, code: 'some_code', message: 'Some words.' });
    });
  });

  describe('the request', () => {
    it('of a press is a POST with its key', async () => {
      const { url, received } = await serve(all);
      await requests['press']?.(serviceClient({ url, token: '' }));
      expect(received).toMatchObject([
        { method: 'POST', url: '/api/v2/signals/a%2Fb/on?timeout=5', headers: { 'idempotency-key': 'key-1' } },
      ]);
    });

    it('of the events names the last one, if there is one', async () => {
      const { url, received } = await serve(all);
      const client = serviceClient({ url, token: '' });
      await requests['events']?.(client);
      for await (const event of client.events('', () => undefined, signal)) expect(event).toBeDefined();
      expect(received).toMatchObject([
        { method: 'GET', url: '/api/v2/events', headers: { accept: 'text/event-stream', 'last-event-id': 'run-7' } },
        { url: '/api/v2/events' },
      ]);
      expect(received[1]?.headers).not.toHaveProperty('last-event-id');
    });
  });

  describe('an event stream', () => {
    const text = (value: string): string => `id: run-8\nevent: variable\ndata: {"variable":{"value":"${value}"}}\n\n`;

    it('is admitted before its first event, and its events have their ids, names and records', async () => {
      const { url } = await serve((response) => response.end(text('one') + text('two')));
      const seen: (StudioEvent | string)[] = [];
      const events = serviceClient({ url, token: '' }).events('', () => seen.push('admitted'), signal);
      for await (const event of events) seen.push(event);
      const event = (value: string) => ({ id: 'run-8', name: 'variable', data: { variable: { value } } });
      expect(seen).toEqual(['admitted', event('one'), event('two')]);
    });

    it('keeps characters whose bytes arrive apart', async () => {
      const bytes = Buffer.from(text('Grüße 🎬'));
      const arrived = Promise.withResolvers<ServerResponse>();
      const { url } = await serve((response) => {
        response.flushHeaders();
        arrived.resolve(response);
      });
      const reading = (async (): Promise<readonly StudioEvent[]> => {
        const seen: StudioEvent[] = [];
        for await (const event of serviceClient({ url, token: '' }).events('', () => undefined, signal))
          seen.push(event);
        return seen;
      })();
      const response = await arrived.promise;
      for (const byte of bytes) {
        if (!response.write(Buffer.of(byte))) await once(response, 'drain');
        for (let done = 0; done < 4; done += 1) await turn();
      }
      response.end();
      const events = (await reading).filter(({ name }) => name !== 'quiet');
      expect(events).toMatchObject([{ data: { variable: { value: 'Grüße 🎬' } } }]);
    });
  });
});
