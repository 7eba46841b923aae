// One scene of an output: sends its commands to OBS one after the other, and confirms them by what OBS reports.
import * as E from 'fp-ts/lib/Either.js';
import { steadyMs } from '../../../application/ports/clock.js';
import type { SendResult, SentCommand } from '../../../application/ports/commands.js';
import type { ClipSelection, SceneState } from '../../../application/ports/players.js';
import { failure, type Failure } from '../../../domain/failure.js';
import type { PendingCommand } from '../shared/pending-commands.js';
import { sceneParts, type ScenePart } from '../shared/scenes/parts.js';
import { SceneCommands } from '../shared/scenes/scene-commands.js';
import { closeMedium } from './close-medium.js';
import { movedRun } from './clip-run.js';
import { mediaAction } from './requests.js';
import {
  isDone,
  differsInCopy,
  planOf,
  type RequestPlan,
  type PlanContext,
  type ObsSceneCommand,
} from './scene-commands.js';
import { refusalOf } from './refusals.js';
import type { SceneHost } from './scene-host.js';
import { SceneReader } from './scene-reader.js';
import { describeCue, describeScene, type InputState, type SceneReport } from './scene-report.js';
import { SceneStateTracker } from './scene-state.js';
import { SentJob } from './sent-job.js';
import type { ObsScene } from './settings.js';
import { StartSignals } from './start-signals.js';
import { BatchTurns } from './turns.js';

/** How long the state is read often after a command, in milliseconds. */
const busyMs = 3_000;

/** How long the last report shows that OBS answers, in milliseconds. */
const freshMs = 1_000;

const unsent = 'nothing was sent, because the command before it was not confirmed in time';

type Pending = PendingCommand<SentJob>;

/** A scene. */
export class ObsSceneDriver {
  readonly #pending: SceneCommands<SentJob>;
  readonly #starts: StartSignals;
  readonly #state: SceneStateTracker;
  readonly #reader: SceneReader;
  readonly #scene: string;
  #report: SceneReport | undefined;
  #reportedAtMs = -Infinity;
  #problem: string | undefined;
  readonly #turns: BatchTurns;
  #commandAtMs = -Infinity;

