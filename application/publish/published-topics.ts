// Keeps the messages that a broker retains as they should be: for each topic only the newest one waits to be sent (PUBLISH-5).
import type { PublishLink } from '../ports/publish-link.js';

/** The payloads by topic. */
export type Messages = ReadonlyMap<string, string>;

/** How many messages are sent before the first of them is acknowledged: less than brokers receive at once (20 in Mosquitto). */
const maxInFlight = 16;

/** The topics of one broker. Nothing is kept of what could not be sent before the connection was lost. */
export class PublishedTopics {
  #wanted: Messages = new Map();
  /** The topics that wait, the one first that has waited longest. */
  readonly #waiting = new Set<string>();
  readonly #inFlight = new Set<string>();
  #isOpen = false;
  #whenSent: () => void = () => undefined;

  constructor(private readonly publish: PublishLink['publish']) {}

  /** The messages from now on. A topic that is not among them any more is cleared. */
  replace(wanted: Messages): void {
    const before = this.#wanted;
    this.#wanted = wanted;
    for (const [topic, payload] of wanted) if (before.get(topic) !== payload) this.#wait(topic);
    for (const topic of before.keys()) if (!wanted.has(topic)) this.#wait(topic);
    this.#send();
  }

  /** The broker keeps a message on a topic, which is cleared unless it should have one. */
  kept(topic: string): void {
    if (this.#wanted.has(topic)) return;
    this.#wait(topic);
    this.#send();
  }

  /** The connection is open: the broker may keep anything. */
  opened(): void {
    this.#isOpen = true;
    for (const topic of this.#wanted.keys()) this.#wait(topic);
    this.#send();
  }

  /** The connection is lost. */
  lost(): void {
    this.#isOpen = false;
    this.#inFlight.clear();
    this.#waiting.clear();
    this.#whenSent();
  }

  /** Resolves when the broker has acknowledged everything, or the connection is lost. */
  sent(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenSent = resolve;
      this.#notify();
    });
  }

  #wait(topic: string): void {
    if (this.#isOpen) this.#waiting.add(topic);
  }

  /** Of two messages on a topic, the second waits for the acknowledgement of the first. */
  #send(): void {
    for (const topic of this.#waiting) {
      if (this.#inFlight.size >= maxInFlight) return;
      if (this.#inFlight.has(topic)) continue;
      this.#waiting.delete(topic);
      this.#inFlight.add(topic);
      this.publish(topic, this.#wanted.get(topic) ?? '', () => {
        this.#inFlight.delete(topic);
        this.#send();
        this.#notify();
      });
    }
  }

  #notify(): void {
    if (this.#inFlight.size === 0 && this.#waiting.size === 0) this.#whenSent();
  }
}
