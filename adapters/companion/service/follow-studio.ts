// Keeps the studio up to date: reads it, follows its events, and connects again when the connection is lost.
import { setTimeout as delay } from 'node:timers/promises';
import type { OpenApi } from '../studio/document.js';
import { applyEvent, changesOutline, type Studio, type StudioEvent } from '../studio/studio.js';
import { readDegraded, readStudio } from './read-studio.js';
import { quietEvent, Refusal, type ServiceClient } from './service-client.js';

/** How the connection to the service is. */
export type ConnectionStatus =
  | { readonly kind: 'ok' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'unauthorized'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Receives what happens. */
export interface StudioListener {
  readonly onStatus: (status: ConnectionStatus) => void;
  /** The studio was read anew: its records, and what can be done with them, may differ. */
  readonly onRead: (studio: Studio) => void;
  /** One record has changed. */
  readonly onChange: (studio: Studio) => void;
}

/** The delay before the first attempt to connect again, in milliseconds. It doubles with each failed attempt. */
const firstDelayMs = 250;

/** The longest delay between attempts, in milliseconds. */
const longestDelayMs = 10_000;

/** Returns the delay before an attempt. Up to a quarter is random, so that many panels don't come back at once. */
const delayOf = (failures: number): number =>
  Math.min(firstDelayMs * 2 ** failures, longestDelayMs) * (0.75 + Math.random() / 4);

/** After how long the studio is read again, in milliseconds: no event reports another list of clips or angles. */
const readAgainMs = 300_000;

const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};

const statusOf = (error: unknown): ConnectionStatus =>
  error instanceof Refusal && (error.status === 401 || error.status === 403)
    ? { kind: 'unauthorized', message: error.message }
    : { kind: 'failed', message: messageOf(error) };

/** One studio that is followed. */
class Following {
  #studio: Studio | undefined;
  #lastEventId = '';
  #failures = 0;

  constructor(
    readonly client: ServiceClient,
    readonly listener: StudioListener,
    readonly signal: AbortSignal,
    readonly now: () => number,
  ) {}

  async #read(known?: OpenApi): Promise<void> {
    const studio = await readStudio(this.client, this.signal, this.now(), known);
    this.#studio = studio;
    this.#lastEventId = studio.state.lastEventId;
    this.listener.onRead(studio);
  }

  #isOutdated(studio: Studio, event: StudioEvent): boolean {
    return this.now() - studio.readAtMs > readAgainMs || changesOutline(studio, event);
  }

  async #receive(event: StudioEvent): Promise<void> {
    // A reset isn't sent again: if the state can't be read now, the next attempt begins with it.
    if (event.name === 'reset') this.#studio = undefined;
    if (this.#studio === undefined) return this.#read();
    if (this.#isOutdated(this.#studio, event)) return this.#read(this.#studio.document);
    if (event.name === quietEvent.name) return;
    const changed = applyEvent(this.#studio, event, this.now());
    const isAlarm = event.name === 'alarm';
    const degraded = isAlarm ? await readDegraded(this.client, this.signal) : changed.degraded;
    this.#studio = { ...changed, degraded };
    this.#lastEventId = event.id ?? this.#lastEventId;
    this.listener.onChange(this.#studio);
  }

  readonly #admitted = (): void => {
    this.#failures = 0;
    this.listener.onStatus({ kind: 'ok' });
  };

  /** Resolves when the event stream has ended. */
  async connect(): Promise<void> {
    if (this.#studio === undefined) await this.#read();
    const events = this.client.events(this.#lastEventId, this.#admitted, this.signal);
    for await (const event of events) await this.#receive(event);
  }

  /** Waits before the next attempt. */
  async pause(): Promise<void> {
    await delay(delayOf(this.#failures), undefined, { signal: this.signal }).catch(() => undefined);
    this.#failures += 1;
  }
}

/** Follows one studio until `signal` aborts. Never rejects. */
export const followStudio = async (
  client: ServiceClient,
  listener: StudioListener,
  signal: AbortSignal,
  now: () => number = Date.now,
): Promise<void> => {
  const following = new Following(client, listener, signal, now);
  const hasEnded = (): boolean => signal.aborted;
  while (!hasEnded()) {
    listener.onStatus({ kind: 'connecting' });
    const error = await following.connect().then(
      () => new Error('the service has closed the event stream'),
      (reason: unknown) => reason,
    );
    if (hasEnded()) return;
    listener.onStatus(statusOf(error));
    await following.pause();
  }
};
