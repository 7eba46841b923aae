// One layer of a channel: the clip that runs on it, and its pending commands.
import type { Scene } from '../../../domain/studio/output.js';
import type { Foreground } from './channel.js';
import { showsRun, describeForeground } from './picture.js';
import { startRun, endsAtMs, followRun, isStuck, type ReportContext, type ClipRun } from './clip-run.js';
import type { PendingCommand } from './pending-command.js';

/** How long after a command's last progress its channel is polled often, in milliseconds. */
const frequentPollMs = 2_000;

/** The layer on which one scene plays. */
export class Layer {
  #run: ClipRun | null = null;
  /** By request number, ascending. */
  readonly #pending = new Map<number, PendingCommand>();

  constructor(
    readonly scene: string,
    readonly number: number,
  ) {}

  get pendingCount(): number {
    return this.#pending.size;
  }

  add(request: number, command: PendingCommand): void {
    this.#pending.set(request, command);
  }

  /** Stops tracking a command. */
  remove(request: number): void {
    this.#pending.delete(request);
  }

  /** Fails every pending command, accepted or not: their outcome is unknown. */
  failAll(message: string): void {
    const commands = [...this.#pending.values()];
    this.#pending.clear();
    for (const command of commands) command.fail(message);
  }

  /** Applies a state report. Commands with a number below `request`, the report's request, are settled by it. */
  applyReport(foreground: Foreground | undefined, request: number, context: ReportContext): void {
    const covered = [...this.#pending].filter(([number]) => number < request);
    const newest = covered.pop();
    for (const [number, command] of covered) {
      this.remove(number);
      command.supersede();
    }
    if (newest !== undefined && this.#isDone(foreground, newest[1], context))
      this.#confirm(newest, foreground, context);
    else {
      newest?.[1].observe(describeForeground(foreground), context.nowMs);
      this.#run = followRun(this.#run, foreground, context);
    }
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

  /** When the layer is expected to change: `nowMs` after a recent command, else when its clip should end. */
  nextChangeAtMs(nowMs: number): number {
    const isAwaited = [...this.#pending.values()].some(
      ({ lastProgressAtMs }) => nowMs - lastProgressAtMs < frequentPollMs,
    );
    if (isAwaited) return nowMs;
    return this.#run === null ? Infinity : endsAtMs(this.#run);
  }

  #isDone(
    foreground: Foreground | undefined,
    { selection, sentAtMs }: PendingCommand,
    { nowMs, folder }: ReportContext,
  ): boolean {
    if (foreground === undefined || foreground.producer === 'empty') return selection === null;
    return selection !== null && showsRun(foreground, selection.clip, nowMs - sentAtMs, folder);
  }

  #confirm(
    [number, command]: [number, PendingCommand],
    foreground: Foreground | undefined,
    { nowMs }: ReportContext,
  ): void {
    const { selection, sentAtMs } = command;
    this.remove(number);
    const startedAtMs = Math.max(sentAtMs, Math.round(nowMs - (foreground?.timeS ?? 0) * 1_000));
    this.#run =
      selection === null || foreground === undefined ? null : startRun(selection, startedAtMs, foreground, nowMs);
    command.confirm();
  }
}
