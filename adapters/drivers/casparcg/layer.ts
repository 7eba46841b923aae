// One layer of a channel: the clip that runs on it, the clip that is cued, and its pending commands.
import type { ClipCommand } from '../../../domain/studio/command.js';
import type { ClipSelection, SceneState } from '../../../application/ports/players.js';
import { replaces } from '../shared/scenes/parts.js';
import { isDone, isSameThing, isTaken, mayShow, type LayerCommand } from './layer-command.js';
import { isUnnamedCue, type Foreground, type LayerState } from './layer-state.js';
import { describeLayer, isFileOf } from './picture.js';
import {
  endsAtMs,
  followRun,
  isStuck,
  movedRun,
  sceneRun,
  startRun,
  type LayerRun,
  type LayerReportContext,
} from './clip-run.js';
import type { LayerPendingCommand as PendingCommandOf } from './pending-command.js';

type PendingCommand = PendingCommandOf<LayerCommand>;

/** How many accepted commands wait for their effect. A player may accept any number of them and show none. */
const maxAccepted = 100;

/** The layer on which one scene plays. */
export class Layer {
  #run: LayerRun | null = null;
  #cued: ClipSelection | null = null;
  /** The clip that the server takes at the end of the one that is on; null for none. */
  #auto: ClipSelection | null = null;
  #state: LayerState | undefined;
  #isKnown = false;
  /** By request number, ascending. */
  readonly #pending = new Map<number, PendingCommand>();

  constructor(
    readonly scene: string,
    readonly number: number,
  ) {}

  /** Number of commands to which the server hasn't replied. */
  get unansweredCount(): number {
    return this.#pending.size - this.#accepted.length;
  }

  /** Whether the layer was reported since the connection was opened. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Whether another report of the same state changes nothing: nothing runs, and no command is pending. */
  get isAtRest(): boolean {
    return this.#run === null && this.#pending.size === 0;
  }

