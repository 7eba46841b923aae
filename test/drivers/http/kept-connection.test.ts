// Connections to a device with an HTTP interface: questions share one, and a command has its own.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, describe, expect, it } from 'vitest';
import type { ExchangeResult } from '../../../adapters/drivers/shared/http-exchange.js';
import { HttpConnection } from '../../../adapters/drivers/shared/http-connection.js';
import { manualClock } from '../../../simulator/clock.js';
import { sentCommand } from '../../contracts/device-commands.js';
import { settleSockets } from '../../playout/advance-clock.js';
import { eventually } from '../../support/eventually.js';
import { layoutWith, openDrivers } from '../bench.js';
import { lineOf } from '../text/templates.js';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

/** A server that notes on which of its connections each request arrives. */
interface Device {
  readonly server: Server;
  readonly requests: readonly (readonly [connection: number, path: string])[];
}

const deviceWith = async (answer: RequestListener): Promise<Device> => {
  const requests: [number, string][] = [];
  const numbers = new WeakMap<object, number>();
  let made = 0;
  const server = createServer((request, response) => {
    requests.push([numbers.get(request.socket) ?? 0, request.url ?? '']);
    answer(request, response);
  });
  server.on('connection', (socket) => {
    made += 1;
    numbers.set(socket, made);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, requests };
};

const driven = ({ server }: Device, state: object = {}) => {
  const line = lineOf('http', 1);
  const { port } = server.address() as AddressInfo;
  const lines = { 'sig-1': { ...line, state: { ...line.state, ...state } } };
  const opened = openDrivers(layoutWith('http', { host: '127.0.0.1', port }, { lines }));
  closing.push(opened.close);
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 50) {
      await opened.clock.advance(50);
      await settleSockets();
    }
  };
  const passUntil = (what: string, check: () => boolean): Promise<void> =>
    eventually(what, async () => {
      await pass(50);
      return check();
    });
  return { ...opened, pass, passUntil };
};

const off: RequestListener = (_, response) => response.end('{"ison":false}');

describe('a connection to a network that is not there', () => {
  const limits = { connectMs: 1_000, answerMs: 2_000, maxBytes: 1_000 };
  const resultOf = (send: 'ask' | 'command'): Promise<ExchangeResult> =>
    new Promise((resolve) => {
      const target = { host: '255.255.255.255', port: 80, tls: false, ca: undefined, headers: {} };
      new HttpConnection(target, manualClock())[send]({ path: '/' }, limits, resolve);
    });

  it.each(['ask', 'command'] as const)('fails at once, and not as a kept one: %s', async (send) => {
    expect(await resultOf(send)).toEqual(E.left(expect.objectContaining({ isAway: true, isStale: false })));
  });
});

describe('a device with an HTTP interface', () => {
  it('is asked on one connection, and gets a command on another', async () => {
    const device = await deviceWith(off);
    const { drivers, passUntil } = driven(device);
    await passUntil('five questions', () => device.requests.length >= 5);
    expect(new Set(device.requests.map(([connection]) => connection)).size).toBe(1);
    sentCommand(drivers.signalLines.switch('sig-1', true));
    const isCommand = ([, path]: readonly [number, string]): boolean => path.includes('turn=');
    await passUntil('the command', () => device.requests.some(isCommand));
    expect(device.requests.filter(isCommand).map(([connection]) => connection)).toEqual([2]);
    await passUntil('another question', () => !isCommand(device.requests.at(-1) ?? [0, 'turn=']));
    expect(device.requests.at(-1)?.[0]).toBe(3);
  });

  it('that announces to close the connection soon is asked on another one', async () => {
    const device = await deviceWith((request, response) => {
      response.setHeader('Keep-Alive', 'timeout=1');
      off(request, response);
    });
    const { passUntil } = driven(device);
    await passUntil('five questions', () => device.requests.length >= 5);
    expect(new Set(device.requests.map(([connection]) => connection)).size).toBe(device.requests.length);
  });

  it('that closes the connection after each answer is asked on another one, and stays connected', async () => {
    const device = await deviceWith((request, response) => {
      off(request, response);
      response.once('finish', () => request.socket.end());
    });
    const { drivers, passUntil } = driven(device);
    await passUntil('connected', () => drivers.signalLines.connected('sig-1'));
    await passUntil('five questions', () => {
      expect(drivers.signalLines.connected('sig-1')).toBe(true);
      return device.requests.length >= 5;
    });
  });

  it('that drops a kept connection in answer to a question is asked again at once', async () => {
    const seen = new WeakSet();
    const device = await deviceWith((request, response) => {
      if (seen.has(request.socket)) request.socket.destroy();
      else off(request, response);
      seen.add(request.socket);
    });
    const { drivers, passUntil } = driven(device);
    await passUntil('connected', () => drivers.signalLines.connected('sig-1'));
    await passUntil('eight questions', () => {
      expect(drivers.signalLines.connected('sig-1')).toBe(true);
      return device.requests.length >= 8;
    });
  });

  it('that drops the connection of a command gets it once', async () => {
    const device = await deviceWith((request, response) => {
      if (request.url?.includes('turn=') === true) request.socket.destroy();
      else off(request, response);
    });
    const { drivers, pass, passUntil } = driven(device);
    await passUntil('connected', () => drivers.signalLines.connected('sig-1'));
    const sent = sentCommand(drivers.signalLines.switch('sig-1', true));
    await passUntil('the command', () => device.requests.some(([, path]) => path.includes('turn=')));
    expect(E.isLeft(await sent.confirmed)).toBe(true);
    await pass(2_000);
    expect(device.requests.filter(([, path]) => path.includes('turn='))).toHaveLength(1);
  });

  it('that is silent on a kept connection, and gone for others, is away within 2.5 s', async () => {
    let isSilent = false;
    const device = await deviceWith((request, response) => {
      if (!isSilent) off(request, response);
    });
    const { drivers, clock, passUntil } = driven(device);
    await passUntil('two questions', () => device.requests.length >= 2);
    isSilent = true;
    const count = device.requests.length;
    await passUntil('a question', () => device.requests.length > count);
    const askedAtMs = clock.now();
    device.server.close();
    await passUntil('away', () => !drivers.signalLines.connected('sig-1'));
    expect(clock.now() - askedAtMs).toBeLessThanOrEqual(2_500);
  });
});
