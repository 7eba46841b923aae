// Delivers the messages of one webhook: those of a subject in their order, and each until it is accepted (WEBHOOK-4, WEBHOOK-5).
import { isEqual } from '../../domain/codec/equality.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import type { Feature } from '../../domain/feature.js';
import type { WebhookDefinition } from '../../domain/studio/webhook.js';
import { steadyMs, type Clock } from '../ports/clock.js';
import type { LostMessages, OutboxChange, SendWebhook, WebhookMessage } from '../ports/webhooks.js';
import { Attempts, type Outcome } from './attempts.js';
import type { DeliveryLimits } from './delivery-limits.js';
import { bodyOf } from './messages.js';
import { ReceiverHealth, type ReceiverHealthDeps } from './receiver-health.js';
import { WaitingMessages } from './waiting-messages.js';

export interface DeliveryDeps extends ReceiverHealthDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly send: SendWebhook;
  /** Returns a message with an id and a place. */
  readonly newMessage: (content: Omit<WebhookMessage, 'id' | 'place'>) => WebhookMessage;
  /** Whether messages about some features may be sent now. */
  readonly maySend: (features: readonly Feature[]) => boolean;
  /** Called with each change of what waits, besides new messages. */
  readonly changed: (change: OutboxChange) => void;
  readonly limits: DeliveryLimits;
}

/** The subject of the messages about lost ones. */
const lostSubject = 'messages.lost';

/** The queue of one webhook. */
export class Delivery {
  readonly #waiting = new WaitingMessages();
  readonly #health: ReceiverHealth;
  readonly #attempts: Attempts<string>;
  /** When the messages of this run were added, in milliseconds of the steady clock: the time of day may be set. */
  readonly #addedMs = new Map<string, number>();
  #lost = { count: 0, sinceMs: 0 };

  constructor(
    private webhook: WebhookDefinition,
    private readonly deps: DeliveryDeps,
  ) {
    this.#health = new ReceiverHealth(webhook, deps);
    this.#attempts = new Attempts({ ...deps, begin: this.#begin, ended: this.#ended });
  }

  get definition(): WebhookDefinition {
    return this.webhook;
  }

  waiting(): readonly WebhookMessage[] {
    return this.#waiting.all();
  }

  lost(): LostMessages {
    return { webhook: this.webhook.id, ...this.#lost };
  }

  /** Takes over what an earlier run has left. Called before `start`. */
  restore(messages: readonly WebhookMessage[], lost: Pick<LostMessages, 'count' | 'sinceMs'> | undefined): void {
    for (const message of messages) this.#enqueue(message);
    if (lost === undefined || lost.count === 0) return;
    this.#lost = { count: lost.count, sinceMs: lost.sinceMs };
    this.#attempts.offer(lostSubject);
  }

  start(): void {
    this.#attempts.start();
  }

  add(message: WebhookMessage): void {
    this.#addedMs.set(message.id, steadyMs(this.deps.clock));
    this.#enqueue(message);
    this.#dropExceeding();
    this.#attempts.pump();
  }

  /** Serves another definition of the webhook: what waits is sent there at once. */
  serve(webhook: WebhookDefinition): void {
    if (isEqual(webhook, this.webhook)) return;
    this.webhook = webhook;
    this.#health.serve(webhook);
    this.#attempts.retryAll();
    this.#attempts.pump();
  }

  /** Sends nothing more. What waits stays. */
  stop(): void {
    this.#health.stop();
    this.#attempts.stop();
  }

  /** Ends with its webhook. */
  end(): void {
    this.stop();
    this.#health.end();
  }

  #enqueue(message: WebhookMessage): void {
    this.#waiting.add(message);
    this.#attempts.offer(message.subject);
  }

