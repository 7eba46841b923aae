// Forwards entries of the audit log to a syslog receiver. Entries wait while it is away; those without a place are counted.
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import { within } from '../../application/state/within.js';
import { jitteredDelayMs, type BackoffBounds } from '../../domain/backoff.js';
import type { AuditForwarder } from './audit-sink.js';
import { connectSyslog, type SyslogConnection, type SyslogReceiver } from './syslog-connection.js';
import { syslogMessage, type SyslogOrigin } from './syslog-message.js';
import { waitingLines } from './waiting-lines.js';

export interface SyslogForwarderDeps {
  readonly receiver: SyslogReceiver;
  readonly origin: SyslogOrigin;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** The most entries that wait. Default: 10,000. */
  readonly maxWaiting?: number;
}

/** Length of one write, in characters. */
const chunkLength = 65_536;

/** The delays before attempts to connect again. */
const retryBounds: BackoffBounds = { firstMs: 1_000, maxMs: 60_000 };

/** How long a connection must last until the next failure counts as the first again, in milliseconds. */
const stableMs = 60_000;

/** How long `close` waits until the last entries are sent, in milliseconds. */
const lastEntriesMs = 500;

/** Keeps a connection open. Calls `onChange` with each new connection, and with undefined when it is lost. */
const keepConnected = (
  { receiver, clock, random, log }: SyslogForwarderDeps,
  onChange: (connection: SyslogConnection | undefined) => void,
): (() => void) => {
  const { host, port } = receiver;
  let failures = 0;
  let isEnded = false;
  let cancelTimer = (): void => undefined;

  /** A receiver that accepts connections and closes them again is as good as away. */
  const forgetFailures = (): void => {
    if (failures > 0) log.info('the audit log is forwarded again', { host, port });
    failures = 0;
  };

  const follow = async (): Promise<never> => {
    const connection = await connectSyslog(receiver);
    if (isEnded) connection.close();
    else cancelTimer = clock.after(stableMs, forgetFailures);
    if (failures === 0) log.info('the audit log is forwarded', { host, port });
    onChange(connection);
    await connection.lost;
    cancelTimer();
    onChange(undefined);
    throw new Error('the connection was lost');
  };

  const retryLater = (error: unknown): void => {
    if (isEnded) return;
    failures += 1;
    const reason = (error as Error).message;
    if (failures === 1) log.warn("the audit log can't be forwarded; its entries wait", { host, port, reason });
    cancelTimer = clock.after(jitteredDelayMs(retryBounds, failures, random()), begin);
  };

  const begin = (): void => {
    follow().catch(retryLater);
  };

  begin();
  return () => {
    isEnded = true;
    cancelTimer();
  };
};

/** The messages that wait. Losses are reported when they begin, and counted when they are over. */
const messageQueue = ({ log, maxWaiting = 10_000 }: SyslogForwarderDeps) => {
  const { push, ...waiting } = waitingLines(maxWaiting);
  let isLosing = false;
  return {
    ...waiting,
    push: (message: string): void => {
      const hasPlace = push(message);
      if (!hasPlace && !isLosing) log.error('too many entries of the audit log wait to be forwarded: some are lost');
      isLosing = !hasPlace;
    },
    reportLoss: (): void => {
      const count = waiting.takeLost();
      if (count > 0) log.error('entries of the audit log were not forwarded: too many were waiting', { count });
    },
    reportRest: (): void => {
      const count = waiting.count() + waiting.takeLost();
      if (count > 0) log.error('entries of the audit log were not forwarded before the end', { count });
    },
  };
};

/** Sends the messages that wait while there is a connection. */
const sender = (deps: SyslogForwarderDeps) => {
  const waiting = messageQueue(deps);
  let connection: SyslogConnection | undefined;
  let sending: Promise<void> | undefined;

  /** Sends what waits. A message that may not have arrived is sent again on the next connection. */
  const sendAll = async (): Promise<void> => {
    while (connection !== undefined && waiting.count() > 0) {
      const messages = waiting.peek(chunkLength);
      await connection.send(messages.join(''));
      waiting.drop(messages.length);
      waiting.reportLoss();
    }
  };

  const sendNow = (): Promise<void> => {
    sending ??= sendAll()
      .catch(() => {
        connection = undefined;
      })
      .then(() => {
        sending = undefined;
        return connection === undefined || waiting.count() === 0 ? undefined : sendNow();
      });
    return sending;
  };

  return {
    sendNow,
    push: (message: string): void => {
      waiting.push(message);
      void sendNow();
    },
    use: (changed: SyslogConnection | undefined): void => {
      connection = changed;
      void sendNow();
    },
    end: (): void => {
      connection?.close();
      waiting.reportRest();
    },
  };
};

/** Starts forwarding. */
export const syslogForwarder = (deps: SyslogForwarderDeps): AuditForwarder => {
  const queue = sender(deps);
  const stop = keepConnected(deps, queue.use);
  return {
    send: (entry, line) => {
      queue.push(syslogMessage(deps.origin, entry, line));
    },
    close: async () => {
      await within(deps.clock, lastEntriesMs, queue.sendNow());
      stop();
      queue.end();
    },
  };
};
