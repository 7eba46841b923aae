// Notifies all console processes on one database of changes, by PostgreSQL notifications.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import pg from 'pg';
import { changeNotifier } from '../../../application/ports/watch.js';
import type { ConsoleMessage, ConsoleMessages } from '../../../application/ports/console-messages.js';
import type { ConsoleStore, ChangeEvent } from '../../../application/ports/console-store.js';
import type { Log } from '../../../application/ports/log.js';
import { connectionOf, type Database, type Query } from './database.js';
import { failureWarning } from './failure-warning.js';
import {
  changePayload,
  parseChangePayload,
  parseMessagePayload,
  type ChangeNotice,
  type MessagePayload,
} from './notification-payloads.js';

/** A change of a known section of a studio, or of the console. */
export type KnownChange = Exclude<ChangeEvent, 'unknown'>;

/** Publishes changes to this process and to the others. */
export interface PostgresNotifications {
  readonly watch: ConsoleStore['watch'];
  /** Notifies the other processes once the transaction of `query` is committed. */
  readonly publishToOthers: (query: Query, change: KnownChange) => Promise<void>;
  /** Notifies this process; to be called after the commit. */
  readonly publish: (event: ChangeEvent) => void;
  readonly messages: ConsoleMessages;
  /** Resolves once notifications of the others are received. */
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The dependencies of the notifications; `consoleId` identifies this process. */
export interface PostgresNotificationsDeps {
  readonly database: Pick<Database, 'query'>;
  readonly url: string;
  readonly consoleId: string;
  readonly log: Log;
}

/** The dependencies of each part of the store. */
export interface PostgresStoreDeps extends Pick<PostgresNotifications, 'publish' | 'publishToOthers'> {
  readonly database: Database;
}

const channel = 'studio_control';

/** The channel of messages. Consoles of earlier versions don't listen to it. */
const messageChannel = 'studio_control_messages';

/** The longest message, in octets. PostgreSQL takes payloads below 8,000. */
const maxMessageLength = 7_900;

/** The delay before a broken connection is made again, milliseconds. */
const reconnectAfterMs = 500;

/** How often an `unknown` change is published, in case notifications were lost, milliseconds. */
const checkEveryMs = 10_000;

/**
 * Returns SQL that notifies of a change of the connection for each row of a query with the column `studio_id`. `from` is the
 * process that ignores the notifications.
 */
export const publishEach = (rows: string, from: string): string =>
  `SELECT pg_notify('${channel}', json_build_object('from', ${from}, 'told',
     json_build_object('studioId', studio_id, 'section', 'studio', 'isReport', true))::text) FROM (${rows}) AS rows`;

interface NotificationConnection {
  readonly connect: () => Promise<void>;
  /** Breaks the connection if it no longer responds, so that it is made again. */
  readonly probe: () => void;
  readonly close: () => Promise<void>;
}

/** The connection that receives notifications; it is made again whenever it breaks. */
const notificationConnection = (
  { url, log }: PostgresNotificationsDeps,
  onNotification: (channel: string, payload: string) => void,
  onConnect: () => void,
): NotificationConnection => {
  let closed = false;
  let current: pg.Client | undefined;

  const connect = async (): Promise<void> => {
    const client = new pg.Client(connectionOf(url));
    current = client;
    client.on('notification', ({ channel: from, payload = '' }) => {
      onNotification(from, payload);
    });
    client.on('error', (error: Error) => {
      log.warn("notifications are not received: the database can't be reached", { reason: error.message });
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      await client.query(`LISTEN ${messageChannel}`);
    } catch (error) {
      void client.end();
      throw error;
    }
    client.once('end', reconnect);
    onConnect();
  };

  const reconnect = (): void => {
    if (closed) return;
    setTimeout(() => {
      if (!closed) void connect().catch(reconnect);
    }, reconnectAfterMs).unref();
  };

  return {
    connect,
    probe: () => {
      const client = current;
      client?.query('SELECT').catch(() => client.connection.stream.destroy());
    },
    close: async () => {
      closed = true;
      await current?.end().catch(() => undefined);
    },
  };
};

/**
 * Returns a function that sends messages to the other processes in their order: one statement at a time, with all messages
 * that wait. Messages that can't be sent are lost.
 */
const messageSender = ({ consoleId, database, log }: PostgresNotificationsDeps) => {
  const warning = failureWarning(log, 'messages to the other consoles could not be sent');
  let waiting: string[] = [];
  let sent = Promise.resolve();
  let number = 0;

  const sendWaiting = async (): Promise<void> => {
    const payloads = waiting;
    waiting = [];
    if (payloads.length === 0) return;
    await database
      .query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [messageChannel, payloads])
      .then(warning.succeeded, (error: unknown) => {
        warning.failed((error as Error).message);
      });
  };

  return (message: ConsoleMessage): Promise<void> => {
    number += 1;
    const payload: MessagePayload = { from: consoleId, number, message };
    waiting.push(JSON.stringify(payload));
    sent = sent.then(sendWaiting);
    return sent;
  };
};

/** Passes messages to all processes. */
const postgresMessages = (deps: PostgresNotificationsDeps) => {
  const { watch, notify } = changeNotifier<ConsoleMessage>();
  const sendToOthers = messageSender(deps);
  const messages: ConsoleMessages = {
    maxLength: maxMessageLength,
    send: (message) => {
      notify(message);
      return sendToOthers(message);
    },
    watch,
  };
  return {
    messages,
    receive: ({ from, message }: MessagePayload): void => {
      if (from !== deps.consoleId) notify(message);
    },
  };
};

/** Creates the notifications, which are not received before `open`. */
export const postgresNotifications = (deps: PostgresNotificationsDeps): PostgresNotifications => {
  const { consoleId } = deps;
  const { messages, receive } = postgresMessages(deps);
  const { watch, notify: publish } = changeNotifier<ChangeEvent>();
  const publishUnknown = (): void => {
    publish('unknown');
  };
  const receiveChange = ({ from, change }: ChangeNotice): void => {
    if (from !== consoleId) publish(change);
  };
  const warning = failureWarning(deps.log, 'a notification of the database is ignored: no console sends it');
  const onNotification = (from: string, payload: string): void => {
    pipe(
      from === messageChannel
        ? pipe(parseMessagePayload(payload), E.map(receive))
        : pipe(parseChangePayload(payload), E.map(receiveChange)),
      E.match(warning.failed, warning.succeeded),
    );
  };
  const connection = notificationConnection(deps, onNotification, publishUnknown);
  let checking: NodeJS.Timeout | undefined;
  return {
    watch,
    publishToOthers: async (query, change) => {
      await query('SELECT pg_notify($1, $2)', [channel, changePayload({ from: consoleId, change })]);
    },
    publish,
    messages,
    open: async () => {
      await connection.connect();
      checking = setInterval(() => {
        connection.probe();
        publishUnknown();
      }, checkEveryMs).unref();
    },
    close: async () => {
      clearInterval(checking);
      await connection.close();
    },
  };
};
