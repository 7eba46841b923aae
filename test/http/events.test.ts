// Many listeners on real sockets: all hear everything in order, one that takes nothing is dropped, and those who are let
// in no more are cut off.
import type { Socket } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStream, type OpenStream } from '../../adapters/http/server/event-stream.js';
import { createHttpServer, type HttpServer } from '../../adapters/http/server/server.js';
import { readableLog } from '../console/readable-log.js';
import { panel, token } from '../domain/fixtures.js';
import { startService, type TestService } from './service.js';
import { dial, request } from './wire.js';

let on: TestService;
beforeEach(async () => {
  on = await startService();
});
afterEach(() => on.close());

interface Listener {
  readonly socket: Socket;
  readonly heard: () => string;
  /** Whether the stream has ended; its connection may live on. */
  readonly isOver: () => boolean;
}

/** Listens until it is cut off. */
const listen = async (headers: readonly string[] = []): Promise<Listener> => {
  const socket = await dial(on.port);
  let heard = '';
  let closed = false;
  socket.on('data', (chunk) => (heard += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  socket.on('close', () => (closed = true));
  socket.write(request('GET', '/api/v2/events', headers));
  await until(() => heard.includes('event: reset'));
  return { socket, heard: () => heard, isOver: () => closed || heard.endsWith('\r\n0\r\n\r\n') };
};

const patienceMs = 20_000;

const until = async (holds: () => boolean): Promise<void> => {
  const givenUpAt = Date.now() + patienceMs;
  while (!holds()) {
    if (Date.now() > givenUpAt) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

const streams = (): number => on.service.events.streams();

const set = (variable: string, value: string | number): void => {
  const { studio } = on.service;
  const changed = studio.change((now) => E.right({ ...now, variables: { ...now.variables, [variable]: value } }));
  expect(E.isRight(changed)).toBe(true);
};

const valuesIn = (heard: string): readonly number[] =>
  [...heard.matchAll(/"GuestCount","type":"NUMBER","value":(\d+)/g)].map(([, value]) => Number(value));

describe('many listeners', () => {
  it('hear every change in its order, whoever else takes nothing and is dropped', async () => {
    const listeners = await Promise.all(Array.from({ length: 31 }, () => listen()));
    const stalled = await listen();
    stalled.socket.pause();
    expect(streams()).toBe(32);
    const page = 'x'.repeat(40_000);
    let changes = 0;
    while (streams() === 32 && changes < 2_000) {
      changes += 1;
      set('var-1', `${page}${String(changes)}`);
      set('var-3', 1_000 + changes);
      await new Promise(setImmediate);
    }
    expect(streams()).toBe(31);
    const all = Array.from({ length: changes }, (_, at) => 1_001 + at);
    for (const { heard } of listeners) {
      await until(() => valuesIn(heard()).length === changes);
      expect(valuesIn(heard())).toEqual(all);
    }
    for (const { socket } of [...listeners, stalled]) socket.destroy();
    await until(() => streams() === 0);
  });

  it('of a device are cut off as soon as it is revoked, and nobody else is', async () => {
    const asDevice = ['Via: 1.1 proxy', `Authorization: Bearer ${token(1)}`];
    const listeners = await Promise.all(Array.from({ length: 32 }, () => listen(asDevice)));
    const host = await listen();
    on.apply({ devices: [{ ...panel, state: 'revoked' }] });
    expect(streams()).toBe(1);
    await until(() => listeners.every(({ isOver }) => isOver()));
    set('var-3', 7);
    await until(() => valuesIn(host.heard()).length === 1);
    for (const { heard } of listeners) expect(valuesIn(heard())).toEqual([]);
    host.socket.destroy();
  });

  it('are cut off at once when the service stops', async () => {
    const listeners = await Promise.all(Array.from({ length: 5 }, () => listen()));
    await on.service.stop();
    await until(() => listeners.every(({ isOver }) => isOver()));
  });
});

describe('a heartbeat', () => {
  /** What is left unread alone drops nobody here. */
  const noLimit = 100_000_000;
  let server: HttpServer;
  let port: number;
  let opened: OpenStream[];
  beforeEach(async () => {
    opened = [];
    const stream = () =>
      openStream((one) => {
        opened.push(one);
        return () => void opened.splice(opened.indexOf(one), 1);
      }, noLimit);
    server = createHttpServer({ routes: new Map([['/', stream]]), unknown: stream, log: readableLog() });
    ({ port } = await server.listen(0, '127.0.0.1'));
  });
  afterEach(() => server.close(0));

  const open = async (): Promise<Socket> => {
    const socket = await dial(port);
    socket.on('error', () => undefined);
    socket.write(request('GET', '/'));
    await until(() => opened.length === 1);
    return socket;
  };

  const tenMegabytes = { event: 'page', data: 'x'.repeat(10_000_000) };

  it('finds out a listener that has taken nothing since the one before', async () => {
    const socket = await open();
    socket.pause();
    opened[0]?.send([tenMegabytes]);
    await until(() => {
      opened[0]?.beat();
      return opened.length === 0;
    });
    socket.destroy();
  });

  it('leaves a listener alone that takes what it is sent', async () => {
    const socket = await open();
    let heard = 0;
    socket.on('data', (chunk) => (heard += chunk.length));
    for (let time = 1; time <= 3; time += 1) {
      opened[0]?.send([tenMegabytes]);
      const so = time;
      await until(() => heard > so * 10_000_000);
      opened[0]?.beat();
    }
    expect(opened).toHaveLength(1);
    socket.destroy();
    await until(() => opened.length === 0);
  });
});
