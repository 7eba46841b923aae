// Raises an alarm while the receiver of a webhook accepts nothing, or not everything (WEBHOOK-8).
import { hostOf, type WebhookDefinition } from '../../domain/studio/webhook.js';
import type { Alarms } from '../alarms/alarms.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';

export interface ReceiverHealthDeps {
  readonly alarms: Pick<Alarms, 'raise' | 'clear'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long a receiver may fail until the alarm is raised, in milliseconds. */
const awayAfterMs = 60_000;

/** What is known of the receiver of one webhook. */
export class ReceiverHealth {
  /** Whether no message was accepted since an attempt that reached nobody, or that the receiver could not serve. */
  #isAway = false;
  /** The subjects whose oldest message the receiver refuses. */
  readonly #refused = new Set<string>();
  #isLosing = false;
  #reason = '';
  #cancelTimer: (() => void) | undefined;
  #isRaised = false;

  constructor(
    private webhook: WebhookDefinition,
    private readonly deps: ReceiverHealthDeps,
  ) {}

  serve(webhook: WebhookDefinition): void {
    this.webhook = webhook;
  }

  failed(subject: string, reason: string, isRefused: boolean): void {
    this.#reason = reason;
    this.#isAway = !isRefused;
    if (isRefused) this.#refused.add(subject);
    if (this.#cancelTimer === undefined) {
      this.deps.log.warn('a webhook does not accept a message, which waits', { ...this.#fields(), reason });
      this.#cancelTimer = this.deps.clock.after(awayAfterMs, () => {
        this.#isRaised = true;
        this.#raise();
      });
    }
    this.#raise();
  }

  /** The receiver has accepted a message of a subject. */
  delivered(subject: string): void {
    this.#isAway = false;
    this.#refused.delete(subject);
    this.#update();
  }

  /** A refused message is no longer waiting. */
  forget(subject: string): void {
    this.#refused.delete(subject);
    this.#update();
  }

  /** Nothing waits: whether the receiver is there is unknown. */
  idle(): void {
    this.#isAway = false;
    this.#update();
  }

  losing(isLosing: boolean): void {
    const hasBegun = isLosing && !this.#isLosing;
    this.#isLosing = isLosing;
    if (hasBegun) {
      this.deps.log.error('messages for a webhook are being dropped: too many wait, or too long', this.#fields());
      this.#isRaised = true;
      this.#raise();
    }
    this.#update();
  }

  /** Ends with its webhook. */
  stop(): void {
    this.#cancelTimer?.();
  }

  /** Clears the alarm. */
  end(): void {
    this.stop();
    this.deps.alarms.clear('webhook_away', this.webhook.id);
  }

  #fields(): { readonly webhook: string; readonly host: string } {
    return { webhook: this.webhook.id, host: hostOf(this.webhook) };
  }

  #isFailing(): boolean {
    return this.#isAway || this.#refused.size > 0;
  }

  #raise(): void {
    if (!this.#isRaised) return;
    const { webhook, host } = this.#fields();
    const why = this.#isFailing() ? ` does not accept messages: ${this.#reason}` : ' accepts messages too slowly';
    const loss = this.#isLosing ? '; the oldest messages are dropped' : '';
    this.deps.alarms.raise('webhook_away', webhook, `the webhook "${webhook}" (${host})${why}${loss}`);
  }

  #update(): void {
    if (this.#isFailing()) return;
    const wasFailing = this.#cancelTimer !== undefined;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (wasFailing) this.deps.log.info('a webhook accepts messages again', this.#fields());
    if (this.#isLosing) return;
    this.#isRaised = false;
    this.deps.alarms.clear('webhook_away', this.webhook.id);
  }
}
