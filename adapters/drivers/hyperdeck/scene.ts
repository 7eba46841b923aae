// The scene that a HyperDeck shows: what runs on it, and its pending commands.
import * as E from 'fp-ts/lib/Either.js';
import type { SendResult } from '../../../application/ports/commands.js';
import type { ClipSelection, SceneState } from '../../../application/ports/players.js';
import type { Failure } from '../../../domain/failure.js';
import type { ClipCommand } from '../../../domain/studio/command.js';
import { cannot } from '../shared/players.js';
import { FollowedClip, type ClipOnAir, type TimedInput } from '../shared/scenes/followed-clip.js';
import type { CommandLine, ConversationHost } from '../shared/scenes/conversation.js';
import { sceneParts, type ScenePart, type SceneVerb } from '../shared/scenes/parts.js';
import { isPaused, isRunning, MovedPlayhead, type ShownPlayhead } from '../shared/scenes/playhead.js';
import { SceneCommands } from '../shared/scenes/scene-commands.js';
import type { FollowingScene } from '../shared/scenes/scene-players.js';
import * as refusals from './refusals.js';
import { deckClipOf, durationOf, positionIn, timecodeIn, type DeckClip, type DeckState } from './state.js';

/** A clip of the timeline, as a clip of the studio. */
interface DeckInput extends TimedInput {
  readonly deckClip: DeckClip;
}

type DeckOnAir = ClipOnAir<DeckInput>;

/** What a report shows. */
interface DeckReport extends ShownPlayhead {
  readonly clip: DeckClip | undefined;
  readonly status: string;
  readonly atMs: number;
}

/** A command to the scene. */
export interface DeckCommand {
  readonly type: SceneVerb;
  /** The clip that a play names. */
  readonly clip?: DeckOnAir;
  /** The playhead that the command moves. */
  readonly playhead?: MovedPlayhead;
  /** Whether a report shows the command. Called once for each report after the command was accepted. */
  readonly isDone: (report: DeckReport) => boolean;
}

export type DeckHost = ConversationHost<DeckState, DeckCommand>;

const isShown = ({ clip }: Pick<DeckReport, 'clip'>, { deckClip }: DeckInput): boolean =>
  clip?.id === deckClip.id && clip.name === deckClip.name;

const playLine = (loop: boolean): CommandLine => ({ line: `play: single clip: true loop: ${String(loop)}` });

const stopLine: CommandLine = { line: 'stop' };

/** The states in which a HyperDeck stands. */
const standing: readonly string[] = ['stopped', 'preview'];

/** The longest difference between a playhead that stands and its clip's end, in milliseconds: it stands at the last frame. */
const endMs = 50;

const isAtEnd = ({ positionMs, durationMs }: ShownPlayhead): boolean =>
  durationMs > 0 && positionMs >= durationMs - endMs;

const describe = ({ clip, status, positionMs }: DeckReport): string =>
  clip === undefined
    ? `the HyperDeck shows no clip, ${status}`
    : `the HyperDeck shows "${clip.name}", ${status} at ${String(positionMs)} ms`;

/** A scene. */
export class DeckScene implements FollowingScene<DeckState> {
  readonly #pending: SceneCommands<DeckCommand>;
  readonly #run = new FollowedClip<DeckReport, DeckInput>(isShown);
  /** Whether the clip was paused by a command: a HyperDeck itself knows no difference between a pause and a stop. */
  #isHeld = false;
  /** Whether the connection was lost since the last report. */
  #isUncertain = false;

  constructor(
    private readonly scene: { readonly output: string; readonly scene: string },
    private readonly selections: () => readonly ClipSelection[],
    private readonly host: DeckHost,
  ) {
    this.#pending = new SceneCommands(host.clock, ({ type }) => type);
  }

  get id(): string {
    return this.scene.scene;
  }

  get state(): SceneState {
    const { run, standing: stuck } = this.#run;
    return { id: this.id, run, cued: null, graphicShown: false, held: stuck && { run: stuck, cued: null } };
  }

