// Revocation of a device with requests in flight: requests that start after it are refused, earlier ones complete.
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { panel, token } from '../domain/fixtures.js';
import { startHttpService, type TestService } from '../adapters/http/service.js';
import { openSocket, parseResponses } from '../adapters/http/raw-client.js';

const connections = 50;
let service: TestService;

beforeEach(async () => {
  service = await startHttpService();
});
afterEach(() => service.close());

/** A forwarded request: only its token gives it access. */
const deviceRequest = (connection: 'keep-alive' | 'close', path: string): string =>
  [
    ...[`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${String(service.port)}`, 'X-Forwarded-For: 10.0.0.1'],
    ...[`Authorization: Bearer ${token(1)}`, `Connection: ${connection}`, '', ''],
  ].join('\r\n');

const nextStatus = async (socket: Socket): Promise<number> => {
  let received = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += chunk.toString('latin1');
    const [response] = parseResponses(received);
    if (response !== undefined && received.endsWith(response.body) && response.body !== '') return response.status;
  }
  return 0;
};

interface Statuses {
  /** Of requests that started before the revocation was in force. */
  readonly before: number[];
  /** Of requests that started after it. */
  readonly after: number[];
}

/** Sends requests in sequence, on one connection or a new one each time, until enough followed the revocation. */
const sendRepeatedly = async (
  connection: 'keep-alive' | 'close',
  isRevoked: () => boolean,
  { before, after }: Statuses,
): Promise<void> => {
  let socket = await openSocket(service.port);
  while (after.length < connections * 3) {
    const list = isRevoked() ? after : before;
    socket.write(deviceRequest(connection, '/api/v2/plain/signals/sig-1'));
    list.push(await nextStatus(socket));
    if (connection === 'close') {
      socket.destroy();
      socket = await openSocket(service.port);
    }
  }
  socket.destroy();
};

describe('a revoked device', () => {
  it.each(['keep-alive', 'close'] as const)('is refused on %s connections', async (connection) => {
    const statuses: Statuses = { before: [], after: [] };
    let revoked = false;
    const senders = Array.from({ length: connections }, () => sendRepeatedly(connection, () => revoked, statuses));
    while (statuses.before.length < connections * 4) await new Promise(setImmediate);
    service.apply({ devices: [{ ...panel, state: 'revoked' }] });
    revoked = true;
    await Promise.all(senders);
    expect(new Set(statuses.before.slice(0, connections * 4))).toEqual(new Set([200]));
    expect(statuses.before.filter((status) => status !== 200 && status !== 401)).toEqual([]);
    expect(statuses.after.length).toBeGreaterThanOrEqual(connections * 3);
    expect(new Set(statuses.after)).toEqual(new Set([401]));
  });

  it('gets the responses to its earlier requests', async () => {
    service.studio.setFault('sig-1', { type: 'late', delayMs: 300 });
    const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(service.port)));
    const early = sockets.map((socket) => {
      socket.write(deviceRequest('keep-alive', '/api/v2/signals/sig-1/on'));
      return nextStatus(socket);
    });
    while (service.studio.commands().length < connections) await new Promise(setImmediate);
    service.apply({ devices: [{ ...panel, state: 'revoked' }] });
    const late = sockets.map(async (socket, index) => {
      await early[index];
      socket.write(deviceRequest('keep-alive', '/api/v2/signals/sig-1/on'));
      return nextStatus(socket);
    });
    expect(new Set(await Promise.all(early))).toEqual(new Set([200]));
    expect(new Set(await Promise.all(late))).toEqual(new Set([401]));
    expect(service.studio.commands()).toHaveLength(connections);
    for (const socket of sockets) socket.destroy();
  });
});
