// One layer of a channel: the clip that runs on it, and its pending commands.
import type { ClipSelection } from '../../../application/ports/players.js';
import { mediaOf } from '../../../domain/studio/clip.js';
import type { Scene } from '../../../domain/studio/output.js';
import type { LayerState } from './layer-state.js';
import { describeForeground, isEmpty, isFileOf, showsRun } from './picture.js';
import { endsAtMs, followRun, isStuck, startRun, type ClipRun, type ReportContext } from './clip-run.js';
import type { PendingCommand } from './pending-command.js';

/** The layer on which one scene plays. */
export class Layer {
  #run: ClipRun | null = null;
  #state: LayerState | undefined;
  #isKnown = false;
  /** By request number, ascending. */
  readonly #pending = new Map<number, PendingCommand>();

  constructor(
    readonly scene: string,
    readonly number: number,
  ) {}

  get pendingCount(): number {
    return this.#pending.size;
  }

  /** Whether the layer was reported since the connection was opened. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Whether a report from before a command could look like the command's effect. */
  mayShow(selection: ClipSelection | null, folder: string): boolean {
    const isPending = [...this.#pending.values()].some((command) => isSameThing(command.selection, selection));
    if (isPending || selection === null) return isPending || isEmpty(this.#state?.foreground);
    return isFileOf(selection.clip, this.#state?.foreground.path ?? '', folder);
  }

  add(request: number, command: PendingCommand): void {
    this.#pending.set(request, command);
  }

  /** Stops tracking a command. */
  remove(request: number): void {
    this.#pending.delete(request);
  }

  /** Fails every pending command, accepted or not: their outcome is unknown. Nothing is known of the layer any more. */
  lose(message: string): void {
    this.#isKnown = false;
    const commands = [...this.#pending.values()];
    this.#pending.clear();
    for (const command of commands) command.fail(message);
  }

  /** Applies a state report; `state` is undefined if the server has no such layer. Accepted commands are judged by it. */
  applyReport(state: LayerState | undefined, context: ReportContext): void {
    this.#isKnown = true;
    this.#state = state;
    const accepted = [...this.#pending].filter(([, { isAccepted }]) => isAccepted);
    const newest = accepted.pop();
    for (const [number, command] of accepted) {
      this.remove(number);
      command.supersede();
    }
    if (newest !== undefined && this.#isDone(newest[1], context)) this.#confirm(newest, context);
    else {
      newest?.[1].observe(describeForeground(state?.foreground), context.nowMs + context.validMs);
      this.#run = followRun(this.#run, state?.foreground, context);
    }
  }

  /** Ends a clip whose end was due by its last report. Needed while reports are rare. */
  elapse(nowMs: number): void {
    if (this.endsAtMs <= nowMs) this.#run = null;
  }

  /** When the clip ends by its last report, in milliseconds since 1970 UTC; Infinity if that isn't known. */
  get endsAtMs(): number {
    return this.#run === null ? Infinity : endsAtMs(this.#run);
  }

  /** Returns what the scene plays. */
  snapshot(): Scene {
    const run = this.#run === null || isStuck(this.#run) ? null : this.#run;
    return {
      id: this.scene,
      clip: run?.selection.clip.key ?? null,
      bank: run?.selection.bank ?? null,
      startedAt: run === null ? null : new Date(run.startedAtMs).toISOString(),
    };
  }

  #isDone({ selection, sentAtMs, effectiveAtMs }: PendingCommand, { nowMs, folder }: ReportContext): boolean {
    if (nowMs < effectiveAtMs) return false;
    const foreground = this.#state?.foreground;
    if (foreground === undefined || isEmpty(foreground)) return selection === null;
    return selection !== null && showsRun(foreground, selection.clip, nowMs - sentAtMs, folder);
  }

  #confirm([number, command]: [number, PendingCommand], { nowMs }: ReportContext): void {
    const { selection, sentAtMs } = command;
    const foreground = this.#state?.foreground;
    this.remove(number);
    const startedAtMs = Math.max(sentAtMs, Math.round(nowMs - (foreground?.timeS ?? 0) * 1_000));
    this.#run =
      selection === null || foreground === undefined ? null : startRun(selection, startedAtMs, foreground, nowMs);
    command.confirm();
  }
}

const isSameThing = (a: ClipSelection | null, b: ClipSelection | null): boolean =>
  (a && mediaOf(a.clip)) === (b && mediaOf(b.clip));
