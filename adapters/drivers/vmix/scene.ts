// One scene of an output: the mix that shows it, what runs on it, what is cued, and its pending commands.
import * as E from 'fp-ts/lib/Either.js';
import type { SendResult } from '../../../application/ports/commands.js';
import type { ClipSelection, SceneState } from '../../../application/ports/players.js';
import { failure } from '../../../domain/failure.js';
import { PendingCommands, type PendingCommand } from '../shared/pending-commands.js';
import type { ClipIndex } from './clip-index.js';
import { findInput, inputOfClip, isInputOf } from './clip-input.js';
import { ClipRun, type OnAir } from './clip-run.js';
import * as functions from './functions.js';
import type { VmixFunction } from './functions.js';
import * as commands from './scene-command.js';
import type { MixReport, Part, SceneCommand } from './scene-command.js';
import { inputWith, type InputState, type VmixState } from './state.js';

/** What carries out the commands of scenes. */
export interface SceneHost {
  /** The last state; undefined while the vMix isn't connected. */
  readonly state: () => VmixState | undefined;
  /** Sends functions in turn, as long as `isWanted`. The command is accepted with the last one. */
  readonly execute: (
    sent: readonly VmixFunction[],
    pending: PendingCommand<SceneCommand>,
    isWanted: () => boolean,
  ) => void;
}

/** Where a scene is shown. */
export interface SceneSettings {
  readonly output: string;
  readonly scene: string;
  /** The number of the mix; undefined if the studio file names none. */
  readonly mix: number | undefined;
  /** The input that is on air while no clip is. */
  readonly idle: string;
}

const fails = (message: string): SendResult => E.left(failure('device_error', message));

const isSameClip = (one: ClipSelection, other: ClipSelection | null): boolean =>
  one.bank === other?.bank && one.clip.key === other.clip.key;

const describeInput = (input: InputState | undefined): string =>
  input === undefined
    ? 'its mix shows no input'
    : `its mix shows "${input.title}", ${input.state} at ${String(Math.round(input.positionMs))} ms`;

/** A scene. */
export class VmixScene {
  readonly #pending = new PendingCommands<SceneCommand>();
  readonly #run = new ClipRun();
  #cued: ClipSelection | null = null;
  #hasClip = false;

  constructor(
    private readonly settings: SceneSettings,
    private readonly clips: ClipIndex,
    private readonly host: SceneHost,
  ) {}

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

  play(selection: ClipSelection): SendResult {
    return this.#start('play', selection);
  }

  /** A take that repeats one is the same command. */
  take(): SendResult {
    const last = this.#pending.of('clip');
    if (last?.command.type === 'take') return E.right(last.sent);
    const selection = this.#pending.of('cue')?.command.clip?.selection ?? this.#cued;
    if (selection !== null) return this.#start('take', selection);
    const { onAir } = this.#run;
    return onAir === undefined ? this.#nothing('is cued') : this.#send([], commands.repeatedTake(onAir));
  }

