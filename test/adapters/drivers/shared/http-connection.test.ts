// Connections to a device with an HTTP interface: questions share one, and a command has its own.
import * as E from 'fp-ts/lib/Either.js';
import { once } from 'node:events';
import { type RequestListener, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpConnection } from '../../../../adapters/drivers/shared/http-connection.js';
import type { ExchangeResult } from '../../../../adapters/drivers/shared/http-exchange.js';
import { type ManualClock, manualClock } from '../../../../simulator/clock.js';
import { sentCommand } from '../../../contracts/device-commands.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { eventually } from '../../../support/eventually.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { settleSockets } from '../advance-clock.js';
import { layoutWith, openDrivers } from '../bench.js';
import { lineOf } from './templates/templates.js';
import { commandTo } from '../../../support/commands.js';

describe('connections to a device with an HTTP interface', () => {
  const closing = closedAfterEach();

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
        new HttpConnection(target, { clock: manualClock() })[send]({ path: '/' }, limits, resolve);
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
      sentCommand(drivers.signalLines.send(commandTo.switch('sig-1', true)));
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
});

describe('answers over a kept connection that take long, are too long or break off, and what that means for the next question', () => {
  const limits = { connectMs: 1_000, answerMs: 5_000, maxBytes: 10 };

  describe('a kept connection', () => {
    let server: Server;
    let clock: ManualClock;
    let connection: HttpConnection;
    let connections: number;
    beforeEach(async () => {
      connections = 0;
      server = createServer().on('connection', () => (connections += 1));
      const port = await listenOnLoopback(server);
      clock = manualClock();
      connection = new HttpConnection({ host: '127.0.0.1', port, tls: false, ca: undefined, headers: {} }, { clock });
    });
    afterEach(() => {
      connection.close();
      server.closeAllConnections();
      server.close();
    });

    const ask = async (answer: (response: ServerResponse) => unknown): Promise<ExchangeResult> => {
      const result = new Promise<ExchangeResult>((resolve) => connection.ask({ path: '/' }, limits, resolve));
      const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
      await answer(response);
      return result;
    };

    const after =
      (ms: number) =>
      async (response: ServerResponse): Promise<void> => {
        await clock.advance(ms);
        response.end('late');
      };

    const late = E.right({ status: 200, body: Buffer.from('late') });

    it('is not used again after an answer that took longer than a new connection may: each question is asked once', async () => {
      expect([await ask(after(1_500)), await ask(after(1_500)), await ask(after(0))]).toEqual([late, late, late]);
      expect(connections).toBe(3);
      expect(await ask(after(999))).toEqual(late);
      expect(connections).toBe(3);
    });

    it.each([
      ['one piece', ['12345678901']],
      ['pieces that are short', ['123456', '789012']],
    ])('gets no answer that is too long in %s', async (_, pieces) => {
      const result = await ask((response) => {
        for (const piece of pieces) response.write(piece);
      });
      expect(result).toMatchObject(E.left({ reason: 'the answer is longer than 10 bytes' }));
    });

    it('gets one of the longest length', async () => {
      const result = await ask((response) => response.write('12345') && response.end('67890'));
      expect(result).toEqual(E.right({ status: 200, body: Buffer.from('1234567890') }));
    });

    it('is stale if it ends instead of an answer, and not if it ends within one', async () => {
      const endWithin = (response: ServerResponse): void => {
        response.writeHead(200, { 'content-length': 9 });
        response.write('part');
        setImmediate(() => response.destroy());
      };
      expect(await ask(after(0))).toEqual(late);
      expect(await ask((response) => response.destroy())).toMatchObject(E.left({ isStale: true }));
      expect(await ask(after(0))).toEqual(late);
      expect(await ask(endWithin)).toMatchObject(E.left({ isStale: false, isAway: false }));
    });
  });
});

describe('the two time limits of a request to a device with an HTTP interface', () => {
  const limits = { connectMs: 1_000, answerMs: 2_000, maxBytes: 1_000 };

  describe('a device that accepts the connection and does not answer within its time limit', () => {
    let server: Server;
    let clock: ManualClock;
    let result: Promise<ExchangeResult>;
    let response: ServerResponse;
    beforeEach(async () => {
      server = createServer();
      const port = await listenOnLoopback(server);
      clock = manualClock();
      const connection = new HttpConnection(
        { host: '127.0.0.1', port, tls: false, ca: undefined, headers: {} },
        { clock },
      );
      result = new Promise((resolve) => connection.ask({ path: '/' }, limits, resolve));
      [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
      await clock.advance(limits.connectMs);
    });
    afterEach(() => {
      server.closeAllConnections();
      server.close();
    });

    it('may still answer until the limit for answers', async () => {
      response.end('late');
      expect(await result).toEqual(E.right({ status: 200, body: Buffer.from('late') }));
      expect(clock.waiting()).toBe(0);
    });

    it('is away at the limit for answers', async () => {
      await clock.advance(limits.answerMs - limits.connectMs);
      expect(await result).toMatchObject(E.left({ reason: 'no answer came within 2000 ms', isAway: true }));
    });
  });
});