  /** Whether a report from before a command could look like the command's effect. */
  mayShow(command: LayerCommand, folder: string): boolean {
    const isPending = this.#commands.some((pending) => isSameThing(pending, command));
    return isPending || mayShow(command, { state: this.#state, folder });
  }

  /** Returns what a command is on this layer. */
  commandFor(command: ClipCommand<ClipSelection>, nowMs: number): LayerCommand {
    switch (command.do) {
      case 'play':
        return { type: 'play', selection: command.clip };
      case 'cue':
        return { type: 'cue', selection: command.clip, ...(command.then && { isAuto: true }) };
      case 'take':
        return this.#take(nowMs);
      case 'pause':
      case 'resume':
        return { type: command.do };
      case 'seek':
        return { type: 'seek', positionMs: command.ms };
    }
  }

  /** Returns the take of what will be cued when the pending commands are done. A repeated take is of the same clip. */
  #take(nowMs: number): LayerCommand {
    const isCueOrTake = (command: LayerCommand) => command.type === 'cue' || command.type === 'take';
    const last = this.#commands.findLast(isCueOrTake);
    if (last?.type === 'take') return last;
    const selection = last?.type === 'cue' ? last.selection : this.#cued;
    if (selection !== null) return { type: 'take', selection, sinceMs: nowMs };
    const { selection: taken = null, startedAtMs = nowMs } = this.#run ?? {};
    return { type: 'take', selection: taken, sinceMs: startedAtMs };
  }

  add(request: number, command: PendingCommand): void {
    const { type } = command.command;
    if (type !== 'pause' && type !== 'resume' && type !== 'seek') this.#auto = null;
    this.#pending.set(request, command);
  }

  /** Stops tracking a command. */
  remove(request: number): void {
    this.#pending.delete(request);
  }

  /** Stops tracking a command that has failed. */
  drop(command: PendingCommand): void {
    for (const [number, pending] of this.#pending) if (pending === command) this.#pending.delete(number);
  }

  /** Fails every pending command, accepted or not: their outcome is unknown. Nothing is known of the layer any more. */
  lose(message: string): void {
    this.#isKnown = false;
    const commands = [...this.#pending.values()];
    this.#pending.clear();
    for (const command of commands) command.fail(message);
  }

  /** Applies a state report; `state` is undefined if the server has no such layer. Accepted commands are judged by it. */
  applyReport(state: LayerState | undefined, context: LayerReportContext): void {
    const wasUnnamed = this.#isKnown && isUnnamedCue(this.#state);
    this.#isKnown = true;
    this.#state = state;
    const isSought = this.#commands.some(({ type }) => type === 'seek');
    this.#run = this.#ownRun(context) ?? followRun(this.#run, state?.foreground, { ...context, isSought });
    this.#cued = isUnnamedCue(state) ? this.#unnamedCue(wasUnnamed, context) : this.#followCued(context);
    this.#dropReplaced(context.folder);
    this.#dropOldest();
    for (const [number, pending] of this.#accepted)
      if (this.#isDone(pending, context)) this.#confirm(number, pending, context);
      else pending.observe(this.#describe(pending), context.nowMs + context.validMs);
  }

  /**
   * Returns the run of a clip that the server has taken by itself; undefined if it hasn't. The clip was decoded when it was cued, so
   * that its first picture is on.
   */
  #ownRun({ folder, nowMs }: LayerReportContext): LayerRun | undefined {
    const [state, auto] = [this.#state, this.#auto];
    if (state === undefined || auto === null || state.cuedPath !== undefined || state.cuedProducer !== undefined)
      return undefined;
    const { path = '', timeS } = state.foreground;
    const isRunBefore =
      this.#run !== null && this.#run.selection.clip === auto.clip && timeS * 1_000 >= this.#run.positionMs;
    if (!isFileOf(auto.clip, path, folder) || isRunBefore) return undefined;
    this.#auto = null;
    return startRun(auto, Math.round(nowMs - timeS * 1_000), state.foreground, nowMs);
  }

  /** Ends a clip whose end was due by its last report. Needed while reports are rare. */
  elapse(nowMs: number): void {
    if (this.endsAtMs <= nowMs) this.#run = null;
  }

  /** When the clip ends by its last report, in milliseconds since 1970 UTC; Infinity if that isn't known. */
  get endsAtMs(): number {
    return this.#run === null ? Infinity : endsAtMs(this.#run);
  }

  /** Returns what the scene plays, and what is cued in it. */
  snapshot(): Omit<SceneState, 'graphicShown'> {
    const state = { id: this.scene, cued: this.#cued };
    if (this.#run === null) return { ...state, run: null };
    if (isStuck(this.#run)) return { ...state, run: null, held: { run: this.#run.selection, cued: null } };
    return { ...state, run: sceneRun(this.#run) };
  }

  get #commands(): readonly LayerCommand[] {
    return [...this.#pending.values()].map(({ command }) => command);
  }

  get #accepted(): readonly (readonly [number, PendingCommand])[] {
    return [...this.#pending].filter(([, { isAccepted }]) => isAccepted);
  }

  #dropReplaced(folder: string): void {
    const accepted = this.#accepted;
    accepted.forEach(([number, pending], index) => {
      if (this.#isShownCue(pending, folder)) return;
      if (!accepted.slice(index + 1).some(([, later]) => replaces(later.command.type, pending.command.type))) return;
      this.remove(number);
      pending.supersede();
    });
  }

  /** Whether the clip of a cue is shown as cued. Then no later command has taken effect yet. */
  #isShownCue({ command }: PendingCommand, folder: string): boolean {
    return command.type === 'cue' && this.cuedProducer(command.selection, folder) !== undefined;
  }

  #dropOldest(): void {
    for (const [number, pending] of this.#accepted.slice(0, -maxAccepted)) {
      this.remove(number);
      pending.fail(`${String(maxAccepted)} later commands were accepted before its effect was shown`);
    }
  }

  /** A file with its key has no name while it is cued. It is that of the last cue that has taken effect, or of the last report. */
  #unnamedCue(wasUnnamed: boolean, { nowMs }: LayerReportContext): ClipSelection | null {
    const cued = this.#accepted.flatMap(([, { command, effectiveAtMs }]) =>
      command.type === 'cue' && nowMs >= effectiveAtMs ? [command.selection] : [],
    );
    return cued.at(-1) ?? (wasUnnamed ? this.#cued : null);
  }

  /** Two clips may have the same file: what is known to be cued, or is being cued, comes before what the file suggests. */
  #followCued({ folder, selections }: LayerReportContext): ClipSelection | null {
    const path = this.#state?.cuedPath;
    if (path === undefined) return null;
    const cues = this.#commands.flatMap((command) => (command.type === 'cue' ? [command.selection] : []));
    const likely = [...cues.toReversed(), ...(this.#cued === null ? [] : [this.#cued]), ...selections];
    return likely.find(({ clip }) => isFileOf(clip, path, folder)) ?? null;
  }

  /** Returns the type of the producer of a clip that is cued; undefined while the last report shows another. */
  cuedProducer({ clip }: ClipSelection, folder: string): string | undefined {
    const { cuedPath, cuedProducer = '' } = this.#state ?? {};
    if (isUnnamedCue(this.#state)) return cuedProducer;
    return cuedPath !== undefined && isFileOf(clip, cuedPath, folder) ? cuedProducer : undefined;
  }

  #describe({ command, isChecked }: PendingCommand): string {
    const { cuedPath } = this.#state ?? {};
    return command.type === 'cue' && !isChecked && cuedPath !== undefined
      ? `the server has found no length in ${cuedPath}, which is cued`
      : describeLayer(this.#state);
  }

  #isDone(pending: PendingCommand, { nowMs, folder }: LayerReportContext): boolean {
    const { command, sentAtMs, effectiveAtMs, isChecked } = pending;
    const [layer, times] = [
      { state: this.#state, folder },
      { sentAtMs, nowMs },
    ];
    if (nowMs < effectiveAtMs) return false;
    if (isTaken(command, layer, times)) return true;
    return (command.type !== 'cue' || isChecked) && isDone(command, layer, times);
  }

  #confirm(number: number, pending: PendingCommand, { nowMs }: LayerReportContext): void {
    this.remove(number);
    this.#run = this.#runAfter(pending, nowMs);
    if (pending.command.type === 'take') this.#confirmCues(number);
    // A clip that the server has taken meanwhile is no longer loaded.
    if (pending.command.type === 'cue' && pending.command.isAuto === true && this.#state?.cuedProducer !== undefined)
      this.#auto = pending.command.selection;
    pending.confirm();
  }

  /** A take confirms the cue of its clip, which no report may have shown. */
  #confirmCues(before: number): void {
    for (const [number, pending] of this.#accepted)
      if (number < before && pending.command.type === 'cue') {
        this.remove(number);
        pending.confirm();
      }
  }

  #runAfter({ command, sentAtMs }: PendingCommand, nowMs: number): LayerRun | null {
    const foreground = this.#state?.foreground;
    if (foreground === undefined || command.type === 'stop') return null;
    if (command.type === 'seek') return this.#run && movedRun(this.#run, foreground, nowMs);
    if (command.type === 'play') return this.#runSince(sentAtMs, command.selection, foreground, nowMs);
    return command.type === 'take' && command.selection !== null
      ? this.#runSince(command.sinceMs, command.selection, foreground, nowMs)
      : this.#run;
  }

  /** Returns the run that a command has started, or the same one for a command that repeats it. */
  #runSince(sinceMs: number, selection: ClipSelection, foreground: Foreground, nowMs: number): LayerRun {
    if (this.#run?.selection === selection && this.#run.startedAtMs >= sinceMs) return this.#run;
    const startedAtMs = Math.max(sinceMs, Math.round(nowMs - foreground.timeS * 1_000));
    return startRun(selection, startedAtMs, foreground, nowMs);
  }
}
