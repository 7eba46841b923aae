// Sends the tallies of one destination: at once when they change, and again at an interval (TALLY-10).
import { isEqual } from '../../domain/codec/equality.js';
import { repeatMsOf, type TallyDestination } from '../../domain/studio/tally-destination.js';
import type { Alarms } from '../alarms/alarms.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { OpenTallyLink, ShownDisplay, TallyAddress, TallyLink } from '../ports/tally-displays.js';

export interface TallySenderDeps {
  readonly open: OpenTallyLink;
  readonly clock: Clock;
  readonly log: Log;
  readonly alarms: Pick<Alarms, 'raise' | 'clear'>;
}

/** Returns what the displays of a destination show now, without those whose tally is unknown. */
export type ShownOn = (destination: TallyDestination) => readonly ShownDisplay[];

/** How long changes are collected before they are sent, in milliseconds. */
const collectMs = 5;

/** How long a destination may be disconnected before it counts as away, in milliseconds. */
const awayAfterMs = 5_000;

const addressOf = ({ displays: _, repeatMs: __, ...address }: TallyDestination): TallyAddress => address;

/** Keeps the displays of one destination up to date. */
export class TallySender {
  readonly #link: TallyLink;
  #isConnected = false;
  #sent: readonly ShownDisplay[] = [];
  #cancelRepeat = (): void => undefined;
  #cancelCollect: (() => void) | null = null;
  #cancelAway = (): void => undefined;

  constructor(
    private destination: TallyDestination,
    private readonly shownOn: ShownOn,
    private readonly deps: TallySenderDeps,
  ) {
    this.#awaitConnection();
    this.#link = deps.open(addressOf(destination), {
      ...deps,
      connected: (isConnected) => {
        this.#connected(isConnected);
      },
    });
    this.#repeat();
  }

  /** Serves another definition of the destination. Returns false if that has another address. */
  serve(destination: TallyDestination): boolean {
    if (!isEqual(addressOf(this.destination), addressOf(destination))) return false;
    this.destination = destination;
    this.#repeat();
    this.update();
    return true;
  }

  /** Sends what has changed, soon. */
  update(): void {
    this.#cancelCollect ??= this.deps.clock.after(collectMs, () => {
      this.#cancelCollect = null;
      if (!isEqual(this.#sent, this.shownOn(this.destination))) this.#send();
    });
  }

  /** Sends nothing more. The displays keep what they show. */
  stop(): void {
    // A link reports that it closes, which starts the timer of the alarm.
    this.#link.close();
    this.#cancelRepeat();
    this.#cancelCollect?.();
    this.#cancelAway();
  }

  /** Ends with its destination, and clears the alarm. */
  end(): void {
    this.stop();
    this.deps.alarms.clear('tally_away', this.destination.id);
  }

  #send(): void {
    const shown = this.shownOn(this.destination);
    if (!this.#isConnected) return;
    this.#sent = shown;
    if (shown.length > 0) this.#link.send(shown);
  }

  #repeat(): void {
    this.#cancelRepeat();
    this.#cancelRepeat = this.deps.clock.after(repeatMsOf(this.destination), () => {
      this.#send();
      this.#repeat();
    });
  }

  #connected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    this.#cancelAway();
    if (!isConnected) {
      this.#sent = [];
      this.#awaitConnection();
      return;
    }
    this.deps.alarms.clear('tally_away', this.destination.id);
    this.update();
  }

  /** Only a connection shows that a display is away. */
  #awaitConnection(): void {
    const { id, transport } = this.destination;
    if (transport === 'udp') return;
    this.#cancelAway = this.deps.clock.after(awayAfterMs, () => {
      this.deps.alarms.raise('tally_away', id, `the tally display "${id}" is not connected`);
    });
  }
}
