// Keeps the studio up to date: reads it, follows its events, and connects again when the connection is lost.
import { setTimeout as delay } from 'node:timers/promises';
import { Refusal, type Heartbeat, type StudioClient, type StudioEvent } from '../../client/client.js';
import type { ServiceDocument } from '../studio/document.js';
import { applyEvent, changesOutline, type KnownStudio } from '../studio/studio.js';
import { readDegraded, readStudio, readVersion, type StudioReader } from './read-studio.js';

/** What the module follows the studio with. */
export type FollowedService = StudioReader & Pick<StudioClient, 'connect'>;

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
  readonly onRead: (studio: KnownStudio) => void;
  /** One record has changed. */
  readonly onChange: (studio: KnownStudio) => void;
}

/** The delay before the first attempt to connect again, in milliseconds. It doubles with each failed attempt. */
const firstDelayMs = 250;

/** The longest delay between attempts, in milliseconds. */
const longestDelayMs = 10_000;

/** Returns the delay before an attempt. Up to a quarter is random, so that many panels don't come back at once. */
const delayOf = (failures: number): number =>
  Math.min(firstDelayMs * 2 ** failures, longestDelayMs) * (0.75 + Math.random() / 4);

/** After how long a stream counts as a connection that works, in milliseconds. */
const lastingMs = 10_000;

/** Resolves after a delay in milliseconds, or when the signal aborts. */
type Wait = (delayMs: number, signal: AbortSignal) => Promise<unknown>;

const untilPassed: Wait = (delayMs, signal) => delay(delayMs, undefined, { signal }).catch(() => undefined);

/** After how long the studio is read again, in milliseconds: no event reports another list of clips or angles. */
const readAgainMs = 300_000;

/** Returns the message of the first cause, such as that of the network. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? messageOf(error.cause) : error.message;
};

const statusOf = (error: unknown): ConnectionStatus =>
  error instanceof Refusal && (error.status === 401 || error.status === 403)
    ? { kind: 'unauthorized', message: error.message }
    : { kind: 'failed', message: messageOf(error) };

/** One studio that is followed. */
class Following {
  #studio: KnownStudio | undefined;
  /** The document that was read before a reset. */
  #document: ServiceDocument | undefined;
  #lastEventId = '';
  #failures = 0;
  #admittedAtMs: number | undefined;

  constructor(
    readonly client: FollowedService,
    readonly listener: StudioListener,
    readonly signal: AbortSignal,
    readonly now: () => number,
    readonly wait: Wait,
  ) {}

  async #read(known?: ServiceDocument): Promise<void> {
    const studio = await readStudio(this.client, this.signal, this.now(), known);
    this.#studio = studio;
    this.#lastEventId = studio.state.lastEventId;
    this.listener.onRead(studio);
  }

  #forget(): void {
    this.#document = this.#studio?.document;
    this.#studio = undefined;
  }

  /** The document is large, and differs only between versions of the service. */
  async #readAnew(): Promise<void> {
    const known = this.#document;
    if (known === undefined) return this.#read();
    const version = await readVersion(this.client, this.signal);
    return this.#read(version === known.info.version ? known : undefined);
  }

  #isOutdated(studio: KnownStudio, event: StudioEvent | Heartbeat): boolean {
    if (this.now() - studio.readAtMs > readAgainMs) return true;
    return event.type !== 'heartbeat' && changesOutline(studio, event);
  }

  async #receive(event: StudioEvent | Heartbeat): Promise<void> {
    // A reset isn't sent again: if the state can't be read now, the next attempt begins with it.
    if (event.type === 'reset') this.#forget();
    if (this.#studio === undefined) return this.#readAnew();
    if (this.#isOutdated(this.#studio, event)) return this.#read(this.#studio.document);
    if (event.type === 'heartbeat') return;
    const changed = applyEvent(this.#studio, event, this.now());
    const isAlarm = event.type === 'alarm';
    const degraded = isAlarm ? await readDegraded(this.client, this.signal) : changed.degraded;
    this.#studio = { ...changed, degraded };
    this.#lastEventId = event.id === '' ? this.#lastEventId : event.id;
    this.listener.onChange(this.#studio);
  }

  readonly #admitted = (): void => {
    this.#admittedAtMs = this.now();
    this.listener.onStatus({ kind: 'ok' });
  };

  /** Resolves when the event stream has ended. */
  async connect(): Promise<void> {
    this.#admittedAtMs = undefined;
    if (this.#studio === undefined) await this.#readAnew();
    const { signal } = this;
    const events = this.client.connect({
      lastEventId: this.#lastEventId,
      records: false,
      onOpen: this.#admitted,
      signal,
    });
    for await (const event of events) await this.#receive(event);
  }

  /** A stream that is admitted and ends at once is a failed attempt too. */
  #hasLasted(): boolean {
    return this.#admittedAtMs !== undefined && this.now() - this.#admittedAtMs >= lastingMs;
  }

  /** Waits before the next attempt. */
  async pause(): Promise<void> {
    if (this.#hasLasted()) this.#failures = 0;
    await this.wait(delayOf(this.#failures), this.signal);
    this.#failures += 1;
  }
}

/** Follows one studio until `signal` aborts. Never rejects. */
export const followStudio = async (
  client: FollowedService,
  listener: StudioListener,
  signal: AbortSignal,
  now: () => number = Date.now,
  wait: Wait = untilPassed,
): Promise<void> => {
  const following = new Following(client, listener, signal, now, wait);
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
