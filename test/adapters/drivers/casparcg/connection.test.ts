// How a connection to a CasparCG server is dialled again, and what it reports of its loss. The timers are the test's.
import { createServer, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ReceiveBudget } from '../../../../application/connections/receive-budget.js';
import { manualClock } from '../../../../simulator/clock.js';
import { Connection } from '../../../../adapters/drivers/casparcg/connection.js';
import { listenOnLoopback } from '../../../support/loopback.js';

/** Time limit of an attempt, in milliseconds. Other timers are pauses. */
const attemptMs = 1_000;

let server: Server;
let connection: Connection;
let pauses: number[];
let reasons: string[];

/** What happens to the next connections: to the socket on both sides. */
let accept: (socket: Socket) => void;
let opened: () => void;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  [pauses, reasons, opened] = [[], [], () => undefined];
  const start = globalThis.setTimeout;
  vi.stubGlobal('setTimeout', (task: () => void, ms: number) => {
    if (ms !== attemptMs) pauses.push(ms);
    return start(task, ms);
  });
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    accept(socket);
  });
  const port = await listenOnLoopback(server);
  const listener = {
    onOpen: () => {
      opened();
    },
    onReply: () => undefined,
    onLost: (reason: string) => void reasons.push(reason),
  };
  connection = new Connection(
    { host: '127.0.0.1', port },
    listener,
    Date.now,
    new ReceiveBudget({ clock: manualClock() }),
  );
});

afterEach(() => {
  connection.close();
  server.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const until = async (check: () => boolean): Promise<void> => {
  while (!check()) await turn();
};

/** Waits for the loss of a connection, and lets the pause after it pass. */
const pass = async (): Promise<void> => {
  const before = pauses.length;
  await until(() => pauses.length > before);
  vi.advanceTimersByTime(pauses.at(-1) ?? 0);
};

const hangUp = (socket: Socket): void => void socket.destroy();

const losses = async (count: number): Promise<void> => {
  for (let done = 0; done < count; done += 1) await pass();
};

it('pauses grow while nothing is replied, and begin anew after a reply', async () => {
  accept = hangUp;
  connection.dial();
  await losses(7);
  expect(pauses).toEqual([20, 50, 100, 200, 400, 500, 1_500]);
  accept = (socket) => void socket.once('data', () => socket.end('RES 1 201 VERSION OK\r\n2.5.0\r\n'));
  opened = () => void connection.request('VERSION', () => undefined);
  await losses(2);
  accept = hangUp;
  await losses(2);
  expect(pauses.slice(7)).toEqual([20, 20, 50, 100]);
});

it('pauses count from the start of the attempt, and take at least 20 ms', async () => {
  accept = hangUp;
  connection.dial();
  await losses(4);
  opened = () => void vi.setSystemTime(Date.now() + 300);
  await losses(1);
  opened = () => void vi.setSystemTime(Date.now() + 900);
  await losses(1);
  expect(pauses.slice(4)).toEqual([100, 20]);
});

it('a loss is reported with its own reason, also after a drop', async () => {
  accept = () => undefined;
  opened = () => {
    connection.drop('the server stopped replying');
  };
  connection.dial();
  await losses(1);
  opened = () => undefined;
  accept = hangUp;
  await losses(1);
  expect(reasons[0]).toBe('the server stopped replying');
  expect(reasons[1]).not.toBe(reasons[0]);
});

it('every open request ends with the connection, before its loss is reported', async () => {
  const ends: (string | undefined)[] = [];
  accept = (socket) => void socket.once('data', () => socket.destroy());
  opened = () => {
    for (const line of ['VERSION', 'INFO'])
      connection.request(line, (reply) =>
        ends.push(reply === undefined ? `${line} ${String(reasons.length)}` : 'reply'),
      );
  };
  connection.dial();
  await losses(1);
  expect(ends).toEqual(['VERSION 0', 'INFO 0']);
  expect([connection.request('VERSION', () => undefined) === undefined, connection.waitedMs]).toEqual([true, 0]);
});

it('a closed connection is not dialled again', async () => {
  accept = hangUp;
  connection.dial();
  const before = pauses.length;
  await until(() => pauses.length > before);
  connection.close();
  expect(vi.getTimerCount()).toBe(0);
});

it('only the first reply to a request counts', async () => {
  const replies: (string | undefined)[] = [];
  accept = (socket) => void socket.once('data', () => socket.end('RES 1 202 PLAY OK\r\nRES 1 404 PLAY FAILED\r\n'));
  opened = () => void connection.request('PLAY 1-10', (reply) => replies.push(reply?.status));
  connection.dial();
  await losses(1);
  expect(replies).toEqual(['202 PLAY OK']);
});
