// The webhooks of the studio file. They follow it (WEBHOOK-9).
import type { Feature } from '../../domain/feature.js';
import { hasChosen, hostOf, type WebhookDefinition } from '../../domain/studio/webhook.js';
import { mayReadSome } from '../access/visibility.js';
import type { Alarms } from '../alarms/alarms.js';
import { host } from '../events/live-state.js';
import { reconcile } from '../commands/reconcile.js';
import type { Clock } from '../ports/clock.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { Log } from '../ports/log.js';
import type { Secrets } from '../ports/secrets.js';
import type { OutboxChange, OutboxContent, SendWebhook, WaitingMessage } from '../ports/webhooks.js';
import type { StudioState } from '../state/studio-state.js';
import { Delivery, type DeliveryDeps } from './delivery.js';
import { deliveryLimits, type DeliveryLimits } from './delivery-limits.js';
import { bodyOf, testResult, type Occurrence, type TestResult } from './messages.js';
import { watchOccurrences, type OccurrencesDeps, type Report } from './occurrences.js';
import { Outbox, type OutboxDeps } from './outbox.js';

export interface WebhooksDeps extends OccurrencesDeps, Pick<OutboxDeps, 'file' | 'machine' | 'alarm'> {
  readonly alarms: Alarms;
  readonly studio: StudioState;
  readonly access: CurrentAccess;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'id'>;
  readonly random: () => number;
  readonly log: Log;
  readonly send: SendWebhook;
  readonly limits?: DeliveryLimits;
}

/** Tests a webhook. `held` has its secret by its path, if that isn't in a file yet. An abort ends the test. */
export type TestWebhook = (
  webhook: WebhookDefinition,
  held: ReadonlyMap<string, string>,
  signal: AbortSignal,
) => Promise<TestResult>;

/** The webhooks of a service. */
export interface Webhooks {
  /** Begins to send. */
  readonly start: () => void;
  /** Sends a test, outside the order and without a repetition. Undefined if there is no such webhook. */
  readonly test: (id: string) => Promise<TestResult | undefined>;
  /** Sends a test to a webhook that may not be in force, in the same way. */
  readonly testDraft: TestWebhook;
  /** Resolves when nothing waits for the disk. */
  readonly settled: () => Promise<unknown>;
  /** Sends nothing more. Resolves when what waits is stored, or within a second. */
  readonly stop: () => Promise<void>;
}

/** Returns whether the host itself may read all of some features now. */
const readable =
  ({ access }: Pick<WebhooksDeps, 'access'>) =>
  (features: readonly Feature[]): boolean =>
    features.every((feature) => mayReadSome(access.current().configuration, host, feature));

/** Whether the alarm is about the webhook itself: its receiver would be sent what it doesn't accept. */
const isAboutItself = ({ id }: WebhookDefinition, { type, data }: Occurrence): boolean =>
  (type === 'alarm.raised' || type === 'alarm.cleared') &&
  'kind' in data &&
  data.kind === 'webhook_away' &&
  data.subject === id;

/** Returns what waits, oldest first. A message that several webhooks need is there once. */
const contentOf = (deliveries: ReadonlyMap<string, Delivery>): OutboxContent => {
  const all = new Map<string, WaitingMessage & { readonly to: string[] }>();
  for (const [id, delivery] of deliveries)
    for (const message of delivery.waiting()) {
      const found = all.get(message.id);
      if (found === undefined) all.set(message.id, { message, to: [id] });
      else found.to.push(id);
    }
  return {
    waiting: [...all.values()].sort((one, other) => one.message.place - other.message.place),
    lost: [...deliveries.values()].map((delivery) => delivery.lost()).filter(({ count }) => count > 0),
  };
};

/** Returns what creates messages. Their places follow those of an earlier run. */
const messageFactory = ({ secrets }: WebhooksDeps, left: OutboxContent): DeliveryDeps['newMessage'] => {
  let last = left.waiting.reduce((most, { message }) => Math.max(most, message.place), 0);
  return (content) => ({ id: `msg_${secrets.id()}`, place: (last += 1), ...content });
};

