// The playhead of a clip from one report to the next: whether it advances, and whether it jumped.

/** What a report shows of a clip. Times are in milliseconds; the duration of what has no known end is 0. */
export interface ShownPlayhead {
  /** `Running`, `Paused`, or another word for a clip that has ended. */
  readonly state: string;
  readonly positionMs: number;
  readonly durationMs: number;
  readonly loop: boolean;
}

/** A position that was reported, and when, in milliseconds since 1970 UTC. */
export interface Report {
  readonly positionMs: number;
  readonly atMs: number;
}

/** How far a playhead may be from where it is expected without having jumped, in milliseconds. */
const jumpMs = 100;

/** The longest frame, in milliseconds. Positions are whole frames. */
export const frameMs = 50;

/** How far a position may be from the one that a seek asked for, in milliseconds. */
const seekToleranceMs = 120;

export const isRunning = ({ state }: ShownPlayhead): boolean => state === 'Running';

export const isPaused = ({ state }: ShownPlayhead): boolean => state === 'Paused';

/** Whether a running playhead is elsewhere than it would be without a command. The end of a loop isn't. */
const hasJumped = (before: Report, input: ShownPlayhead, atMs: number): boolean => {
  const { positionMs, loop, durationMs } = input;
  const expectedMs = before.positionMs + (isRunning(input) ? atMs - before.atMs : 0);
  if (loop && expectedMs >= durationMs - jumpMs) return false;
  return positionMs < before.positionMs || Math.abs(positionMs - expectedMs) > jumpMs;
};

/** Whether the position may be the effect of a command that was sent `elapsedMs` milliseconds ago. */
type Fits = (input: ShownPlayhead, elapsedMs: number) => boolean;

const fitsStart: Fits = ({ positionMs }, elapsedMs) => positionMs <= elapsedMs + frameMs;

const fitsSeek =
  (soughtMs: number): Fits =>
  (input, elapsedMs) => {
    const distance = input.positionMs - soughtMs;
    const movedMs = input.loop && distance < -seekToleranceMs ? distance + input.durationMs : distance;
    return movedMs >= -seekToleranceMs && movedMs <= (isRunning(input) ? elapsedMs : 0) + seekToleranceMs;
  };

/**
 * Follows a clip after a command that moves its playhead. A position that doesn't fit is that of the run before. Then only a
 * jump shows the command: otherwise the run before would look like the new one as soon as it comes to the position.
 */
export class MovedPlayhead {
  #sentAtMs: number | undefined;
  #isEarlierRun = false;
  #last: Report | undefined;

  private constructor(
    private readonly fits: Fits,
    private readonly mustAdvance: boolean,
  ) {}

  /** Expects the beginning, and that the playhead advances from there. */
  static started(): MovedPlayhead {
    return new MovedPlayhead(fitsStart, true);
  }

  /** Expects a position, in milliseconds. */
  static sought(positionMs: number): MovedPlayhead {
    return new MovedPlayhead(fitsSeek(positionMs), false);
  }

  /** When the command was sent that moves the playhead, in milliseconds since 1970 UTC; undefined before. */
  get sentAtMs(): number | undefined {
    return this.#sentAtMs;
  }

  sent(atMs: number): void {
    this.#sentAtMs = atMs;
  }

  /** Takes a report. Returns whether it shows the command. */
  shows(input: ShownPlayhead, atMs: number): boolean {
    const last = this.#last;
    this.#last = { positionMs: input.positionMs, atMs };
    if (this.#sentAtMs === undefined) return false;
    if (!this.fits(input, atMs - this.#sentAtMs)) {
      this.#isEarlierRun = true;
      return false;
    }
    if (this.#isEarlierRun && last !== undefined && hasJumped(last, input, atMs)) this.#isEarlierRun = false;
    const advances = isRunning(input) && last !== undefined && input.positionMs > last.positionMs;
    return !this.#isEarlierRun && (advances || !this.mustAdvance);
  }
}
