// What a device gets of a request: its method, its fields and its body, byte by byte.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { expect, it } from 'vitest';
import { HttpConnection } from '../../../../adapters/drivers/shared/http-connection.js';
import type { ExchangeResult, ExchangeRequest } from '../../../../adapters/drivers/shared/http-exchange.js';
import { manualClock } from '../../../../simulator/clock.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { listenOnLoopback } from '../../../support/loopback.js';

const closing = closedAfterEach();

const limits = { connectMs: 1_000, answerMs: 2_000, maxBytes: 10 };

/** Opens a device that answers with a text. `send` resolves with the result, and with what arrived. */
const device = async (answer = 'OK', headers: Readonly<Record<string, string>> = {}) => {
  const arrived: { method: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      arrived.push({ method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.end(answer);
    });
  });
  const port = await listenOnLoopback(server);
  const target = { host: '127.0.0.1', port, tls: false, ca: undefined, headers };
  const connection = new HttpConnection(target, { clock: manualClock() });
  closing.push(
    () => {
      connection.close();
    },
    () => {
      server.closeAllConnections();
      server.close();
    },
  );
  const send = async (how: 'ask' | 'command', request: ExchangeRequest) => {
    const result = await new Promise<ExchangeResult>((resolve) => connection[how](request, limits, resolve));
    return { result, ...arrived.at(-1) };
  };
  return { send };
};

it.each(['ask', 'command'] as const)('a body has its length in bytes: %s', async (how) => {
  const { send } = await device('OK', { 'x-studio': 'one' });
  const text = 'Größe ✓';
  const { method, headers, body } = await send(how, {
    method: 'PUT',
    path: '/',
    contentType: 'text/plain',
    body: text,
  });
  expect([method, body]).toEqual(['PUT', text]);
  expect(headers).toMatchObject({
    ...{ 'content-length': String(Buffer.byteLength(text)), 'content-type': 'text/plain', 'x-studio': 'one' },
    connection: how === 'ask' ? 'keep-alive' : 'close',
  });
  expect(headers).not.toHaveProperty('transfer-encoding');
});

it('a question without a body has no length, and is a GET', async () => {
  const { send } = await device();
  const { method, headers, body } = await send('ask', { path: '/' });
  expect([method, body, headers?.['content-length'], headers?.['content-type']]).toEqual([
    'GET',
    '',
    undefined,
    undefined,
  ]);
});
