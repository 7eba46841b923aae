// The messages of one webhook that wait, by their subjects. Their number and their age are limited (WEBHOOK-6).
import type { WebhookMessage } from '../ports/webhooks.js';

/** Messages that wait, oldest first. */
export class WaitingMessages {
  readonly #all = new Map<string, WebhookMessage>();
  readonly #subjects = new Map<string, Set<string>>();

  get size(): number {
    return this.#all.size;
  }

  /** Returns all messages, oldest first. */
  all(): readonly WebhookMessage[] {
    return [...this.#all.values()];
  }

  has(id: string): boolean {
    return this.#all.has(id);
  }

  add(message: WebhookMessage): void {
    this.#all.set(message.id, message);
    const ids = this.#subjects.get(message.subject);
    if (ids === undefined) this.#subjects.set(message.subject, new Set([message.id]));
    else ids.add(message.id);
  }

  /** Removes a message, if it still waits. */
  remove(id: string): void {
    const message = this.#all.get(id);
    if (message === undefined) return;
    this.#all.delete(id);
    const ids = this.#subjects.get(message.subject);
    ids?.delete(id);
    if (ids?.size === 0) this.#subjects.delete(message.subject);
  }

  /** Returns the oldest message of a subject; undefined if none waits. */
  first(subject: string): WebhookMessage | undefined {
    for (const id of this.#subjects.get(subject) ?? []) return this.#all.get(id);
    return undefined;
  }

  /** Returns the oldest message that may be dropped; undefined if none may. */
  oldest(mayBeDropped: (message: WebhookMessage) => boolean): WebhookMessage | undefined {
    for (const message of this.#all.values()) if (mayBeDropped(message)) return message;
    return undefined;
  }
}
