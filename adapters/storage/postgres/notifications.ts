// Tells all console processes on one database what has changed, by its notifications.
import pg from 'pg';
import type { ConsoleStore, ChangeEvent } from '../../../application/ports/console-store.js';
import type { Log } from '../../../application/ports/log.js';
import { connectionOf, type Query } from './database.js';

/** Something that changed, of a studio or of the console. */
export type NotificationPayload = Exclude<ChangeEvent, 'anything'>;

/** Where the parts of the store say what has changed. */
export interface PostgresNotifications {
  readonly watch: ConsoleStore['watch'];
  /** Says it to the other processes, once the transaction that `query` is of has been kept. */
  readonly post: (query: Query, told: NotificationPayload) => Promise<void>;
  /** Says it in this process; to be called once it is kept. */
  readonly say: (happening: ChangeEvent) => void;
  /** Resolves once it hears the others. */
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** What a bulletin needs; `consoleId` tells this process from the others. */
export interface PostgresNotificationsDeps {
  readonly url: string;
  readonly consoleId: string;
  readonly log: Log;
}

const channel = 'studio_control';

/** How long until it is tried again to hear the others, milliseconds. */
const againAfterMs = 500;

/** So often readers look for themselves, whatever they have heard: a net below the notifications, milliseconds. */
const lookEveryMs = 10_000;

interface Notice {
  readonly from: string;
  readonly told: NotificationPayload;
}

/**
 * Sends a notice from within SQL for each row of a query that gives studio ids as `studio_id`. `from` is the process
 * that needn't hear it.
 */
export const publishEach = (rows: string, from: string): string =>
  `SELECT pg_notify('${channel}', json_build_object('from', ${from}, 'told',
     json_build_object('studioId', studio_id, 'section', 'studio'))::text) FROM (${rows}) AS rows`;

const noticeOf = (text: string): Notice | undefined => {
  try {
    return JSON.parse(text) as Notice;
  } catch {
    return undefined;
  }
};

interface Line {
  readonly connect: () => Promise<void>;
  /** Gives the connection up, and makes another, where no answer comes over it any more. */
  readonly probe: () => void;
  readonly hangUp: () => Promise<void>;
}

/** The connection over which notices come; it is made anew whenever it breaks. */
const listening = (
  { url, log }: PostgresNotificationsDeps,
  onNotice: (notice: Notice) => void,
  onOpen: () => void,
): Line => {
  let closed = false;
  let current: pg.Client | undefined;

  const connect = async (): Promise<void> => {
    const client = new pg.Client(connectionOf(url));
    current = client;
    client.on('notification', ({ payload = '' }) => {
      const notice = noticeOf(payload);
      if (notice !== undefined) onNotice(notice);
    });
    client.on('error', (error: Error) => {
      log.warn('other consoles are not heard: the database is away', { reason: error.message });
    });
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    client.once('end', again);
    onOpen();
  };

  const again = (): void => {
    if (closed) return;
    setTimeout(() => {
      if (!closed) void connect().catch(again);
    }, againAfterMs).unref();
  };

  return {
    connect,
    probe: () => {
      const client = current;
      client?.query('SELECT').catch(() => client.connection.stream.destroy());
    },
    hangUp: async () => {
      closed = true;
      await current?.end().catch(() => undefined);
    },
  };
};

/** Makes a bulletin that hears nobody yet. */
export const postgresNotifications = (needs: PostgresNotificationsDeps): PostgresNotifications => {
  const { consoleId } = needs;
  const readers = new Set<(happening: ChangeEvent) => void>();
  const say = (happening: ChangeEvent): void => {
    for (const read of readers) read(happening);
  };
  const anything = (): void => {
    say('anything');
  };
  const line = listening(
    needs,
    ({ from, told }) => {
      if (from !== consoleId) say(told);
    },
    anything,
  );
  let looking: NodeJS.Timeout | undefined;
  return {
    watch: (reader) => {
      readers.add(reader);
      return () => {
        readers.delete(reader);
      };
    },
    post: async (query, told) => {
      const notice: Notice = { from: consoleId, told };
      await query('SELECT pg_notify($1, $2)', [channel, JSON.stringify(notice)]);
    },
    say,
    open: async () => {
      await line.connect();
      looking = setInterval(() => {
        line.probe();
        anything();
      }, lookEveryMs).unref();
    },
    close: async () => {
      clearInterval(looking);
      readers.clear();
      await line.hangUp();
    },
  };
};
