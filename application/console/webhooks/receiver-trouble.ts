// Shows and logs that the receiver of a webhook of the console has not accepted a message for a minute (WEBHOOK-17).
import { utcTime } from '../../../domain/codec/utc-time.js';
import type { WebhookTrouble } from '../../../domain/console/webhook.js';
import { hostOf } from '../../../domain/studio/webhook.js';
import type { Clock } from '../../ports/clock.js';
import type { StoredWebhook, WebhookStore } from '../../ports/console-store.js';
import type { Log } from '../../ports/log.js';

export interface ReceiverTroubleDeps {
  readonly store: Pick<WebhookStore, 'setWebhookTrouble'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long a receiver may fail until that is shown, in milliseconds. */
const shownAfterMs = 60_000;

/** What is shown of one receiver. */
export class ReceiverTrouble {
  /** What is shown, maybe since an earlier run. If it could not be stored, the next attempt stores it. */
  #shown: WebhookTrouble | null;
  /** The first failure; undefined while none is known. */
  #first: { readonly since: string; readonly cancel: () => void } | undefined;
  #answer = '';
  #isStored = true;

  constructor(
    private webhook: StoredWebhook,
    private readonly deps: ReceiverTroubleDeps,
  ) {
    this.#shown = webhook.trouble;
  }

  serve(webhook: StoredWebhook): void {
    this.webhook = webhook;
  }

  /** Notes an attempt that was not accepted. */
  failed(answer: string): void {
    this.#answer = answer;
    if (this.#shown !== null) {
      if (this.#shown.answer !== answer || !this.#isStored) this.#store({ ...this.#shown, answer });
      return;
    }
    const { clock, log } = this.deps;
    this.#first ??= {
      since: utcTime(clock.now()),
      cancel: clock.after(shownAfterMs, () => {
        log.warn('a webhook of the console has not accepted a message for a minute', {
          ...this.#fields(),
          answer: this.#answer,
        });
        this.#store({ since: this.#first?.since ?? utcTime(clock.now()), answer: this.#answer });
      }),
    };
  }

  /** Notes that nothing fails. */
  ended(): void {
    this.stop();
    this.#first = undefined;
    if (this.#shown !== null)
      this.deps.log.info('a webhook of the console has no failed message any more', this.#fields());
    if (this.#shown !== null || !this.#isStored) this.#store(null);
  }

  stop(): void {
    this.#first?.cancel();
  }

  #fields(): { readonly webhook: string; readonly host: string } {
    return { webhook: this.webhook.name, host: hostOf(this.webhook) };
  }

  #store(trouble: WebhookTrouble | null): void {
    this.#shown = trouble;
    this.#isStored = true;
    this.deps.store.setWebhookTrouble(this.webhook.id, trouble).catch(() => {
      this.#isStored = false;
    });
  }
}
