// One event stream: its first event, the events after that, its heartbeats and its end.
import type { CallContext, StreamListener, StreamedEvent } from '../api/operation.js';
import type { Clock } from '../ports/clock.js';
import type { RestartReason } from './event-types.js';
import type { StudioEvent, View } from './view.js';

export interface StreamDeps {
  readonly clock: Clock;
  /** The interval of heartbeats, in milliseconds. */
  readonly heartbeatMs: number;
  readonly viewOf: (caller: CallContext['caller']) => View;
  /** Returns a line for each type of events that a caller has chosen and may not see (EVENT-12). */
  readonly hidden: (caller: CallContext['caller']) => readonly string[];
  /** Returns the event with which the stream of a caller begins anew. */
  readonly restart: (reason: RestartReason, caller: CallContext['caller']) => StreamedEvent;
}

/** Interval of heartbeats in milliseconds, unless a caller chooses another (EVENT-3). */
export const defaultHeartbeatMs = 15_000;

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

  /** Sends the missed events, or begins anew if they are unknown. */
  begin(missed: readonly StudioEvent[] | undefined): void {
    const { caller, streamRequest } = this.context;
    if (missed === undefined) this.#restart(streamRequest?.lastEventId === undefined ? 'begun' : 'missed', caller);
    else {
      this.#comment(caller);
      this.send(missed);
    }
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
    if (this.#view.fingerprint !== before.fingerprint) this.#restart('changed', caller);
    return true;
  }

  /** Sends a reset if the caller could see one of these records, which are gone. */
  forget(removed: readonly Parameters<View['sees']>[0][]): void {
    const caller = this.context.currentCaller();
    if (removed.some(this.#view.sees)) this.#restart('changed', caller);
  }

  /** Begins anew: what the stream doesn't show has changed, such as a panel. */
  restart(): void {
    this.#restart('changed', this.context.currentCaller());
  }

  end(): void {
    this.stop();
    this.listener.end();
  }

  /** Stops the heartbeats of a stream whose listener is gone. */
  stop(): void {
    this.#cancelHeartbeat();
  }

  /** Nothing is sent to a caller that is no longer admitted: its stream is about to end. */
  #restart(reason: RestartReason, caller: CallContext['caller']): void {
    if (caller === undefined) return;
    this.#comment(caller);
    this.listener.send([this.deps.restart(reason, caller)]);
  }

  #comment(caller: CallContext['caller']): void {
    for (const line of this.deps.hidden(caller)) this.listener.sendComment(line);
  }

  #scheduleHeartbeat(): void {
    this.#cancelHeartbeat = this.deps.clock.after(this.deps.heartbeatMs, () => {
      this.#scheduleHeartbeat();
      this.listener.sendHeartbeat();
    });
  }
}
