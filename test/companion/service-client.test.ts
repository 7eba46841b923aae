// What the module makes of responses that aren't the service's: another program may listen at the address.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { press } from '../../adapters/companion/service/press.js';
import { serviceClient } from '../../adapters/companion/service/service-client.js';

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
  const listening = Promise.withResolvers<undefined>();
  server.listen(0, '127.0.0.1', () => {
    listening.resolve(undefined);
  });
  await listening.promise;
  const { port } = server.address() as AddressInfo;
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

  it('has a message of up to 500 characters', async () => {
    const { client } = await answering(409, sending(JSON.stringify({ error: 'conflict', message: 'm'.repeat(9_000) })));
    expect(await press(client, path, 100)).toEqual({ code: 'conflict', message: 'm'.repeat(500) });
  });

  it('has a code of up to 64 characters', async () => {
    const { client } = await answering(409, sending(JSON.stringify({ error: 'c'.repeat(9_000), message: 'not now' })));
    expect(await press(client, path, 100)).toEqual({ code: 'c'.repeat(64), message: 'not now' });
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
