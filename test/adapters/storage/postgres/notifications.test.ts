// How consoles notify each other through PostgreSQL: the connection that receives notifications, on the delays of the product,
// and the messages that are sent.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConsoleMessage } from '../../../../application/ports/console-messages.js';
import type { ChangeEvent } from '../../../../application/ports/console-store.js';
import type { QueryResult } from '../../../../adapters/storage/postgres/database.js';
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

describe('the connection that receives notifications', () => {
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
    expect(events).toContain('unknown');
  });

  it('each connection that breaks is replaced, and changes that were missed are published as unknown', async () => {
    await notifications.open();
    expect(events).toEqual(['unknown']);
    for (const made of [2, 3]) {
      await breakConnection();
      events.length = 0;
      await reconnected();
      expect(server.made()).toBe(made);
      // The notification may arrive together with the answer to the last LISTEN, and is published first then.
      expect(events).toHaveLength(2);
      expect(events).toEqual(expect.arrayContaining(['unknown', { studioId: 'last', section: 'studio' }]));
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
    const part = { kind: 'ask-part', studioId: 'a', ask: '1', to: 'own', index: 0, count: 1, text: '{}' };
    server.notify(messages, JSON.stringify({ from: 'own', message }));
    for (const sent of [message, part]) server.notify(messages, JSON.stringify({ from: 'other', message: sent }));
    for (const garbage of ['{', '{}']) server.notify(messages, garbage);
    await arrived();
    server.notify(changes, 'garbage');
    await arrived();
    expect(received).toEqual([message, part]);
    expect(log.lines.filter((line) => line.startsWith('a notification of the database is ignored'))).toHaveLength(2);
  });
});

describe('messages', () => {
  const heartbeat = (stream: string): ConsoleMessage => ({ kind: 'heartbeat', studioId: 'a', stream });

  const sendingConsole = () => {
    const log = memoryLog();
    const statements: string[][] = [];
    let answer = Promise.withResolvers<QueryResult>();
    const query = (_text: string, [, payloads]: readonly unknown[] = []) => {
      statements.push(
        (payloads as readonly string[]).map(
          (payload) => (JSON.parse(payload) as { message: { stream: string } }).message.stream,
        ),
      );
      return answer.promise;
    };
    const { messages } = postgresNotifications({
      url: 'postgres://nowhere',
      consoleId: 'own',
      database: { query },
      log,
    });
    return {
      messages,
      /** The streams of the messages in each statement. */
      statements,
      warnings: () => log.lines.filter((line) => line.startsWith('messages to the other consoles could not be sent')),
      answer: async (error?: Error): Promise<void> => {
        const answered = answer;
        answer = Promise.withResolvers();
        if (error === undefined) answered.resolve({ rows: [], count: 0 });
        else answered.reject(error);
        await nextTurn();
      },
    };
  };

  it('that are sent while others are on their way follow in one statement, in their order', async () => {
    const { messages, statements, answer } = sendingConsole();
    const sent = ['1', '2', '3'].map((stream) => messages.send(heartbeat(stream)));
    await nextTurn();
    expect(statements).toEqual([['1', '2', '3']]);
    sent.push(messages.send(heartbeat('4')), messages.send(heartbeat('4')));
    await nextTurn();
    expect(statements).toHaveLength(1);
    await answer();
    expect(statements).toEqual([
      ['1', '2', '3'],
      ['4', '4'],
    ]);
    await answer();
    await Promise.all(sent);
    expect(statements).toHaveLength(2);
  });

  it('reach this process at once, in whatever state the database is', () => {
    const { messages } = sendingConsole();
    const received: ConsoleMessage[] = [];
    messages.watch((message) => received.push(message));
    void messages.send(heartbeat('1'));
    expect(received).toEqual([heartbeat('1')]);
  });

  it('that can not be sent are lost without an error, and an outage is logged once', async () => {
    const { messages, statements, answer, warnings } = sendingConsole();
    const outage = async (stream: string, error?: Error): Promise<void> => {
      const sent = messages.send(heartbeat(stream));
      await nextTurn();
      await answer(error);
      await sent;
    };
    await outage('1', new Error('away'));
    await outage('2', new Error('away'));
    expect(warnings()).toEqual(['messages to the other consoles could not be sent {"reason":"away"}']);
    await outage('3');
    await outage('4', new Error('away again'));
    expect(warnings().slice(1)).toEqual(['messages to the other consoles could not be sent {"reason":"away again"}']);
    expect(statements).toEqual([['1'], ['2'], ['3'], ['4']]);
  });
});