  cue(selection: ClipSelection): SendResult {
    return this.#withClip(selection, (clip, mix, state) =>
      this.#isElsewhere(clip, state)
        ? fails(`the list of "${selection.clip.key}" is on air with another entry, which a cue would replace`)
        : this.#send(
            functions.cue(selection, clip.input, mix, this.#isOnAir(state, clip.input.key)),
            commands.cueCommand(clip),
          ),
    );
  }

  /** Leaves what isn't a clip on air, such as a camera. */
  stop(): SendResult {
    const state = this.host.state();
    const idle = state && findInput(state, this.settings.idle);
    const { mix } = this.settings;
    if (state === undefined || mix === undefined) return this.#noMix();
    if (idle === undefined) return fails(`the vMix has no input "${this.settings.idle}", which is configured as idle`);
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
    const clip = this.#current;
    if (clip === undefined) return this.#nothing('plays');
    if (!clip.input.isTimed) return this.#untimed(clip);
    return this.#send(functions.seek(clip.input.key, positionMs), commands.seekCommand(clip, positionMs));
  }

  /** Takes a state of the vMix, and judges the commands by it. */
  follow(state: VmixState, atMs: number): void {
    const report = this.#report(state, atMs);
    const { active } = report;
    this.#hasClip = report.hasClip;
    if (active === undefined || !report.hasClip) this.#run.end();
    else this.#run.follow(this.#clipOn(active), active, atMs);
    this.#cued = this.#clipCued(report);
    for (const part of ['clip', 'cue', 'pause', 'position'] as const) this.#judge(part, report);
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

  #report(state: VmixState, atMs: number): MixReport {
    const mix = this.settings.mix === undefined ? undefined : state.mixes.get(this.settings.mix);
    const idle = findInput(state, this.settings.idle)?.key;
    const active = inputWith(state, mix?.active);
    const preview = inputWith(state, mix?.preview);
    const isIdle = active?.key === idle;
    return {
      active,
      preview: preview?.key === idle ? undefined : preview,
      atMs,
      isIdle,
      hasClip: active !== undefined && !isIdle && this.clips.isClipInput(active),
      isOnAir: (key) => this.#isOnAir(state, key),
    };
  }

  #isOnAir(state: VmixState, key: string): boolean {
    return [...state.mixes.values()].some(({ active }) => inputWith(state, active)?.key === key);
  }

  /** Several clips may have the same input: what was sent last, or is known to be on, comes first. */
  #clipOn(active: InputState): OnAir | undefined {
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

  #judge(part: Part, report: MixReport): void {
    const pending = this.#pending.of(part);
    if (pending?.isAccepted !== true) return;
    if (pending.command.isDone(report)) this.#confirm(pending, report);
    else pending.observe(describeInput(part === 'cue' ? report.preview : report.active));
  }

  #confirm(pending: PendingCommand<SceneCommand>, report: MixReport): void {
    const { type, clip } = pending.command;
    if (type === 'cue') this.#cued = clip?.selection ?? null;
    else if (clip !== undefined) this.#begin(pending.command, clip, report);
    if (type === 'take') this.#pending.of('cue')?.confirm();
    pending.confirm();
  }

  #begin({ playhead }: SceneCommand, clip: OnAir, { active, atMs }: MixReport): void {
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
    const clip = this.#current;
    if (clip === undefined) return this.#nothing('plays');
    if (!clip.input.isTimed) return this.#untimed(clip);
    const last = this.#pending.of('pause');
    if (last?.command.type === type) return E.right(last.sent);
    return this.#send(functions[type](clip.input.key), commands.pauseCommand(type, clip));
  }

  #withClip(selection: ClipSelection, send: (clip: OnAir, mix: number, state: VmixState) => SendResult): SendResult {
    const state = this.host.state();
    const { mix } = this.settings;
    if (state === undefined || mix === undefined || !state.mixes.has(mix)) return this.#noMix();
    const input = inputOfClip(state, selection);
    const { key, media = key } = selection.clip;
    return input === undefined
      ? fails(
          `the vMix has no input "${media}", and no list with an entry of that name; expected a key, title or number`,
        )
      : send({ selection, input }, mix, state);
  }

  /** Whether a list is on air with another entry than the clip. */
  #isElsewhere({ input: { key, entry } }: OnAir, state: VmixState): boolean {
    const list = state.inputs.find((input) => input.key === key);
    return entry !== undefined && list?.selectedIndex !== entry && this.#isOnAir(state, key);
  }

  /** Whether something else than a clip is on air, such as a camera, and no clip is about to be. */
  #showsOther({ active, hasClip, isIdle }: MixReport): boolean {
    return active !== undefined && !hasClip && !isIdle && this.#pending.of('clip')?.command.clip === undefined;
  }

  /** Returns the inputs that leave the air when the scene stops. One that another mix shows goes on. */
  #leaving(state: VmixState, { active, hasClip }: MixReport): readonly string[] {
    const starting = this.#pending.of('clip')?.command.clip?.input.key;
    const isShownElsewhere = (key: string): boolean =>
      [...state.mixes].some(([mix, one]) => mix !== this.settings.mix && inputWith(state, one.active)?.key === key);
    const keys = new Set([starting, hasClip ? active?.key : undefined]);
    return [...keys].filter((key) => key !== undefined).filter((key) => !isShownElsewhere(key));
  }

  #send(sent: readonly VmixFunction[], command: SceneCommand): SendResult {
    const { output, scene } = this.settings;
    const part = commands.partOf(command);
    const replaced: readonly Part[] = part === 'clip' ? ['pause', 'position'] : [];
    for (const one of command.type === 'play' ? [...replaced, 'cue' as const] : replaced)
      this.#pending.of(one)?.supersede();
    const pending = this.#pending.add(part, `output "${output}", scene "${scene}"`, command);
    this.host.execute(sent, pending, () => this.#pending.has(part, pending));
    return E.right(pending.sent);
  }

  #nothing(what: string): SendResult {
    const { output, scene } = this.settings;
    return E.left(failure('conflict', `nothing ${what} in the scene "${scene}" of the output "${output}"`));
  }

  #untimed({ selection }: OnAir): SendResult {
    const { key } = selection.clip;
    return E.left(failure('conflict', `the clip "${key}" is no video or list of the vMix, so it has no position`));
  }

  #noMix(): SendResult {
    const { scene, mix } = this.settings;
    return fails(
      mix === undefined
        ? `the player's mixes name none for the scene "${scene}"`
        : `the vMix has no mix ${String(mix)}`,
    );
  }
}