  readonly #begin = (subject: string, signal: AbortSignal): Promise<Outcome> | undefined => {
    this.#dropOld();
    const message = this.#next(subject);
    return message && this.deps.send(this.webhook, message, signal);
  };

  /** Notes what became of the oldest message of a subject. */
  readonly #ended = (subject: string, outcome: Outcome): void => {
    const message = this.#waiting.first(subject);
    if (message === undefined || outcome === undefined) return;
    if (outcome.isDelivered) this.#delivered(message);
    else this.#health.failed(subject, outcome.reason, outcome.isRefused);
    if (this.#waiting.first(subject) !== undefined) this.#attempts.offer(subject);
  };

  /** Returns the oldest message of a subject that may be sent. Those that may not be read any more are forgotten. */
  #next(subject: string): WebhookMessage | undefined {
    for (;;) {
      const message = this.#waiting.first(subject) ?? this.#lossMessage(subject);
      if (message === undefined || this.deps.maySend(message.features)) return message;
      this.#forget(message);
      this.#attempts.forget(subject);
      this.#health.forget(subject);
    }
  }

  /** Returns the message about lost ones, whose number doesn't change any more. */
  #lossMessage(subject: string): WebhookMessage | undefined {
    const { count, sinceMs } = this.#lost;
    if (subject !== lostSubject || count === 0) return undefined;
    const timeMs = this.deps.clock.now();
    const body = bodyOf('messages.lost', timeMs, { count, since: utcTime(sinceMs) });
    const message = this.deps.newMessage({ timeMs, subject, features: [], body });
    this.#waiting.add(message);
    this.deps.changed({ waits: { message, to: [this.webhook.id] } });
    this.#setLost(0, 0);
    return message;
  }

  #setLost(count: number, sinceMs: number): void {
    this.#lost = { count, sinceMs };
    this.deps.changed({ lost: this.lost() });
  }

  #forget({ id, subject }: WebhookMessage): void {
    this.#waiting.remove(id);
    this.#addedMs.delete(id);
    this.deps.changed({ done: { webhook: this.webhook.id, id } });
    if (this.#waiting.size === 0 && this.#lost.count === 0) this.#health.idle();
    if (this.#waiting.first(subject) !== undefined) return;
    this.#attempts.forget(subject);
    this.#health.forget(subject);
  }

  readonly #mayBeDropped = ({ id, subject }: WebhookMessage): boolean =>
    subject !== lostSubject && !(this.#attempts.isSending(subject) && this.#waiting.first(subject)?.id === id);

  #drop(message: WebhookMessage): void {
    const { count, sinceMs } = this.#lost;
    this.#forget(message);
    this.#setLost(count + 1, count === 0 ? message.timeMs : sinceMs);
    this.#health.losing(true);
    this.#attempts.offer(lostSubject);
  }

  #dropExceeding(): void {
    const isReporting = this.#waiting.first(lostSubject) !== undefined;
    while (this.#waiting.size > this.deps.limits.maxWaiting + (isReporting ? 1 : 0)) {
      const oldest = this.#waiting.oldest(this.#mayBeDropped);
      if (oldest === undefined) return;
      this.#drop(oldest);
    }
  }

  #ageMs({ id, timeMs }: WebhookMessage): number {
    const { clock } = this.deps;
    const addedMs = this.#addedMs.get(id);
    return addedMs === undefined ? clock.now() - timeMs : steadyMs(clock) - addedMs;
  }

  #dropOld(): void {
    for (;;) {
      const oldest = this.#waiting.oldest(this.#mayBeDropped);
      if (oldest === undefined || this.#ageMs(oldest) <= this.deps.limits.maxAgeMs) return;
      this.#drop(oldest);
    }
  }

  #delivered(message: WebhookMessage): void {
    const { subject } = message;
    this.#forget(message);
    this.#health.delivered(subject);
    if (subject !== lostSubject) return;
    this.deps.log.info('a webhook has accepted how many messages it lost', { webhook: this.webhook.id });
    if (this.#lost.count === 0) this.#health.losing(false);
    else this.#attempts.offer(lostSubject);
  }
}
