// One event stream: its first event, the events after that, its heartbeats and its end.
import type { CallContext, StreamListener, StreamedEvent } from '../api/operation.js';
import type { Clock } from '../ports/clock.js';
import type { StudioEvent, View } from './view.js';

/** Why a client must read the state again: the stream is new, it missed events, or its caller may see other records. */
export type ResetReason = 'begun' | 'missed' | 'changed';

/** What streams use. */
export interface StreamDeps {
  readonly clock: Clock;
  readonly viewOf: (caller: CallContext['caller']) => View;
  readonly reset: (reason: ResetReason) => StreamedEvent;
}

/** Interval of heartbeats, in milliseconds (EVENT-3). */
const heartbeatIntervalMs = 15_000;

/** Returns the owner whose streams are counted together: a device, or an address. */
export const streamOwner = ({ caller, identity, address }: CallContext): string =>
  caller?.kind === 'device' ? identity : `address:${address}`;

/** A stream to one listener. */
export class Stream {
  #view: View;
  #cancelHeartbeat = (): void => undefined;

  constructor(
    private readonly context: CallContext,
    private readonly listener: StreamListener,
    private readonly deps: StreamDeps,
  ) {
    this.#view = deps.viewOf(context.caller);
    this.#scheduleHeartbeat();
  }

  get owner(): string {
    return streamOwner(this.context);
  }

  /** Sends the missed events, or a reset if they are unknown. */
  begin(missed: readonly StudioEvent[] | undefined): void {
    if (missed === undefined) this.#reset(this.context.streamRequest?.lastEventId === undefined ? 'begun' : 'missed');
    else this.send(missed);
  }

  /** Sends those of the events that the caller may see. */
  send(events: readonly StudioEvent[]): void {
    this.listener.send(events.filter(this.#view.sees).map(({ event }) => event));
  }

  /** Authorizes the stream again (EVENT-5). Returns false if its caller would no longer be admitted. */
  reauthorize(): boolean {
    const caller = this.context.currentCaller();
    if (caller === undefined) return false;
    const before = this.#view;
    this.#view = this.deps.viewOf(caller);
    if (this.#view.fingerprint !== before.fingerprint) this.#reset('changed');
    return true;
  }

  /** Sends a reset if the caller could see one of these records, which are gone. */
  forget(removed: readonly Parameters<View['sees']>[0][]): void {
    if (removed.some(this.#view.sees)) this.#reset('changed');
  }

  end(): void {
    this.stop();
    this.listener.end();
  }

  /** Stops the heartbeats of a stream whose listener is gone. */
  stop(): void {
    this.#cancelHeartbeat();
  }

  #reset(reason: ResetReason): void {
    this.listener.send([this.deps.reset(reason)]);
  }

  #scheduleHeartbeat(): void {
    this.#cancelHeartbeat = this.deps.clock.after(heartbeatIntervalMs, () => {
      this.#scheduleHeartbeat();
      this.listener.sendHeartbeat();
    });
  }
}
