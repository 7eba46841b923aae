// One layer of a channel: what runs on it, and the commands that are under way to it.
import type { Scene } from '../../../domain/studio/output.js';
import type { Foreground } from './channel.js';
import { runs, shown } from './picture.js';
import { begun, endsAtMs, followRun, isStuck, type Reading, type ClipRun } from './clip-run.js';
import type { PendingCommand } from './pending-command.js';

/** How long after its last news a command's picture is looked for closely, milliseconds. */
const closeLookMs = 2_000;

/** A layer on which a scene plays. */
export class Layer {
  #run: ClipRun | null = null;
  /** By the numbers of their requests, rising. */
  readonly #open = new Map<number, PendingCommand>();

  constructor(
    readonly scene: string,
    readonly number: number,
  ) {}

  get openCount(): number {
    return this.#open.size;
  }

  await(number: number, command: PendingCommand): void {
    this.#open.set(number, command);
  }

  /** Nothing more will be heard of this command. */
  drop(number: number): void {
    this.#open.delete(number);
  }

  /** Nothing more will be heard of any command: taken or not, nobody can tell what has come of it. */
  failAll(what: string): void {
    const commands = [...this.#open.values()];
    this.#open.clear();
    for (const command of commands) command.fail(what);
  }

  /** Hears what it shows by the report that was asked for with request `asked`. */
  report(foreground: Foreground | undefined, asked: number, reading: Reading): void {
    const told = [...this.#open].filter(([number]) => number < asked);
    const newest = told.pop();
    for (const [number, command] of told) {
      this.drop(number);
      command.supersede();
    }
    if (newest !== undefined && this.#shows(foreground, newest[1], reading)) this.#confirm(newest, foreground, reading);
    else {
      newest?.[1].see(shown(foreground), reading.nowMs);
      this.#run = followRun(this.#run, foreground, reading);
    }
  }

  /** What plays, as the port tells it. */
  told(): Scene {
    const run = this.#run === null || isStuck(this.#run) ? null : this.#run;
    return {
      ...{ id: this.scene, clip: run?.cue.clip.key ?? null, bank: run?.cue.bank ?? null },
      startedAt: run === null ? null : new Date(run.startedAtMs).toISOString(),
    };
  }

  /** When it is worth looking at closely: at `nowMs` while a command was just sent, else when its clip should end. */
  dueAtMs(nowMs: number): number {
    const isAwaited = [...this.#open.values()].some(({ newsAtMs }) => nowMs - newsAtMs < closeLookMs);
    if (isAwaited) return nowMs;
    return this.#run === null ? Infinity : endsAtMs(this.#run);
  }

  #shows(foreground: Foreground | undefined, { cue, sentAtMs }: PendingCommand, { nowMs, folder }: Reading): boolean {
    if (foreground === undefined || foreground.producer === 'empty') return cue === null;
    return cue !== null && runs(foreground, cue.clip, nowMs - sentAtMs, folder);
  }

  #confirm([number, command]: [number, PendingCommand], foreground: Foreground | undefined, { nowMs }: Reading): void {
    const { cue, sentAtMs } = command;
    this.drop(number);
    const startedAtMs = Math.max(sentAtMs, Math.round(nowMs - (foreground?.timeS ?? 0) * 1_000));
    this.#run = cue === null || foreground === undefined ? null : begun(cue, startedAtMs, foreground, nowMs);
    command.confirm();
  }
}
