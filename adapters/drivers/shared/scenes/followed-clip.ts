// Follows the clip that is on a scene from one report to the next.
import type { ClipSelection, SceneRun } from '../../../../application/ports/players.js';
import { pausedClip, positionAt, resumedClip, soughtClip } from '../../../../domain/studio/clip-time.js';
import { isPaused, isRunning, type ShownPlayhead, type Report } from './playhead.js';

/** How far a reported position may be from the expected one before the clip counts as moved, in milliseconds. */
const movedMs = 100;

/** How long a playhead may stand still before the clip counts as stuck, in milliseconds. */
const stuckMs = 1_000;

/** What the equipment has for a clip. */
export interface TimedInput {
  /** Whether it has a position that advances while it plays. */
  readonly isTimed: boolean;
}

/** A clip, and what the equipment has for it. */
export interface ClipOnAir<Input extends TimedInput = TimedInput> {
  readonly selection: ClipSelection;
  readonly input: Input;
}

const durationOf = ({ durationMs }: ShownPlayhead, { clip }: ClipSelection): number | null =>
  durationMs > 0 ? durationMs : (clip.durationMs ?? null);

/** Returns the run of a clip that is where the report shows it. `startedAtMs` is when it began, in milliseconds since 1970 UTC. */
const runAt = (selection: ClipSelection, input: ShownPlayhead, startedAtMs: number, atMs: number): SceneRun => ({
  ...selection,
  startedAtMs,
  positionMs: input.positionMs,
  asOfMs: atMs,
  paused: isPaused(input),
  loop: input.loop,
  durationMs: durationOf(input, selection),
});

/** Returns how far a report is from the expected position, the shorter way around a loop. */
const distanceTo = (run: SceneRun, { positionMs }: ShownPlayhead, atMs: number): number => {
  const distance = positionMs - positionAt(run, atMs);
  const { loop, durationMs } = run;
  if (!loop || durationMs === null || Math.abs(distance) <= durationMs / 2) return distance;
  return distance - Math.sign(distance) * durationMs;
};

const withPause = (run: SceneRun, input: ShownPlayhead, atMs: number): SceneRun => {
  if (run.paused === isPaused(input)) return run;
  return { ...run, ...(run.paused ? resumedClip(run, atMs) : pausedClip(run, atMs)) };
};

const sameRun = (before: SceneRun, input: ShownPlayhead, atMs: number): SceneRun => {
  const { aheadMs: _, ...run } = withPause(before, input, atMs);
  const expected = { ...run, loop: input.loop, durationMs: durationOf(input, run) };
  const offMs = Math.round(distanceTo(expected, input, atMs));
  if (offMs === 0) return expected;
  if (expected.paused || Math.abs(offMs) > movedMs)
    return { ...expected, ...soughtClip(expected, input.positionMs, atMs) };
  return { ...expected, aheadMs: offMs };
};

/** Any other state of a clip than running and paused is its end. */
const hasEnded = ({ input: { isTimed } }: ClipOnAir, input: ShownPlayhead): boolean =>
  isTimed && !isRunning(input) && !isPaused(input);

/** The clip on a scene. */
export class FollowedClip<Shown extends ShownPlayhead, Input extends TimedInput> {
  #run: SceneRun | null = null;
  #on: ClipOnAir<Input> | undefined;
  /** The last position, and since when the playhead stands there. */
  #playhead: Report | undefined;
  /** Whether another run may have begun since the last report, because the connection was lost. */
  #isUncertain = false;
  #isKnown = false;
  /** Whether the clip on air isn't known to run, and either stands still or follows another clip. */
  #isStanding = false;

  /** `isShown` returns whether a report shows what the equipment has for a clip. */
  constructor(private readonly isShown: (shown: Shown, input: Input) => boolean) {}

  /** Whether the reports since the connection was made show what is on. One alone doesn't show that a clip runs. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** The clip that runs or is paused; null for none. */
  get run(): SceneRun | null {
    return this.#run;
  }

