// The connection on which a console receives PostgreSQL's notifications: failures, reconnections and the end. The delays are those of the product.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChangeEvent } from '../../../../application/ports/console-store.js';
import {
  postgresNotifications,
  type PostgresNotifications,
} from '../../../../adapters/storage/postgres/notifications.js';
import { memoryLog, type MemoryLog } from '../../../application/console/readable-log.js';
import { notifyingServer, type Answer, type NotifyingServer } from '../notifying-server.js';

const changes = 'studio_control';
const messages = 'studio_control_messages';
const lastListen = `LISTEN ${messages}`;
const reconnectAfterMs = 500;
const checkEveryMs = 10_000;
const timeoutMs = 5_000;

let server: NotifyingServer;
let notifications: PostgresNotifications;
let answers: (statement: string) => Answer;
let events: ChangeEvent[];
let log: MemoryLog;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  answers = () => 'done';
  server = await notifyingServer((statement) => answers(statement));
  [events, log] = [[], memoryLog()];
  const database = { query: () => Promise.resolve({ rows: [], count: 0 }) };
  notifications = postgresNotifications({ url: server.url, consoleId: 'own', database, log });
  notifications.watch((event) => events.push(event));
});

afterEach(async () => {
  await notifications.close();
  server.close();
  vi.useRealTimers();
});

/** Resolves after one more notification of another console has arrived, and with it everything that was sent before. */
const arrived = (): Promise<void> =>
  new Promise((resolve) => {
    const unwatch = notifications.watch((event) => {
      if (event === 'unknown' || event.studioId !== 'last') return;
      unwatch();
      resolve();
    });
    server.notify(changes, JSON.stringify({ from: 'other', told: { studioId: 'last', section: 'studio' } }));
  });

/** Resolves once the process knows that its connection is broken. */
const breakConnection = async (): Promise<void> => {
  const ended = server.ended();
  server.breakAll();
  await ended;
  await nextTurn();
};

/** Resolves once the next connection has become one that receives notifications. */
const reconnected = async (): Promise<void> => {
  const listening = server.next(lastListen);
  await vi.advanceTimersByTimeAsync(reconnectAfterMs);
  await listening;
  await arrived();
};

it('a connection that receives no notifications is closed, and replaced until one does', async () => {
  await notifications.open();
  answers = (statement) => (statement === lastListen ? 'refused' : 'done');
  await breakConnection();
  for (const attempt of [2, 3, 4]) {
    const refused = server.next(lastListen);
    const ended = server.ended();
    await vi.advanceTimersByTimeAsync(reconnectAfterMs);
    await refused;
    await ended;
    await nextTurn();
    expect([server.made(), server.open()]).toEqual([attempt, 0]);
  }
  answers = () => 'done';
  events.length = 0;
  await reconnected();
  expect(server.open()).toBe(1);
  expect(events[0]).toBe('unknown');
});

it('each connection that breaks is replaced, and changes that were missed are published as unknown', async () => {
  await notifications.open();
  expect(events).toEqual(['unknown']);
  for (const made of [2, 3]) {
    await breakConnection();
    events.length = 0;
    await reconnected();
    expect(server.made()).toBe(made);
    expect(events).toEqual(['unknown', { studioId: 'last', section: 'studio' }]);
    expect(server.statements.slice(-2)).toEqual([`LISTEN ${changes}`, lastListen]);
  }
});

it('a connection that no longer responds is replaced', async () => {
  await notifications.open();
  answers = (statement) => (statement.startsWith('SELECT') ? 'nothing' : 'done');
  const probed = server.next('SELECT');
  await vi.advanceTimersByTimeAsync(checkEveryMs);
  await probed;
  const ended = server.ended();
  await vi.advanceTimersByTimeAsync(timeoutMs);
  await ended;
  await nextTurn();
  await reconnected();
  expect([server.made(), server.open()]).toEqual([2, 1]);
});

it('a process that has closed it makes no further connection, probes none and publishes nothing', async () => {
  await notifications.open();
  await breakConnection();
  await notifications.close();
  events.length = 0;
  await vi.advanceTimersByTimeAsync(3 * checkEveryMs);
  expect(server.made()).toBe(1);
  expect(events).toEqual([]);
  expect(server.statements).toEqual([`LISTEN ${changes}`, lastListen]);
});

it('a change is published if another console sends it, and every 10 seconds one that is unknown', async () => {
  await notifications.open();
  const change = { studioId: 'a', section: 'devices' } as const;
  server.notify(changes, JSON.stringify({ from: 'own', told: change }));
  server.notify(changes, JSON.stringify({ from: 'other', told: { ...change, isReport: true } }));
  await arrived();
  expect(events.slice(1)).toEqual([
    { ...change, isReport: true },
    { studioId: 'last', section: 'studio' },
  ]);
  for (const count of [1, 2]) {
    const probed = server.next('SELECT');
    await vi.advanceTimersByTimeAsync(checkEveryMs);
    await probed;
    expect(events.slice(3)).toEqual(Array(count).fill('unknown'));
  }
});

it('a message is received if another console sends it, and what no console sends is logged once until one is understood', async () => {
  await notifications.open();
  const received: unknown[] = [];
  notifications.messages.watch((message) => received.push(message));
  const message = { kind: 'heartbeat', studioId: 'a', stream: 's' };
  server.notify(messages, JSON.stringify({ from: 'own', message }));
  server.notify(messages, JSON.stringify({ from: 'other', message }));
  for (const garbage of ['{', '{}']) server.notify(messages, garbage);
  await arrived();
  server.notify(changes, 'garbage');
  await arrived();
  expect(received).toEqual([message]);
  expect(log.lines.filter((line) => line.startsWith('a notification of the database is ignored'))).toHaveLength(2);
});
