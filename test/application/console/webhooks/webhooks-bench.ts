// The webhooks of a console with a real store, receivers of the test, and a manual clock.
import * as E from 'fp-ts/lib/Either.js';
import { hashSecret } from '../../../../adapters/node/console-secrets.js';
import { secretBox } from '../../../../adapters/node/secret-box.js';
import { ConsoleWebhooks } from '../../../../application/console/webhooks/console-webhooks.js';
import { sendSealed } from '../../../../application/console/webhooks/send-sealed.js';
import type { ConsoleStore, ReportedStatus } from '../../../../application/ports/console-store.js';
import type { Attempt, SendSigned } from '../../../../application/ports/webhooks.js';
import { defaultConfiguration } from '../../../../domain/access/configuration.js';
import type { ReportedAlarm } from '../../../../domain/console/service-status.js';
import { consoleWebhookEvents, type ConsoleWebhook } from '../../../../domain/console/webhook.js';
import { openMemoryStore } from '../../../../features/support/memory-store.js';
import { manualClock, type ManualClock } from '../../../../simulator/clock.js';
import { webhookSecret } from '../../../support/webhook-receiver.js';
import { memoryLog, type MemoryLog } from '../readable-log.js';

const historyEntry = { time: 0, operator: 'admin', action: 'test', summary: 'did it' };

/** The box that seals the secrets of the tests. */
export const box = secretBox('a key for tests');

/** Returns a webhook that concerns everything. */
export const webhookTo = (id: string, change: Partial<ConsoleWebhook> = {}): ConsoleWebhook => ({
  ...{ id, name: id, url: `http://${id}.example/secret-path`, studios: null, events: consoleWebhookEvents },
  sealedSecret: box.seal(webhookSecret),
  ...change,
});

/** Returns an alarm of a studio. `at` is its minute. */
export const alarmOf = (subject: string, at = 0): ReportedAlarm => ({
  ...{ kind: 'output_away', subject, message: `${subject} is away` },
  raisedAt: new Date(Date.UTC(2021, 2, 1, 11, at)).toISOString(),
});

/** Returns the status of a service with some alarms. */
export const statusWith = (alarms: readonly ReportedAlarm[], furtherAlarms = 0): ReportedStatus => ({
  ...{ health: 'ok', alarms, furtherAlarms, studioFileIssues: [], time: 7 },
});

/** Changes the list of webhooks of a store. */
export const defineWebhooks = (store: ConsoleStore, ...webhooks: readonly ConsoleWebhook[]): Promise<unknown> =>
  store.changeWebhooks(() => E.right({ webhooks, historyEntry }));

/** Adds studios whose services are connected. */
export const addConnected = async (store: ConsoleStore, ...ids: readonly string[]): Promise<void> => {
  for (const id of ids) {
    const studio = { studio: { id, name: id.toUpperCase() }, keyHash: null, appliedVersion: null };
    await store.addStudio({ ...studio, configuration: defaultConfiguration(id) }, historyEntry);
    await store.setServiceStatus(id, statusWith([]));
  }
  await store.reportConnected(ids, [], 1);
};

type Answer = Attempt | Promise<Attempt>;

/** The answer of a receiver that accepts. */
export const accepts: Attempt = { isDelivered: true, status: 204 };
/** Returns the answer of a receiver that doesn't. */
export const refuses = (status: number): Attempt => ({
  ...({ isDelivered: false, isRefused: status < 500 } as const),
  reason: `it answered with ${String(status)}`,
});

/** The webhooks of a console, and what they are sent. */
export interface ConsoleWebhooksBench {
  readonly store: ConsoleStore;
  readonly clock: ManualClock;
  readonly log: MemoryLog;
  readonly attempts: { readonly id: string; readonly text: string; readonly body: string }[];
  readonly receiver: { answer: (text: string) => Answer };
  readonly settle: () => Promise<void>;
  /** Returns what was sent since the last call. */
  readonly sent: () => Promise<readonly string[]>;
  readonly report: (studio: string, ...alarms: readonly ReportedAlarm[]) => Promise<void>;
  /** Ends the process, does something, and starts another process. */
  readonly restart: (meanwhile?: () => Promise<unknown>, over?: Partial<ConsoleStore>) => Promise<void>;
}

/** Returns a bench with the studios `a` and `b`. Receivers accept everything, unless `answer` is set. */
export const consoleWebhooksBench = async (): Promise<ConsoleWebhooksBench> => {
  const [store, clock, log] = [openMemoryStore(), manualClock(), memoryLog()];
  await addConnected(store, 'a', 'b');
  const attempts: ConsoleWebhooksBench['attempts'] = [];
  const receiver: ConsoleWebhooksBench['receiver'] = { answer: () => accepts };
  const send: SendSigned = async ({ url, secret }, { id, body }) => {
    const { type, data } = JSON.parse(body) as {
      readonly type: string;
      readonly data: { readonly studio: { readonly name: string }; readonly subject?: string };
    };
    const host = new URL(url).host.replace('.example', '');
    const text = [
      host,
      type,
      data.studio.name.toLowerCase(),
      ...(data.subject === undefined ? [] : [data.subject]),
    ].join(' ');
    attempts.push({ id, text: secret === webhookSecret ? text : 'unsigned', body });
    return receiver.answer(text);
  };
  let used: ConsoleStore = store;
  const open = () =>
    new ConsoleWebhooks({ store: used, clock, log, send: sendSealed(send, box), hashSecret, random: () => 1 });
  let sender = open();
  const settle = () => clock.advance(0);
  return {
    ...{ store, clock, log, attempts, receiver, settle },
    sent: async () => {
      await settle();
      return attempts.splice(0).map(({ text }) => text);
    },
    report: (studio: string, ...alarms: readonly ReportedAlarm[]) => store.setServiceStatus(studio, statusWith(alarms)),
    restart: async (meanwhile = settle, over = {}) => {
      sender.stop();
      await meanwhile();
      used = { ...store, ...over };
      sender = open();
    },
  };
};