  /** A clip whose picture is on air though it isn't known to run; undefined for none, and before a play's second report. */
  get standing(): ClipSelection | undefined {
    return this.#isStanding ? this.#on?.selection : undefined;
  }

  /** The clip on air and its input; undefined while none runs or is paused. */
  get onAir(): ClipOnAir<Input> | undefined {
    return this.#run === null ? undefined : this.#on;
  }

  /** A report shows that no clip is on air. */
  end(): void {
    this.#isKnown = true;
    this.#isStanding = false;
    this.#forget();
  }

  #forget(): void {
    this.#run = null;
    this.#on = undefined;
    this.#playhead = undefined;
  }

  /** The connection is lost. A clip that goes on meanwhile is the same run. */
  lose(): void {
    this.#isKnown = false;
    this.#isUncertain = true;
    this.#playhead = undefined;
  }

  /** Takes a report of what is on air; undefined if it is no clip. */
  follow(on: ClipOnAir<Input> | undefined, input: Shown, atMs: number): void {
    if (on === undefined || hasEnded(on, input)) {
      this.end();
      return;
    }
    const wasShown = this.#run !== null || this.#isStanding;
    if (!this.#continues(on, input, atMs)) this.#forget();
    this.#isUncertain = false;
    this.#on = on;
    this.#run = on.input.isTimed ? this.#timedRun(on.selection, input, atMs) : this.#stillRun(on.selection, atMs);
    this.#isStanding = this.#run === null && (wasShown || this.#isStuck(atMs));
    if (this.#run !== null || this.#isStuck(atMs)) this.#isKnown = true;
  }

  /** A command has started the clip anew. `sentAtMs` is when it was sent, in milliseconds since 1970 UTC. */
  restart(on: ClipOnAir<Input>, input: Shown, sentAtMs: number, atMs: number): void {
    this.#isKnown = true;
    this.#isStanding = false;
    this.#on = on;
    const startedAtMs = on.input.isTimed ? Math.max(sentAtMs, Math.round(atMs - input.positionMs)) : atMs;
    this.#run = on.input.isTimed ? runAt(on.selection, input, startedAtMs, atMs) : this.#still(on.selection, atMs);
  }

  /** Whether a report is one of the same run. While the connection is lost, another run may begin. */
  #continues(on: ClipOnAir<Input>, input: Shown, atMs: number): boolean {
    if (this.#on?.selection !== on.selection || !this.isShown(input, this.#on.input)) return false;
    if (!this.#isUncertain || !on.input.isTimed || this.#run === null) return true;
    return Math.abs(distanceTo(this.#run, input, atMs)) <= movedMs;
  }

  #timedRun(selection: ClipSelection, input: Shown, atMs: number): SceneRun | null {
    const before = this.#playhead;
    const stands = before?.positionMs === input.positionMs;
    if (!stands) this.#playhead = { positionMs: input.positionMs, atMs };
    if (isRunning(input) && this.#isStuck(atMs)) return null;
    if (this.#run !== null) return sameRun(this.#run, input, atMs);
    // A clip whose playhead hasn't moved yet may be one that can't be decoded.
    if (isRunning(input) && (before === undefined || stands)) return null;
    return runAt(selection, input, Math.round(atMs - input.positionMs), atMs);
  }

  #isStuck(atMs: number): boolean {
    return this.#playhead !== undefined && atMs - this.#playhead.atMs >= stuckMs;
  }

  #stillRun(selection: ClipSelection, atMs: number): SceneRun {
    return this.#run ?? this.#still(selection, atMs);
  }

  #still(selection: ClipSelection, atMs: number): SceneRun {
    const time = { startedAtMs: atMs, positionMs: 0, asOfMs: atMs, paused: false, loop: false };
    return { ...selection, ...time, durationMs: null };
  }
}
