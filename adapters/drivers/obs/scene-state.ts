// What a scene plays and what is cued in it, from one report of OBS to the next.
import { mediaOf } from '../../../domain/studio/clip.js';
import type { ClipSelection, SceneState } from '../../../application/ports/players.js';
import { otherOf } from './scene-commands.js';
import { followRun, isStuck, sceneRun, startRun, type ClipRun } from './clip-run.js';
import { hasPicture, isCued, isRunning, isVisible, type InputState, type SceneReport } from './scene-report.js';

/** The clips of the studio by their files. */
export class ClipFiles {
  readonly #folder: string;

  constructor(
    folder: string,
    private readonly selections: readonly ClipSelection[],
  ) {
    this.#folder = folder.replace(/[\\/]$/, '');
  }

  /** Returns the path of a clip on the computer of OBS. */
  readonly pathOf = ({ clip }: ClipSelection): string => `${this.#folder}/${mediaOf(clip)}`;

  /** Returns the clip of a file: the first of `likely` that has it, else any; undefined if none has. */
  find(file: string, likely: readonly (ClipSelection | null | undefined)[]): ClipSelection | undefined {
    const path = file.replaceAll('\\', '/');
    const isOfFile = (one: ClipSelection): boolean => this.pathOf(one).replaceAll('\\', '/') === path;
    return likely.find((one) => one && isOfFile(one)) ?? this.selections.find(isOfFile);
  }
}

/** How a report is read. */
export interface ReportContext {
  readonly nowMs: number;
  /** The clips that pending commands start and cue, which are likelier than others that have the same file. */
  readonly likely: { readonly clip: ClipSelection | null; readonly cued: ClipSelection | null };
  /** `held` while a command changes the clip, `awaited` while its effect is awaited, else `free`. */
  readonly clip: 'held' | 'awaited' | 'free';
}

/** The state of one scene. */
export class SceneStateTracker {
  /** The index of the input that is on air, or that the next clip uses. */
  onAir = 0;
  #run: ClipRun | null = null;
  #cued: ClipSelection | null = null;

  constructor(private readonly files: ClipFiles) {}

  get run(): ClipRun | null {
    return this.#run;
  }

  get cued(): ClipSelection | null {
    return this.#cued;
  }

  /** Whether the clip on air loops. */
  get isLooping(): boolean {
    return this.#run?.time.loop ?? false;
  }

  /** Returns the state as the players port reports it. */
  snapshot(id: string): SceneState {
    const state = { id, cued: this.#cued, graphicShown: false };
    if (this.#run === null) return { ...state, run: null };
    if (isStuck(this.#run)) return { ...state, run: null, held: { run: this.#run.selection, cued: null } };
    return { ...state, run: sceneRun(this.#run) };
  }

  /** Applies a report. A clip that a command starts shows only when the command is confirmed. */
  apply(report: SceneReport, { nowMs, likely, clip }: ReportContext): void {
    if (clip === 'free') this.#followOnAir(report);
    this.#cued = this.#cuedIn(report, likely);
    if (clip === 'held') return;
    const input = report.inputs[this.onAir];
    const selection = input && this.#selectionOn(input, likely);
    if (input === undefined || selection === undefined) this.#run = null;
    else if (this.#run?.selection === selection) this.#run = followRun(this.#run, input, nowMs);
    else this.#run = clip === 'free' ? startRun(selection, input, nowMs - input.cursorMs, nowMs) : null;
  }

  /** A command has started a clip, which the report shows, at most `elapsedMs` ago. */
  start(selection: ClipSelection, input: InputState, elapsedMs: number, nowMs: number): void {
    this.#run = startRun(selection, input, nowMs - Math.min(elapsedMs, input.cursorMs), nowMs);
  }

  /** A command has changed the run, whose next state the input shows. */
  replaceRun(change: (run: ClipRun) => ClipRun | null): void {
    this.#run = this.#run && change(this.#run);
  }

  #followOnAir(report: SceneReport): void {
    const { inputs } = report;
    const running = inputs.findIndex((input) => isVisible(report, input) && isRunning(input));
    const current = inputs[this.onAir];
    const shown =
      current && isVisible(report, current) ? this.onAir : inputs.findIndex((input) => isVisible(report, input));
    const index = running === -1 ? shown : running;
    if (index !== -1) this.onAir = index;
    else if (current && isCued(report, current) && inputs.length > 1 && !this.#isOtherCued(report))
      // A hidden clip that waits is cued: nothing is on air, and the next clip uses the other input.
      this.onAir = otherOf(this.onAir);
  }

  #selectionOn(input: InputState, likely: ReportContext['likely']): ClipSelection | undefined {
    if (!input.isActive || !isRunning(input) || !(hasPicture(input) || input.media === 'paused')) return undefined;
    return this.files.find(input.file, [this.#run?.selection, likely.clip, likely.cued]);
  }

  #isOtherCued(report: SceneReport): boolean {
    return report.inputs.some((one, index) => index !== this.onAir && isCued(report, one));
  }

  #cuedIn(report: SceneReport, likely: ReportContext['likely']): ClipSelection | null {
    const input = report.inputs.find((one, index) => index !== this.onAir && isCued(report, one));
    return (input && this.files.find(input.file, [likely.cued, this.#cued, likely.clip])) ?? null;
  }
}
