// The requests of the client, and what it makes of answers that aren't the service's: another program may listen at the address.
import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { Refusal, studioClient, type StudioClient, type StudioEvent } from '../../../adapters/client/client.js';
import { listenOnLoopback } from '../../support/loopback.js';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Starts a server. Returns its address, a client for it, and the requests that it received. */
const serve = async (answer: Answer) => {
  const received: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = [];
  const server = createServer((request, response) => {
    received.push(request);
    answer(response, request);
  });
  servers.push(server);
  const url = `http://127.0.0.1:${String(await listenOnLoopback(server))}`;
  return { url, received, client: studioClient({ url }) };
};

const sending =
  (text: string, status = 200, type = 'application/json'): Answer =>
  (response) => {
    response.statusCode = status;
    response.setHeader('content-type', type);
    response.end(text);
  };

const endless =
  (status: number): Answer =>
  (response) => {
    response.statusCode = status;
    const more = (): void => {
      while (response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  };

const hangUp: Answer = (response) => response.socket?.destroy();

const act = (client: StudioClient, askMs = 0) => client.act('signal.on', { id: 'lamp' }, { timeoutMs: 100, askMs });

describe('answers of other programs', () => {
  it.each(['null', '7', '"text"', '[]', '{"error":1,"message":{}}', 'no JSON', ''])(
    'a refusal with the body %j is final, and has a message',
    async (body) => {
      const { client, received } = await serve(sending(body, 400));
      await expect(act(client)).rejects.toMatchObject({
        code: 'unexpected_response',
        message: 'expected a response of Studio Control, got the status 400',
      });
      expect(received).toHaveLength(1);
    },
  );

  it('a refusal with a body of any size is final', async () => {
    const { client, received } = await serve(endless(404));
    await expect(act(client)).rejects.toMatchObject({ code: 'unexpected_response' });
    expect(received).toHaveLength(1);
  });

  it('an error of a proxy, which may have passed the action on, leaves its result unknown', async () => {
    const { client, received } = await serve(sending('<html>', 502));
    await expect(act(client, 700)).rejects.toMatchObject({ code: 'unknown_result' });
    expect(new Set(received.map(({ url }) => url)).size).toBe(1);
    expect(received.length).toBeGreaterThan(1);
  });

  it('a refusal has a message of up to 500 characters, and a code of up to 64', async () => {
    const { client } = await serve(
      sending(JSON.stringify({ ok: false, error: 'c'.repeat(9_000), message: 'm'.repeat(9_000) }), 409),
    );
    await expect(act(client)).rejects.toMatchObject({ code: 'c'.repeat(64), message: 'm'.repeat(500) });
  });

  it.each([
    ['no JSON', sending('<html>'), 'got another body'],
    ['a list', sending('[]'), 'got another body'],
    ['without an end', endless(200), 'got more than 16777216 octets'],
    ['of another program', sending('{}'), 'got another body'],
  ])('an answer %s is none', async (_, answer, message) => {
    const { client, received } = await serve(answer);
    await expect(act(client)).rejects.toMatchObject({ code: 'unknown_result' });
    await expect(client.read('state.get')).rejects.toThrow(message);
    expect(received).toHaveLength(2);
  });

  it('events whose data is no object are ignored', async () => {
    const data = ['null', '7', '[]', 'no JSON', '{"signal":{}}'];
    const { client } = await serve(
      sending(data.map((one) => `event: signal\ndata: ${one}\n\n`).join(''), 200, 'text/event-stream'),
    );
    const types: string[] = [];
    for await (const { type } of client.connect({ records: false })) types.push(type);
    expect(types.filter((type) => type !== 'heartbeat')).toEqual(['signal']);
  });
});

const all = sending('{"ok":true}');

/** Sends each kind of request once. */
const requests: Readonly<Record<string, (client: StudioClient) => Promise<unknown>>> = {
  read: (client) => client.read('state.get'),
  act: (client) => client.act('signal.on', { id: 'a/b' }, { timeoutMs: 5_000, key: 'key-1' }),
  events: async (client) => {
    for await (const event of client.connect({ lastEventId: 'run-7', records: false })) expect(event).toBeDefined();
  },
};

/** Answers calls, and sends a stream without events. */
const everything: Answer = (response, request) => {
  if (request.url?.startsWith('/api/v2/events') === true) sending('', 200, 'text/event-stream')(response, request);
  else all(response, request);
};

describe.each(Object.entries(requests))('a request (%s)', (_, send) => {
  it('carries the token, in the header alone', async () => {
    const { url, received } = await serve(everything);
    await send(studioClient({ url, token: 'svc_secret' }));
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer svc_secret']);
    expect(received[0]?.url).not.toContain('secret');
  });

  it('carries no authorization without a token', async () => {
    const { client, received } = await serve(everything);
    await send(client);
    expect(received[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([401, 403, 409, 503])('rejects with the refusal of a service: %i', async (status) => {
    const { client } = await serve((response) => {
      response.writeHead(status, { 'x-action-id': 'action-1' });
      response.end(JSON.stringify({ ok: false, error: 'some_code', message: 'Some words.' }));
    });
    const refusal = await send(client).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ status, code: 'some_code', message: 'Some words.', action: 'action-1' });
  });
});

it.each(Object.entries(requests))(
  'a request (%s) follows no redirect, to the same service or to another one',
  async (_, send) => {
    const other = await serve(everything);
    const { url, received } = await serve((response) => {
      response.writeHead(307, { location: `${other.url}/elsewhere` });
      response.end();
    });
    const client = studioClient({ url, token: 'svc_secret' });
    await expect(send(client)).rejects.toMatchObject({ status: 307, code: 'unexpected_response' });
    expect([received.length, other.received.length]).toEqual([1, 0]);
  },
);

describe('a call', () => {
  const key = { key: 'key-2' };
  const macro = { id: 'mac-1', parameters: { guest: 2, live: true } };

  it.each<readonly [string, (client: StudioClient) => Promise<unknown>, object]>([
    [
      'a read',
      (client) => client.read('output.remaining', { slot: 'main', scene: 'full' }),
      { method: 'GET', url: '/api/v2/outputs/main/remaining?scene=full' },
    ],
    [
      'an action',
      (client) => client.act('signal.on', { id: 'a/b' }, { timeoutMs: 5_000, key: 'key-1' }),
      { method: 'POST', url: '/api/v2/signals/a%2Fb/on?timeout=5000&key=key-1' },
    ],
    [
      'a number in a path',
      (client) => client.act('clip.play', { slot: 'main', number: 3 }, key),
      { url: '/api/v2/outputs/main/clips/3/play?key=key-2' },
    ],
    [
      'the parameters of a macro',
      (client) => client.act('macro.run', macro, key),
      { url: '/api/v2/macros/mac-1/run?guest=2&live=true&key=key-2' },
    ],
    [
      'an action that is not waited for',
      (client) => client.send('studio.onair', {}, key),
      { url: '/api/v2/studio/onair?wait=0&key=key-2' },
    ],
    [
      'a dry run',
      (client) => client.dryRun('macro.run', macro),
      { method: 'GET', url: '/api/v2/macros/mac-1/run?guest=2&live=true&dry=1' },
    ],
    [
      'an empty value',
      (client) => client.act('variable.set', { name: 'Headline', value: '' }, key),
      { url: '/api/v2/variables/Headline/set?value=&key=key-2' },
    ],
  ])('is one request: %s', async (_, call, request) => {
    const { client, received } = await serve(all);
    await call(client);
    expect(received).toMatchObject([request]);
  });

  it('that lacks a parameter of its path, or that there is not, is refused before it is sent', async () => {
    const { client, received } = await serve(all);
    for (const id of ['', '.', '..'])
      await expect(client.read('signal.get', { id })).rejects.toThrow('signal.get: expected the parameter "id"');
    await expect(client.read('signal.gone' as 'signal.get', { id: 'a' })).rejects.toThrow(
      'there is no call "signal.gone"',
    );
    expect(received).toEqual([]);
  });

  it.each<readonly [Parameters<typeof studioClient>[0], string]>([
    [{ url: 'nowhere' }, 'url: expected the address of a service'],
    [{ url: 'studio:3002' }, 'url: expected the address of a service'],
    [{ url: 'http://user:password@studio' }, 'url: expected an address without credentials'],
    [{ url: 'http://studio', token: 'svc_…' }, 'token: expected svc_'],
  ])('is not possible with %j', (access, message) => {
    expect(() => studioClient(access)).toThrow(TypeError);
    expect(() => studioClient(access)).toThrow(message);
  });

  it('whose connection breaks is repeated with its key', async () => {
    let broken = 0;
    const { client, received } = await serve((response, request) => {
      (broken++ === 0 ? hangUp : all)(response, request);
    });
    await client.act('signal.on', { id: 'lamp' });
    expect(received).toHaveLength(2);
    expect(new Set(received.map(({ url = '' }) => new URL(url, 'http://a').searchParams.get('key'))).size).toBe(1);
  });

  it('may have no key, and is then never repeated', async () => {
    const { client, received } = await serve(hangUp);
    const acted = client.act('signal.on', { id: 'lamp' }, { key: null, askMs: 10_000 });
    await expect(acted).rejects.toMatchObject({ code: 'unknown_result' });
    expect(received).toMatchObject([{ url: '/api/v2/signals/lamp/on' }]);
  });

  it('keeps a question mark in a value of its path', async () => {
    const { client, received } = await serve(all);
    await client.actPath('/api/v2/variables/Headline/set?value=Ready?&station=a', { key: 'key-3' });
    expect(received).toMatchObject([{ url: '/api/v2/variables/Headline/set?value=Ready%3F&station=a&key=key-3' }]);
  });

  it('that reads is made once more when its connection breaks', async () => {
    let broken = 0;
    const { client, received } = await serve((response, request) => {
      (broken++ === 0 ? hangUp : all)(response, request);
    });
    await client.read('signal.list');
    expect(received).toHaveLength(2);
    const gone = await serve(hangUp);
    await expect(gone.client.read('signal.list')).rejects.toMatchObject({ code: 'not_connected' });
  });

  it('that its caller aborts ends with the reason', async () => {
    const { client } = await serve(() => undefined);
    const reason = new Error('the panel was closed');
    const read = client.read('signal.list', {}, { signal: AbortSignal.abort(reason) });
    await expect(read).rejects.toBe(reason);
  });
});

it('an event stream keeps characters whose octets arrive apart', async () => {
  const octets = Buffer.from('id: run-8\nevent: variable\ndata: {"variable":{"value":"Grüße 🎬"}}\n\n');
  const arrived = Promise.withResolvers<ServerResponse>();
  const { client } = await serve((response) => {
    response.setHeader('content-type', 'text/event-stream');
    response.flushHeaders();
    arrived.resolve(response);
  });
  const reading = (async (): Promise<readonly StudioEvent[]> => {
    const seen: StudioEvent[] = [];
    for await (const event of client.connect({ records: false })) if (event.type !== 'heartbeat') seen.push(event);
    return seen;
  })();
  const response = await arrived.promise;
  for (const octet of octets) {
    if (!response.write(Buffer.of(octet))) await once(response, 'drain');
    for (let done = 0; done < 4; done += 1) await turn();
  }
  response.end();
  expect(await reading).toEqual([{ id: 'run-8', type: 'variable', data: { variable: { value: 'Grüße 🎬' } } }]);
});