  get isKnown(): boolean {
    return this.#run.isKnown;
  }

  get hasClip(): boolean {
    return this.#run.onAir !== undefined || !this.#run.isKnown;
  }

  get hasPending(): boolean {
    return !this.#pending.isEmpty;
  }

  send(command: ClipCommand<ClipSelection>): SendResult {
    switch (command.do) {
      case 'play':
        return this.#play(command.clip);
      case 'cue':
      case 'take':
        return E.left(this.#cannot(command.do));
      case 'pause':
      case 'resume':
        return this.#setPaused(command.do);
      case 'seek':
        return this.#seek(command.ms);
    }
  }

  refusal(what: ClipCommand['do']): Failure | undefined {
    if (what === 'play') return undefined;
    if (what === 'cue' || what === 'take') return this.#cannot(what);
    return this.#current === undefined ? refusals.nothingPlays(this.scene) : undefined;
  }

  /** Leaves a recording as it is. */
  stop(): SendResult {
    const status = this.host.state()?.transport.status ?? 'stopped';
    const isStarting = this.#pending.of('clip')?.command.type === 'play';
    const isIdle = [...standing, 'record'].includes(status) && !isStarting;
    const isDone = (report: DeckReport): boolean => standing.includes(report.status) || report.status === 'record';
    return this.#send(isIdle ? [] : [stopLine], { type: 'stop', isDone });
  }

  follow(state: DeckState, atMs: number): void {
    const report = this.#report(state, atMs);
    const on = this.#clipOn(report);
    this.#isHeld &&= isPaused(report);
    this.#isUncertain = false;
    if (on === undefined || this.#showsOther(on, report)) this.#end();
    else this.#run.follow(on, report, atMs);
    for (const part of sceneParts) this.#judge(part, report);
  }

  lose(message: string): void {
    this.#pending.fail(message);
    this.#run.lose();
    this.#isUncertain = true;
  }

  /** The clip that is on, or the one that is about to be. */
  get #current(): DeckOnAir | undefined {
    return this.#pending.of('clip')?.command.clip ?? this.#run.onAir;
  }

  #cannot(verb: 'cue' | 'take'): Failure {
    return cannot(this.scene.output, verb, refusals.onePlayhead);
  }

