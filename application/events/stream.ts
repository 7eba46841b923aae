// One stream of events: what it begins with, what it goes on with, and when it ends.
import type { CallContext, StreamListener, StreamedEvent } from '../api/operation.js';
import type { Clock } from '../ports/clock.js';
import type { StudioEvent, View } from './view.js';

/** Why a listener has to read the state anew: what was before its stream, or in between, isn't told. */
export type ResetReason = 'begun' | 'missed' | 'changed';

/** What streams need of whoever keeps them. */
export interface StreamDeps {
  readonly clock: Clock;
  readonly viewOf: (caller: CallContext['caller']) => View;
  readonly reset: (reason: ResetReason) => StreamedEvent;
}

/** Comments that keep the way open are so far apart, milliseconds (decisions, part 4). */
const beatMs = 15_000;

/** Whose seat a stream takes: a device's, or an address's. */
export const streamOwner = ({ caller, identity, address }: CallContext): string =>
  caller?.kind === 'device' ? identity : `address:${address}`;

/** A stream to one follower. */
export class Stream {
  #view: View;
  #callOff = (): void => undefined;

  constructor(
    private readonly context: CallContext,
    private readonly follower: StreamListener,
    private readonly needs: StreamDeps,
  ) {
    this.#view = needs.viewOf(context.caller);
    this.#beatLater();
  }

  get seat(): string {
    return streamOwner(this.context);
  }

  /** Tells what was missed, or that this isn't known. */
  begin(missed: readonly StudioEvent[] | undefined): void {
    if (missed === undefined) this.#reset(this.context.listening?.seen === undefined ? 'begun' : 'missed');
    else this.tell(missed);
  }

  /** Tells as much as the caller may see. */
  tell(happenings: readonly StudioEvent[]): void {
    this.follower.tell(happenings.filter(this.#view.sees).map(({ event }) => event));
  }

  /** Judges the stream by what is in force and by who holds the studio now; false where its caller isn't let in any more. */
  judgeAnew(): boolean {
    const caller = this.context.callerNow();
    if (caller === undefined) return false;
    const before = this.#view;
    this.#view = this.needs.viewOf(caller);
    if (this.#view.mark !== before.mark) this.#reset('changed');
    return true;
  }

  end(): void {
    this.stop();
    this.follower.end();
  }

  /** Nobody listens any more. */
  stop(): void {
    this.#callOff();
  }

  #reset(reason: ResetReason): void {
    this.follower.tell([this.needs.reset(reason)]);
  }

  #beatLater(): void {
    this.#callOff = this.needs.clock.after(beatMs, () => {
      this.#beatLater();
      this.follower.beat();
    });
  }
}
