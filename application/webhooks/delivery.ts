// Delivers the messages of one webhook: those of a subject in their order, and each until it is accepted (WEBHOOK-4, WEBHOOK-5).
import { jitteredDelayMs } from '../../domain/backoff.js';
import { isEqual } from '../../domain/codec/equality.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import type { Feature } from '../../domain/feature.js';
import type { WebhookDefinition } from '../../domain/studio/webhook.js';
import { steadyMs, type Clock } from '../ports/clock.js';
import type { Attempt, LostMessages, OutboxChange, SendWebhook, WebhookMessage } from '../ports/webhooks.js';
import { maxConcurrent, subjectsOfAway, type DeliveryLimits } from './delivery-limits.js';
import { bodyOf } from './messages.js';
import { ReceiverHealth, type ReceiverHealthDeps } from './receiver-health.js';
import { ReceiverPause } from './receiver-pause.js';
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

/** A subject whose oldest message has failed. */
interface Retry {
  failures: number;
  isRefused: boolean;
  /** Undefined once the delay is over, or while the receiver as a whole is left alone. */
  cancel: (() => void) | undefined;
}

/** The queue of one webhook. */
export class Delivery {
  readonly #waiting = new WaitingMessages();
  /** Subjects with a message that may be sent now. The first is the next one. */
  readonly #ready = new Set<string>();
  readonly #sending = new Map<string, { readonly id: string; readonly abort: AbortController }>();
  readonly #retries = new Map<string, Retry>();
  readonly #health: ReceiverHealth;
  readonly #pause: ReceiverPause;
  /** When the messages of this run were added, in milliseconds of the steady clock: the time of day may be set. */
  readonly #addedMs = new Map<string, number>();
  #lost = { count: 0, sinceMs: 0 };
  #isRunning = false;