  #play(selection: ClipSelection): SendResult {
    const state = this.host.state();
    const deckClip = state && deckClipOf(state.clips, selection);
    if (state === undefined || deckClip === undefined)
      return E.left(refusals.noClip(selection, state ?? { clips: [] }));
    if (state.transport.status === 'record') return E.left(refusals.isRecording);
    const clip: DeckOnAir = { selection, input: { deckClip, isTimed: true } };
    const playhead = MovedPlayhead.started();
    const lines = [
      { line: `goto: clip id: ${deckClip.id}`, movesPlayhead: true },
      playLine(selection.clip.loop === true),
    ] as const;
    return this.#send(lines, {
      type: 'play',
      clip,
      playhead,
      isDone: (report) => isShown(report, clip.input) && playhead.shows(report, report.atMs),
    });
  }

  #setPaused(type: 'pause' | 'resume'): SendResult {
    const on = this.#current;
    if (on === undefined) return E.left(refusals.nothingPlays(this.scene));
    const repeated = this.#pending.repeatedBy(type);
    if (repeated !== undefined) return E.right(repeated.sent);
    const isDone = (report: DeckReport): boolean =>
      isShown(report, on.input) && (type === 'pause' ? isPaused(report) : isRunning(report));
    return this.#send([type === 'pause' ? stopLine : this.#resumeLine(on)], { type, isDone });
  }

  #resumeLine({ selection }: DeckOnAir): CommandLine {
    return playLine(this.#run.run?.loop ?? selection.clip.loop === true);
  }

  /** A running clip runs on from the position. */
  #seek(positionMs: number): SendResult {
    const on = this.#current;
    if (on === undefined) return E.left(refusals.nothingPlays(this.scene));
    const timecode = timecodeIn(on.input.deckClip, this.host.state()?.transport.rate, positionMs);
    if (timecode === undefined) return E.left(refusals.noFormat);
    const pausing = this.#pending.of('pause')?.command.type;
    const isRunningOn = pausing === undefined ? this.#run.run?.paused !== true : pausing === 'resume';
    const playhead = MovedPlayhead.sought(positionMs);
    const goto: CommandLine = { line: `goto: timecode: ${timecode}`, movesPlayhead: true };
    return this.#send(isRunningOn ? [goto, this.#resumeLine(on)] : [goto], {
      type: 'seek',
      playhead,
      isDone: (report) => isShown(report, on.input) && playhead.shows(report, report.atMs),
    });
  }

  #report({ clips, transport }: DeckState, atMs: number): DeckReport {
    const clip = clips.find(({ id }) => id === transport.clipId);
    const { status, loop, rate } = transport;
    const positionMs = clip === undefined ? 0 : positionIn(clip, transport);
    const durationMs = clip === undefined ? 0 : durationOf(clip, rate);
    const shown = { clip, status, loop, positionMs, durationMs, atMs };
    return { ...shown, state: this.#stateOf({ ...shown, state: status }) };
  }

  #stateOf(report: DeckReport): string {
    if (report.status === 'play') return 'Running';
    if (!standing.includes(report.status)) return report.status;
    return this.#isPausing(report) || (this.#isHeld && this.#isSamePosition(report)) ? 'Paused' : report.status;
  }

  /** Whether a pending pause has stopped the clip. One that was at its end before has ended. */
  #isPausing(report: DeckReport): boolean {
    const pending = this.#pending.of('pause');
    return pending?.isAccepted === true && pending.command.type === 'pause' && !isAtEnd(report);
  }

  /** Whether a clip may still be paused where it was: while the connection is lost, another client may move the playhead. */
  #isSamePosition({ positionMs }: ShownPlayhead): boolean {
    return !this.#isUncertain || Math.abs(positionMs - (this.#run.run?.positionMs ?? 0)) <= endMs;
  }

  /** Whether a paused clip, or one that is about to be, has been replaced by another one that stands. */
  #showsOther({ input }: DeckOnAir, report: DeckReport): boolean {
    const { onAir } = this.#run;
    return isPaused(report) && onAir !== undefined && !isShown(report, onAir.input) && !this.#isStarting(input);
  }

  #isStarting({ deckClip }: DeckInput): boolean {
    return this.#pending.of('clip')?.command.clip?.input.deckClip.id === deckClip.id;
  }

  /** Several clips may have the same media: what was sent last, or is known to be on, comes first. */
  #clipOn(report: DeckReport): DeckOnAir | undefined {
    const likely = [this.#pending.of('clip')?.command.clip, this.#run.onAir];
    const known = likely.find((clip) => clip !== undefined && isShown(report, clip.input));
    const { clip: deckClip } = report;
    if (known !== undefined || deckClip === undefined) return known;
    const clips = this.host.state()?.clips ?? [];
    const selection = this.selections().find((one) => deckClipOf(clips, one)?.id === deckClip.id);
    return selection && { selection, input: { deckClip, isTimed: true } };
  }

  #end(): void {
    this.#isHeld = false;
    this.#run.end();
  }

  #judge(part: ScenePart, report: DeckReport): void {
    const pending = this.#pending.of(part);
    if (pending?.isAccepted !== true) return;
    const { command } = pending;
    if (!command.isDone(report)) {
      pending.observe(describe(report));
      return;
    }
    if (command.type === 'stop') this.#end();
    if (command.type === 'pause') this.#isHeld = true;
    if (command.clip !== undefined)
      this.#run.restart(command.clip, report, command.playhead?.sentAtMs ?? report.atMs, report.atMs);
    pending.confirm();
  }

  #send(lines: readonly CommandLine[], command: DeckCommand): SendResult {
    const { output, scene } = this.scene;
    const pending = this.#pending.add(`output "${output}", scene "${scene}"`, command);
    this.host.execute(lines, pending, () => !pending.isOver());
    return E.right(pending.sent);
  }
}
