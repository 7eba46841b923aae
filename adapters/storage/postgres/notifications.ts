// Notifies all console processes on one database of changes, by PostgreSQL notifications.
import pg from 'pg';
import { changeNotifier } from '../../../application/events/change-notifier.js';
import type { ConsoleMessage, ConsoleMessages } from '../../../application/ports/console-messages.js';
import type { ConsoleStore, ChangeEvent } from '../../../application/ports/console-store.js';
import type { Log } from '../../../application/ports/log.js';
import { connectionOf, type Database, type Query } from './database.js';

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

/** The payload of a notification. Consoles of other versions may be connected: its field names must not change. */
interface NotificationPayload {
  readonly from: string;
  readonly told: KnownChange;
}

/**
 * Returns SQL that notifies of a change for each row of a query with the column `studio_id`. `from` is the process that
 * ignores the notifications.
 */
export const publishEach = (rows: string, from: string): string =>
  `SELECT pg_notify('${channel}', json_build_object('from', ${from}, 'told',
     json_build_object('studioId', studio_id, 'section', 'studio'))::text) FROM (${rows}) AS rows`;

/** The payload of a message. */
interface MessagePayload {
  readonly from: string;
  readonly message: ConsoleMessage;
}

const parsePayload = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

interface NotificationConnection {
  readonly connect: () => Promise<void>;
  /** Breaks the connection if it no longer responds, so that it is made again. */
  readonly probe: () => void;
  readonly close: () => Promise<void>;
}

/** The connection that receives notifications; it is made again whenever it breaks. */
const notificationConnection = (
  { url, log }: PostgresNotificationsDeps,
  onNotification: (channel: string, payload: unknown) => void,
  onConnect: () => void,
): NotificationConnection => {
  let closed = false;
  let current: pg.Client | undefined;

  const connect = async (): Promise<void> => {
    const client = new pg.Client(connectionOf(url));
    current = client;
    client.on('notification', ({ channel: from, payload: text = '' }) => {
      const payload = parsePayload(text);
      if (payload !== undefined) onNotification(from, payload);
    });
    client.on('error', (error: Error) => {
      log.warn("notifications are not received: the database can't be reached", { reason: error.message });
    });
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    await client.query(`LISTEN ${messageChannel}`);
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

/** Passes messages to all processes. They may be lost: those that can't be sent to the others are logged. */
const postgresMessages = ({ consoleId, database, log }: PostgresNotificationsDeps) => {
  const { watch, notify } = changeNotifier<ConsoleMessage>();
  const sendToOthers = (payload: MessagePayload): Promise<unknown> =>
    database.query('SELECT pg_notify($1, $2)', [messageChannel, JSON.stringify(payload)]);
  const messages: ConsoleMessages = {
    maxLength: maxMessageLength,
    send: (message) => {
      notify(message);
      sendToOthers({ from: consoleId, message }).catch((error: unknown) => {
        log.warn('a message to the other consoles could not be sent', { reason: (error as Error).message });
      });
    },
    watch,
  };
  return {
    messages,
    receive: ({ from, message }: MessagePayload): void => {
      if (from !== consoleId) notify(message);
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
  const receiveChange = ({ from, told: change }: NotificationPayload): void => {
    if (from !== consoleId) publish(change);
  };
  const connection = notificationConnection(
    deps,
    (from, payload) => {
      if (from === messageChannel) receive(payload as MessagePayload);
      else receiveChange(payload as NotificationPayload);
    },
    publishUnknown,
  );
  let checking: NodeJS.Timeout | undefined;
  return {
    watch,
    publishToOthers: async (query, change) => {
      const payload: NotificationPayload = { from: consoleId, told: change };
      await query('SELECT pg_notify($1, $2)', [channel, JSON.stringify(payload)]);
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
