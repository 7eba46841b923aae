// One scene of an output: the mix that shows it, what runs on it, what is cued, and its pending commands.
import * as E from 'fp-ts/lib/Either.js';
import type { SendResult } from '../../../application/ports/commands.js';
import type { ClipSelection, SceneState } from '../../../application/ports/players.js';
import type { PendingCommand } from '../shared/pending-commands.js';
import type { ConversationHost } from '../shared/scenes/conversation.js';
import { sceneParts, type ScenePart } from '../shared/scenes/parts.js';
import { SceneCommands } from '../shared/scenes/scene-commands.js';
import type { FollowingScene } from '../shared/scenes/scene-players.js';
import type { Failure } from '../../../domain/failure.js';
import type { ClipCommand } from '../../../domain/studio/command.js';
import type { ClipIndex } from './clip-index.js';
import { findInput, inputOfClip, isInputOf } from './clip-input.js';
import { MixRun, type OnAir } from './clip-run.js';
import * as functions from './functions.js';
import type { VmixFunction } from './functions.js';
import { isOnAir, mixReport, type MixReport, type MixSettings } from './mix-report.js';
import * as refusals from './refusals.js';
import * as commands from './scene-command.js';
import type { MixCommand } from './scene-command.js';
import type { VmixInput, VmixState } from './state.js';

/** What carries out the commands of scenes. */
export type MixHost = ConversationHost<VmixState, MixCommand>;

/** Where a scene is shown. */
export interface SceneSettings extends MixSettings {
  readonly output: string;
  readonly scene: string;
}

const isSameClip = (one: ClipSelection, other: ClipSelection | null): boolean =>
  one.bank === other?.bank && one.clip.key === other.clip.key;

const describeInput = (input: VmixInput | undefined): string =>
  input === undefined
    ? 'its mix shows no input'
    : `its mix shows "${input.title}", ${input.state} at ${String(Math.round(input.positionMs))} ms`;

/** A scene. */
export class VmixScene implements FollowingScene<VmixState> {
  readonly #pending: SceneCommands<MixCommand>;
  readonly #run = new MixRun();
  #cued: ClipSelection | null = null;
  #hasClip = false;

  constructor(
    private readonly settings: SceneSettings,
    private readonly clips: ClipIndex,
    private readonly host: MixHost,
  ) {
    this.#pending = new SceneCommands(host.clock, commands.verbOf);
  }

  get id(): string {
    return this.settings.scene;
  }