  constructor(
    readonly id: string,
    private readonly settings: ObsScene,
    private readonly host: SceneHost,
  ) {
    const { clock, link, files } = host;
    this.#scene = settings.scene ?? id;
    this.#pending = new SceneCommands(clock, ({ command }) => command.type);
    this.#starts = new StartSignals(clock);
    this.#turns = new BatchTurns(clock);
    this.#state = new SceneStateTracker(files);
    this.#reader = new SceneReader(this.#scene, settings.inputs, {
      clock,
      link,
      isBusy: () => this.#isBusy,
      received: (report, reading) => {
        this.#apply(report, reading);
      },
      failed: (reason) => {
        this.#fail(reason);
      },
    });
  }

  /** Whether OBS has reported the state since the connection was made. */
  get isKnown(): boolean {
    return this.#report !== undefined;
  }

  get state(): SceneState {
    return this.#state.snapshot(this.id);
  }

  /** OBS has admitted the service. */
  open(): void {
    this.#reader.open();
  }

  /** The connection is lost, or the scene isn't served any more. */
  lose(message: string): void {
    this.#reader.close();
    this.#report = undefined;
    this.#problem = undefined;
    this.#pending.fail(message);
    this.#starts.release();
  }

  /** OBS has sent an event, about an input or about a scene. */
  handleEvent(type: string, input: string | undefined, scene: string | undefined): void {
    if (input !== undefined && !this.settings.inputs.includes(input)) return;
    if (type.startsWith('SceneItem') && scene !== this.#scene) return;
    if (type === 'MediaInputPlaybackStarted' && input !== undefined) this.#noteStart(input);
    this.#reader.read();
  }

  /** Sends a command. Without effect if it isn't possible in the present state. */
  send(command: ObsSceneCommand): SendResult {
    const refused = this.refusal(command);
    if (refused !== undefined) return E.left(refused);
    // A repeated take must not start the clip again. Others have no effect on what they repeat.
    const repeated = this.#pending.repeatedBy(command.type);
    if (repeated !== undefined) return E.right(this.#sent(repeated));
    const awaited = this.#awaitedBy(command);
    const pending = this.#pending.add(this.host.player, new SentJob(command));
    this.#commandAtMs = this.#nowMs;
    if (awaited === undefined) this.#turns.add(() => this.#execute(pending));
    else void this.#executeAfter(awaited, pending);
    return E.right(this.#sent(pending));
  }

  #sent(pending: Pending): SentCommand {
    const isFresh = (): boolean => this.#nowMs - this.#reportedAtMs < freshMs;
    const failureAtTimeout = (): Failure | undefined => {
      if (pending.command.isSent) return isFresh() ? pending.sent.failureAtTimeout?.() : undefined;
      pending.fail(unsent);
      return failure('device_error', `${this.host.player}: ${unsent}`);
    };
    return { ...pending.sent, failureAtTimeout };
  }

  get #nowMs(): number {
    return steadyMs(this.host.clock);
  }

  get #isBusy(): boolean {
    return !this.#pending.isEmpty && this.#nowMs < this.#commandAtMs + busyMs;
  }

  /** Returns why a command isn't possible in the present state. */
  refusal(command: ObsSceneCommand): Failure | undefined {
    const clip = this.#pending.of('clip')?.command;
    return refusalOf(command, {
      player: this.host.player,
      id: this.id,
      scene: this.#scene,
      inputCount: this.settings.inputs.length,
      isPlaying: this.#state.run !== null || clip?.isClip === true,
      isCued: this.#state.cued !== null || this.#pending.of('cue') !== undefined || clip?.command.type === 'take',
      isInProgram: this.host.program || this.#report?.isInProgram !== false,
      isCopyDifferent: differsInCopy(this.#planContext(), command),
    });
  }

  /** Returns the pending command whose effect a command needs. */
  #awaitedBy({ type }: ObsSceneCommand): Pending | undefined {
    if (type === 'take') return this.#pending.of('cue');
    return ['pause', 'resume', 'seek'].includes(type) ? this.#pending.of('clip') : undefined;
  }

  /** Sends nothing if the awaited command failed: a take would put on air what was cued before. */
  async #executeAfter(awaited: Pending, pending: Pending): Promise<void> {
    const result = await awaited.sent.confirmed;
    if (E.isRight(result)) this.#turns.add(() => this.#execute(pending));
    else pending.fail(`nothing was sent, because the ${awaited.command.command.type} before it was not confirmed`);
  }

  /** Only the start of a medium distinguishes a new run of a clip from an earlier one. */
  #noteStart(name: string): void {
    for (const part of ['clip', 'cue'] as const) {
      const job = this.#pending.of(part)?.command;
      if (job === undefined || this.settings.inputs[job.input] !== name) continue;
      job.isStarted = true;
      if (job.judgedFrom < Infinity) job.judgedFrom = this.#reader.next;
    }
    this.#starts.note(name);
  }

  async #execute(pending: Pending): Promise<void> {
    const job = pending.command;
    const context = this.#planContext();
    if (pending.isOver() || context === undefined) return;
    const plan = planOf(job.command, context);
    if (E.isLeft(plan)) {
      pending.fail(plan.left);
      return;
    }
    this.#commandAtMs = this.#nowMs;
    job.send(plan.right, this.#commandAtMs);
    if (plan.right.opens) await closeMedium(this.host, this.settings.inputs[plan.right.input] ?? '', pending);
    if (pending.isOver()) return;
    await this.#request(pending, plan.right);
    job.judgedFrom = this.#reader.next;
    this.#reader.read();
  }

  async #request(pending: Pending, { requests, input, starts }: RequestPlan): Promise<void> {
    const started = starts ? this.#starts.wait(this.settings.inputs[input] ?? '') : undefined;
    const answer = await this.host.link.request('command', requests);
    if (E.isLeft(answer)) {
      if (answer.left.refused) pending.fail(answer.left.reason);
      return;
    }
    if (pending.command.command.type === 'take') this.#state.onAir = input;
    this.#commandAtMs = this.#nowMs;
    pending.accept();
    await started;
  }

  #planContext(): PlanContext | undefined {
    const { program, files } = this.host;
    const { onAir, cued } = this.#state;
    return this.#report && { report: this.#report, onAir, cued, program, fileOf: files.pathOf };
  }

  #apply(report: SceneReport, reading: number): void {
    const nowMs = this.host.clock.now();
    this.#report = report;
    this.#reportedAtMs = this.#nowMs;
    this.#problem = undefined;
    const likely = { clip: this.#selectionOf('clip'), cued: this.#selectionOf('cue') };
    this.#state.apply(report, { nowMs, likely, clip: this.#pending.of('clip')?.command.clipIn(reading) ?? 'free' });
    for (const part of sceneParts) {
      const pending = this.#pending.of(part);
      if (pending !== undefined && reading >= pending.command.judgedFrom) this.#judge(pending, report);
    }
    this.host.changed();
  }

  #selectionOf(part: ScenePart): ClipSelection | null {
    return this.#pending.of(part)?.command.selection ?? null;
  }

  #fail(reason: string): void {
    if (this.#problem !== reason) this.host.noteProblem(reason);
    this.#problem = reason;
    this.#report = undefined;
    this.#pending.fail(reason);
    this.host.changed();
  }

  #judge(pending: Pending, report: SceneReport): void {
    const job = pending.command;
    const input = report.inputs[job.input];
    if (input === undefined) return;
    const file = job.selection === null ? '' : this.host.files.pathOf(job.selection);
    const sent = { input, file, sentAtMs: job.sentAtMs, nowMs: this.#nowMs, loop: this.#state.isLooping };
    const isNewRun = !job.isClip || (job.isStarted && job.hasMovedTo(input.cursorMs));
    if (isDone(job.command, report, sent) && isNewRun) this.#confirm(pending, input);
    else if (job.command.type === 'cue') this.#observeCue(pending, input);
    else pending.observe(describeScene(report, job.input));
  }

  #observeCue(pending: Pending, input: InputState): void {
    pending.observe(describeCue(input));
    if (input.media === 'playing' && input.durationMs > 0) this.#pauseCue(pending, input);
  }

  /** A cued clip waits at its beginning. OBS ignores a pause in the same picture as the start. */
  #pauseCue(pending: Pending, { name }: InputState): void {
    const job = pending.command;
    if (job.isPausing) return;
    job.isPausing = true;
    this.#turns.add(async () => {
      if (pending.isOver()) return;
      const answer = await this.host.link.request('command', [mediaAction(name, 'PAUSE')]);
      if (E.isLeft(answer) && answer.left.refused) pending.fail(answer.left.reason);
      job.isPausing = false;
      job.judgedFrom = this.#reader.next;
      this.#reader.read();
    });
  }

  #confirm(pending: Pending, input: InputState): void {
    const { command, selection, sentAtMs } = pending.command;
    const nowMs = this.host.clock.now();
    if (command.type === 'stop') this.#state.replaceRun(() => null);
    else if (command.type === 'seek') this.#state.replaceRun((run) => movedRun(run, input, nowMs));
    else if (selection !== null && command.type !== 'cue')
      this.#state.start(selection, input, this.#nowMs - sentAtMs, nowMs);
    pending.confirm();
  }
}