  constructor(
    private webhook: WebhookDefinition,
    private readonly deps: DeliveryDeps,
  ) {
    this.#health = new ReceiverHealth(webhook, deps);
    const lengthMs = (number: number) => Math.min(this.#delayMs(number, 0), deps.limits.maxPauseMs);
    this.#pause = new ReceiverPause({ clock: deps.clock, lengthMs, onAttempt: this.#pump });
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
    this.#ready.add(lostSubject);
  }

  start(): void {
    this.#isRunning = true;
    this.#pump();
  }

  add(message: WebhookMessage): void {
    this.#addedMs.set(message.id, steadyMs(this.deps.clock));
    this.#enqueue(message);
    this.#dropExceeding();
    this.#pump();
  }

  /** Serves another definition of the webhook: what waits is sent there at once. */
  serve(webhook: WebhookDefinition): void {
    if (isEqual(webhook, this.webhook)) return;
    this.webhook = webhook;
    this.#health.serve(webhook);
    this.#endPause(Infinity);
    for (const [subject, retry] of this.#retries) this.#retryNow(subject, retry);
    this.#pump();
  }

  /** Sends nothing more. What waits stays. */
  stop(): void {
    this.#isRunning = false;
    this.#health.stop();
    this.#endPause(Infinity);
    for (const { cancel } of this.#retries.values()) cancel?.();
    const aborted = [...this.#sending.values()];
    this.#sending.clear();
    for (const { abort } of aborted) abort.abort();
  }

  /** Ends with its webhook. */
  end(): void {
    this.stop();
    this.#health.end();
  }

  #enqueue(message: WebhookMessage): void {
    this.#waiting.add(message);
    this.#offer(message.subject);
  }

  /** Makes a subject ready, unless its oldest message is under way or waits for its next attempt. */
  #offer(subject: string): void {
    const isWaiting = this.#retries.get(subject)?.cancel !== undefined;
    if (!this.#sending.has(subject) && !isWaiting) this.#ready.add(subject);
  }

  #places(): number {
    if (!this.#isRunning || this.#pause.isResting) return 0;
    return (this.#pause.isOn ? 1 : maxConcurrent) - this.#sending.size;
  }

  readonly #pump = (): void => {
    while (this.#places() > 0) {
      const subject = this.#nextSubject();
      if (subject === undefined) return;
      this.#ready.delete(subject);
      this.#begin(subject);
    }
  };

  /** Returns the next subject. For a receiver that was left alone, one that hasn't failed: others may fail whatever its state. */
  #nextSubject(): string | undefined {
    if (this.#pause.isOn) for (const subject of this.#ready) if (!this.#retries.has(subject)) return subject;
    const [first] = this.#ready;
    return first;
  }

  #begin(subject: string): void {
    this.#dropOld();
    const message = this.#next(subject);
    if (message === undefined) return;
    const abort = new AbortController();
    const begunMs = steadyMs(this.deps.clock);
    this.#sending.set(subject, { id: message.id, abort });
    void this.deps.send(this.webhook, message, abort.signal).then((attempt) => {
      if (this.#sending.get(subject)?.abort !== abort) return;
      this.#sending.delete(subject);
      if (attempt.isDelivered) this.#delivered(message, begunMs);
      else this.#failed(subject, attempt, begunMs);
      if (this.#waiting.first(subject) !== undefined) this.#offer(subject);
      this.#pump();
    });
  }

  /** Returns the oldest message of a subject that may be sent. Those that may not be read any more are forgotten. */
  #next(subject: string): WebhookMessage | undefined {
    for (;;) {
      const message = this.#waiting.first(subject) ?? this.#lossMessage(subject);
      if (message === undefined || this.deps.maySend(message.features)) return message;
      this.#forget(message);
      this.#retries.delete(subject);
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
    this.#retries.get(subject)?.cancel?.();
    this.#retries.delete(subject);
    this.#health.forget(subject);
  }

  readonly #mayBeDropped = ({ id, subject }: WebhookMessage): boolean =>
    subject !== lostSubject && this.#sending.get(subject)?.id !== id;

  #drop(message: WebhookMessage): void {
    const { count, sinceMs } = this.#lost;
    this.#forget(message);
    this.#setLost(count + 1, count === 0 ? message.timeMs : sinceMs);
    this.#health.losing(true);
    this.#offer(lostSubject);
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

  #delivered(message: WebhookMessage, begunMs: number): void {
    const { subject } = message;
    this.#forget(message);
    this.#retries.delete(subject);
    this.#endPause(begunMs);
    this.#health.delivered(subject);
    if (subject !== lostSubject) return;
    this.deps.log.info('a webhook has accepted how many messages it lost', { webhook: this.webhook.id });
    if (this.#lost.count === 0) this.#health.losing(false);
    else this.#offer(lostSubject);
  }

  #failed(subject: string, attempt: Extract<Attempt, { isDelivered: false }>, begunMs: number): void {
    const { reason, isRefused, retryAfterMs = 0 } = attempt;
    const retry = this.#retries.get(subject) ?? { failures: 0, isRefused, cancel: undefined };
    this.#retries.set(subject, retry);
    retry.failures += 1;
    retry.isRefused = isRefused;
    this.#health.failed(subject, reason, isRefused);
    const leaveAloneMs = Math.min(retryAfterMs, this.deps.limits.maxRetryAfterMs);
    if (isRefused) {
      // The receiver is there.
      this.#endPause(begunMs);
      this.#retryLater(subject, retry, leaveAloneMs);
      return;
    }
    this.#retryLater(subject, retry, leaveAloneMs);
    if (this.#pause.isOn || leaveAloneMs > 0 || this.#failing() >= subjectsOfAway) this.#pause.begin(leaveAloneMs);
  }

  /** Returns how many subjects have failed because of the receiver. */
  #failing(): number {
    return [...this.#retries.values()].filter(({ isRefused }) => !isRefused).length;
  }

  #delayMs(failures: number, leastMs: number): number {
    return Math.max(jitteredDelayMs(this.deps.limits.backoff, failures, this.deps.random()), leastMs);
  }

  #retryLater(subject: string, retry: Retry, leastMs: number): void {
    retry.cancel = this.deps.clock.after(this.#delayMs(retry.failures, leastMs), () => {
      this.#retryNow(subject, retry);
      this.#pump();
    });
  }

  #retryNow(subject: string, retry: Retry): void {
    retry.cancel?.();
    retry.cancel = undefined;
    this.#offer(subject);
  }

  /** Attempts everything again that has failed no more often than the receiver as a whole. */
  #endPause(begunMs: number): void {
    const failures = this.#pause.end(begunMs);
    if (failures === undefined) return;
    for (const [subject, retry] of this.#retries)
      if (!retry.isRefused && retry.failures <= failures) this.#retryNow(subject, retry);
  }
}