  get state(): SceneState {
    const { run, standing } = this.#run;
    const held = standing && { run: standing, cued: null };
    return { id: this.settings.scene, run, cued: this.#cued, graphicShown: false, held };
  }

  /** Whether the reports since the connection was made show what is on. */
  get isKnown(): boolean {
    return this.#run.isKnown;
  }

  /** Whether the input of a clip is on air. */
  get hasClip(): boolean {
    return this.#hasClip;
  }

  /** Whether a command waits for its effect. */
  get hasPending(): boolean {
    return !this.#pending.isEmpty;
  }

  send(command: ClipCommand<ClipSelection>): SendResult {
    switch (command.do) {
      case 'play':
        return this.play(command.clip);
      case 'cue':
        return this.cue(command.clip);
      case 'take':
        return this.take();
      case 'pause':
        return this.pause();
      case 'resume':
        return this.resume();
      case 'seek':
        return this.seek(command.ms);
    }
  }

  play(selection: ClipSelection): SendResult {
    return this.#start('play', selection);
  }

  /** A take that repeats one is the same command. */
  take(): SendResult {
    const repeated = this.#pending.repeatedBy('take');
    if (repeated !== undefined) return E.right(repeated.sent);
    const selection = this.#pending.of('cue')?.command.clip?.selection ?? this.#cued;
    if (selection !== null) return this.#start('take', selection);
    const { onAir } = this.#run;
    return onAir === undefined
      ? E.left(refusals.nothing('is cued', this.settings))
      : this.#send([], commands.repeatedTake(onAir));
  }

  /** Returns why a command isn't possible in the present state. */
  refusal(what: ClipCommand['do']): Failure | undefined {
    if (what === 'play' || what === 'cue') return undefined;
    if (what === 'take') {
      const isPossible = this.#pending.of('cue') !== undefined || this.#cued !== null || this.#run.onAir !== undefined;
      return isPossible || this.#pending.of('clip')?.command.type === 'take'
        ? undefined
        : refusals.nothing('is cued', this.settings);
    }
    const clip = this.#timed;
    return E.isLeft(clip) ? clip.left : undefined;
  }

  cue(selection: ClipSelection): SendResult {
    return this.#withClip(selection, (clip, mix, state) =>
      this.#isElsewhere(clip, state)
        ? E.left(refusals.otherEntry(selection))
        : this.#send(
            functions.cue(selection, clip.input, mix, isOnAir(state, clip.input.key)),
            commands.cueCommand(clip),
          ),
    );
  }

  /** Leaves what isn't a clip on air, such as a camera. */
  stop(): SendResult {
    const state = this.host.state();
    const idle = state && findInput(state, this.settings.idle);
    const { mix } = this.settings;
    if (state === undefined || mix === undefined) return E.left(refusals.noMix(this.settings));
    if (idle === undefined) return E.left(refusals.noIdleInput(this.settings.idle));
    const report = this.#report(state, 0);
    const sent = this.#showsOther(report) ? [] : functions.stop(idle.key, mix, this.#leaving(state, report));
    return this.#send(sent, commands.stopCommand);
  }

  pause(): SendResult {
    return this.#setPaused('pause');
  }

  resume(): SendResult {
    return this.#setPaused('resume');
  }

  seek(positionMs: number): SendResult {
    const clip = this.#timed;
    if (E.isLeft(clip)) return clip;
    const { right } = clip;
    return this.#send(functions.seek(right.input.key, positionMs), commands.seekCommand(right, positionMs));
  }

  /** Takes a state of the vMix, and judges the commands by it. */
  follow(state: VmixState, atMs: number): void {
    const report = this.#report(state, atMs);
    const { active } = report;
    this.#hasClip = report.hasClip;
    if (active === undefined || !report.hasClip) this.#run.end();
    else this.#run.follow(this.#clipOn(active), active, atMs);
    this.#cued = this.#clipCued(report);
    for (const part of sceneParts) this.#judge(part, report);
  }

  /** Fails every pending command. What plays and is cued stays as it was reported last. */
  lose(message: string): void {
    this.#pending.fail(message);
    this.#run.lose();
  }

  /** The clip on air, or the one that is about to be. */
  get #current(): OnAir | undefined {
    return this.#pending.of('clip')?.command.clip ?? this.#run.onAir;
  }

  /** The clip that is on or about to be, if it has a position. */
  get #timed(): E.Either<Failure, OnAir> {
    const clip = this.#current;
    if (clip === undefined) return E.left(refusals.nothing('plays', this.settings));
    return clip.input.isTimed ? E.right(clip) : E.left(refusals.untimed(clip.selection));
  }

  #report(state: VmixState, atMs: number): MixReport {
    return mixReport(this.settings, this.clips, state, atMs);
  }

  /** Several clips may have the same input: what was sent last, or is known to be on, comes first. */
  #clipOn(active: VmixInput): OnAir | undefined {
    const { onAir } = this.#run;
    const likely = [this.#pending.of('clip')?.command.clip, onAir].filter((clip) => clip !== undefined);
    return likely.find(({ input }) => isInputOf(active, input)) ?? this.clips.shownBy(active)[0];
  }

  #clipCued(report: MixReport): ClipSelection | null {
    const { preview } = report;
    if (preview === undefined) return null;
    const shown = this.clips.shownBy(preview);
    const known = shown.find(({ selection }) => isSameClip(selection, this.#cued));
    // An input that is on air, or that has no position, is cued only by a command.
    if (known !== undefined && (!known.input.isTimed || report.isOnAir(preview.key))) return known.selection;
    return commands.isReady(report) ? ((known ?? shown[0])?.selection ?? null) : null;
  }

  #judge(part: ScenePart, report: MixReport): void {
    const pending = this.#pending.of(part);
    if (pending?.isAccepted !== true) return;
    if (pending.command.isDone(report)) this.#confirm(pending, report);
    else pending.observe(describeInput(part === 'cue' ? report.preview : report.active));
  }

  #confirm(pending: PendingCommand<MixCommand>, report: MixReport): void {
    const { type, clip } = pending.command;
    if (type === 'cue') this.#cued = clip?.selection ?? null;
    else if (clip !== undefined) this.#begin(pending.command, clip, report);
    if (type === 'take') this.#pending.of('cue')?.confirm();
    pending.confirm();
  }

  #begin({ playhead }: MixCommand, clip: OnAir, { active, atMs }: MixReport): void {
    if (active !== undefined) this.#run.restart(clip, active, playhead?.sentAtMs ?? atMs, atMs);
  }

  #start(type: 'play' | 'take', selection: ClipSelection): SendResult {
    return this.#withClip(selection, (clip, mix, state) => {
      const idle = findInput(state, this.settings.idle);
      const isCued = this.#cued !== null || this.#pending.of('cue') !== undefined;
      const emptied = isCued && idle !== undefined ? [functions.preview(idle.key, mix)] : [];
      const sent = [...functions.start(selection, clip.input, mix), ...emptied];
      return this.#send(sent, commands.startCommand(type, clip));
    });
  }

  #setPaused(type: 'pause' | 'resume'): SendResult {
    const clip = this.#timed;
    if (E.isLeft(clip)) return clip;
    const { right } = clip;
    const repeated = this.#pending.repeatedBy(type);
    if (repeated !== undefined) return E.right(repeated.sent);
    return this.#send(functions[type](right.input.key), commands.pauseCommand(type, right));
  }

  #withClip(selection: ClipSelection, send: (clip: OnAir, mix: number, state: VmixState) => SendResult): SendResult {
    const state = this.host.state();
    const { mix } = this.settings;
    if (state === undefined || mix === undefined || !state.mixes.has(mix)) return E.left(refusals.noMix(this.settings));
    const input = inputOfClip(state, selection);
    return input === undefined ? E.left(refusals.noInput(selection)) : send({ selection, input }, mix, state);
  }

  /** Whether a list is on air with another entry than the clip. */
  #isElsewhere({ input: { key, entry } }: OnAir, state: VmixState): boolean {
    const list = state.inputs.find((input) => input.key === key);
    return entry !== undefined && list?.selectedIndex !== entry && isOnAir(state, key);
  }

  /** Whether something else than a clip is on air, such as a camera, and no clip is about to be. */
  #showsOther({ active, hasClip, isIdle }: MixReport): boolean {
    return active !== undefined && !hasClip && !isIdle && this.#pending.of('clip')?.command.clip === undefined;
  }

  /** Returns the inputs that leave the air when the scene stops. One that another mix shows goes on. */
  #leaving(state: VmixState, { active, hasClip }: MixReport): readonly string[] {
    const starting = this.#pending.of('clip')?.command.clip?.input.key;
    const keys = new Set([starting, hasClip ? active?.key : undefined]);
    return [...keys].filter((key) => key !== undefined).filter((key) => !isOnAir(state, key, this.settings.mix));
  }

  #send(sent: readonly VmixFunction[], command: MixCommand): SendResult {
    const { output, scene } = this.settings;
    const pending = this.#pending.add(`output "${output}", scene "${scene}"`, command);
    this.host.execute(sent, pending, () => !pending.isOver());
    return E.right(pending.sent);
  }
}