/** Keeps a queue for each webhook of the layout in force. Returns them, and what stops following. */
const followLayout = (deps: WebhooksDeps, store: () => Outbox, deliveryDeps: DeliveryDeps) => {
  const { studio, log } = deps;
  const deliveries = new Map<string, Delivery>();
  let isStarted = false;
  const follow = (): void => {
    reconcile(deliveries, studio.layout.webhooks ?? [], {
      open: (webhook) => {
        const delivery = new Delivery(webhook, deliveryDeps);
        if (isStarted) delivery.start();
        return delivery;
      },
      serves: (delivery, webhook) => {
        delivery.serve(webhook);
        return true;
      },
      close: (delivery) => {
        const [webhook, count] = [delivery.definition.id, delivery.waiting().length];
        delivery.end();
        if (count > 0) log.warn('the messages of a webhook that was removed are dropped', { webhook, count });
        store().rewrite();
      },
    });
  };
  follow();
  return {
    deliveries,
    unsubscribe: studio.watchLayout(follow),
    start: () => {
      isStarted = true;
      for (const delivery of deliveries.values()) delivery.start();
    },
  };
};

/** Gives the queues what an earlier run has left. Returns whether some of it belongs to no webhook any more. */
const restore = (deliveries: ReadonlyMap<string, Delivery>, { waiting, lost }: OutboxContent, log: Log): boolean => {
  for (const [id, delivery] of deliveries) {
    const own = waiting.filter(({ to }) => to.includes(id)).map(({ message }) => message);
    delivery.restore(
      own,
      lost.find(({ webhook }) => webhook === id),
    );
  }
  const gone = new Set(waiting.flatMap(({ to }) => to).filter((id) => !deliveries.has(id)));
  for (const webhook of gone) log.warn('the messages of a webhook that was removed are dropped', { webhook });
  return gone.size > 0;
};

interface SentTest extends Pick<DeliveryDeps, 'newMessage'> {
  readonly signal: AbortSignal;
  readonly held?: ReadonlyMap<string, string>;
}

/** Sends a test once. */
const sendTest = async (
  { clock, send }: WebhooksDeps,
  webhook: WebhookDefinition,
  { newMessage, signal, held }: SentTest,
): Promise<TestResult> => {
  const [timeMs, subject, features] = [clock.now(), 'test', []];
  const body = bodyOf('test', timeMs, { webhook: webhook.id });
  const message = newMessage({ timeMs, subject, features, body });
  return testResult(`${webhook.id} (${hostOf(webhook)})`, await send(webhook, message, signal, held));
};

/** Returns the webhooks of the studio file. `left` is what an earlier run has not delivered. */
export const webhooks = (deps: WebhooksDeps, left: OutboxContent): Webhooks => {
  const { studio, clock, log, limits = deliveryLimits } = deps;
  const maySend = readable(deps);
  const newMessage = messageFactory(deps, left);
  const changed = (change: OutboxChange): void => {
    store.note(change);
  };
  const deliveryDeps: DeliveryDeps = { ...deps, limits, newMessage, maySend, changed };
  const followed = followLayout(deps, () => store, deliveryDeps);
  const { deliveries } = followed;
  const store = new Outbox({ ...deps, content: () => contentOf(deliveries) });

  const report: Report = (occurrence, features) => {
    const { type, subject, data } = occurrence;
    if (!maySend(features)) return;
    const to = [...deliveries.values()].filter(
      ({ definition }) => hasChosen(definition, type) && !isAboutItself(definition, occurrence),
    );
    if (to.length === 0) return;
    const timeMs = clock.now();
    const message = newMessage({ timeMs, subject, features, body: bodyOf(type, timeMs, data) });
    changed({ waits: { message, to: to.map(({ definition }) => definition.id) } });
    for (const delivery of to) delivery.add(message);
  };

  if (restore(deliveries, left, log)) store.rewrite();
  const unsubscribe = watchOccurrences(deps, report);
  const stopping = new AbortController();

  return {
    start: followed.start,
    test: async (id) => {
      const webhook = studio.layout.webhooks?.find((one) => one.id === id);
      return webhook && sendTest(deps, webhook, { newMessage, signal: stopping.signal });
    },
    testDraft: (webhook, held, signal) =>
      sendTest(deps, webhook, { newMessage, held, signal: AbortSignal.any([stopping.signal, signal]) }),
    settled: () => store.settled(),
    stop: async () => {
      stopping.abort();
      unsubscribe();
      followed.unsubscribe();
      for (const delivery of deliveries.values()) delivery.stop();
      await store.close();
    },
  };
};
