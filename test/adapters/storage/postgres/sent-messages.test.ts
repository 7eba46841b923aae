// How messages reach the other consoles through PostgreSQL. The database is a list of statements that the test answers.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { QueryResult } from '../../../../adapters/storage/postgres/database.js';
import { postgresNotifications } from '../../../../adapters/storage/postgres/notifications.js';
import type { ConsoleMessage } from '../../../../application/ports/console-messages.js';
import { memoryLog } from '../../../application/console/readable-log.js';

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
  const { messages } = postgresNotifications({ url: 'postgres://nowhere', consoleId: 'own', database: { query }, log });
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

it('messages that are sent while others are on their way follow in one statement, in their order', async () => {
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

it('messages reach this process at once, in whatever state the database is', () => {
  const { messages } = sendingConsole();
  const received: ConsoleMessage[] = [];
  messages.watch((message) => received.push(message));
  void messages.send(heartbeat('1'));
  expect(received).toEqual([heartbeat('1')]);
});

it('messages that can not be sent are lost without an error, and an outage is logged once', async () => {
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
