// A command on its way to OBS.
import type { ClipSelection } from '../../../application/ports/players.js';
import type { RequestPlan, ObsSceneCommand } from './scene-commands.js';
import type { ReportContext } from './scene-state.js';

/** A command, and what is known of its progress. */
export class SentJob {
  /** When it was sent, in milliseconds of the steady clock; Infinity before. */
  sentAtMs = Infinity;
  /** The number of the first reading that shows its effect; Infinity before OBS has executed it. */
  judgedFrom = Infinity;
  /** Whether OBS has reported since then that the input started. */
  isStarted = false;
  /** Whether the medium of a cue is being paused. */
  isPausing = false;
  #plan: RequestPlan | undefined;
  #firstCursorMs: number | undefined;

  constructor(readonly command: ObsSceneCommand) {}

  /** The index of the input that it is about; -1 before it was sent. */
  get input(): number {
    return this.#plan?.input ?? -1;
  }

  /** The clip that it is about; null for none. */
  get selection(): ClipSelection | null {
    return this.#plan?.selection ?? ('selection' in this.command ? this.command.selection : null);
  }

  get isSent(): boolean {
    return this.sentAtMs < Infinity;
  }

  /** How a reading shows the clip that the command changes. */
  clipIn(reading: number): ReportContext['clip'] {
    if (!this.isSent) return 'free';
    return reading < this.judgedFrom ? 'held' : 'awaited';
  }

  send(plan: RequestPlan, nowMs: number): void {
    this.#plan = plan;
    this.sentAtMs = nowMs;
  }

  /** Whether it puts a clip on air. */
  get isClip(): boolean {
    return this.command.type === 'play' || this.command.type === 'take';
  }

  /** Whether the position has moved since the first one that was noted. */
  hasMovedTo(cursorMs: number): boolean {
    this.#firstCursorMs ??= cursorMs;
    return cursorMs !== this.#firstCursorMs;
  }
}
