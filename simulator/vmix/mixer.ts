// The mixes and inputs of a simulated vMix, which act on simulated players: each mix shows what a scene of a player plays.
import * as E from 'fp-ts/lib/Either.js';
import type { SceneState } from '../../application/ports/players.js';
import { fieldOf, textIn } from '../../domain/codec/unchecked.js';
import { positionAt } from '../../domain/studio/clip-time.js';
import type { Effect } from '../effects.js';
import type { FaceOptions } from '../wire-face.js';
import { durationOf, inputsOf, type Input } from './inputs.js';

/** An input while it is off air. The entry begins at 1. */
interface Prepared {
  readonly entry: number;
  readonly isRunning: boolean;
  readonly loop: boolean;
  readonly positionMs: number;
  readonly atMs: number;
}

/** What an input shows. Times are in milliseconds. */
export interface InputView extends Pick<Prepared, 'entry' | 'loop' | 'positionMs'> {
  readonly state: 'Running' | 'Paused' | 'Completed';
  readonly durationMs: number;
}

/** A mix, and the scene that it shows. */
export interface Mix {
  readonly number: number;
  readonly output: string;
  readonly scene: string;
  readonly idle: Input;
}

const mixesOf = ({ attachments }: FaceOptions, inputs: readonly Input[]): readonly Mix[] =>
  [...attachments.players.values()].flatMap(({ output, settings }) =>
    output.scenes.flatMap((scene) => {
      const number = fieldOf(fieldOf(settings, 'mixes'), scene);
      const idle = inputs.find(({ name }) => name === (textIn(settings, 'idle') ?? 'Black'));
      return typeof number === 'number' && idle !== undefined ? [{ number, output: output.id, scene, idle }] : [];
    }),
  );

/** The mixes and inputs of a vMix. */
export class Mixer {
  readonly inputs: readonly Input[];
  readonly mixes: readonly Mix[];
  readonly #prepared = new Map<Input, Prepared>();
  /** What each mix had on air last; undefined for its idle input. */
  readonly #shown = new Map<Mix, Input | undefined>();
  /** The mixes whose players were stopped, but may not show it yet. */
  readonly #stopped = new Set<Mix>();

  constructor(private readonly options: FaceOptions) {
    this.inputs = inputsOf(options);
    this.mixes = mixesOf(options, this.inputs);
  }

  get isReachable(): boolean {
    return this.mixes.every(({ output }) => this.options.devices.players.state(output).connected);
  }

  active(mix: Mix): Input {
    const run = this.#sceneOf(mix)?.run;
    if (run) this.#shown.set(mix, this.#inputOf(run.clip.key, run.bank));
    return this.#shown.get(mix) ?? mix.idle;
  }

  preview(mix: Mix): Input {
    const cued = this.#sceneOf(mix)?.cued;
    return (cued && this.#inputOf(cued.clip.key, cued.bank)) ?? mix.idle;
  }

  view(input: Input): InputView {
    const shown = this.#onAir(input)[0];
    if (shown === undefined || input.entries.length === 0) return this.#offAir(input);
    const run = this.#sceneOf(shown)?.run;
    const { entry, loop } = this.#preparedOf(input);
    const durationMs = durationOf(input, entry);
    if (!run) return { entry, loop, durationMs, positionMs: durationMs, state: 'Completed' };
    const positionMs = Math.round(positionAt(run, this.#now));
    const playing = this.#entryOf(input, run.clip.key, run.bank);
    return {
      entry: playing,
      loop: run.loop,
      durationMs: run.durationMs ?? durationMs,
      positionMs,
      state: run.paused ? 'Paused' : 'Running',
    };
  }

  /** Starts an input anew where it plays on air; elsewhere it is set to its beginning. */
  restart(input: Input): readonly Effect[] {
    this.#prepare(input, { positionMs: 0 });
    const { players } = this.options.devices;
    return this.#playing(input).flatMap(({ output, scene }) => {
      const selection = this.#selectionOf(input);
      return selection ? [players.send({ do: 'play', output, scene, clip: selection })] : [];
    });
  }

  play(input: Input): readonly Effect[] {
    this.#prepare(input, { isRunning: true });
    return this.#onAir(input)
      .filter((mix) => this.#sceneOf(mix)?.run?.paused === true)
      .map(({ output, scene }) => this.options.devices.players.send({ do: 'resume', output, scene }));
  }

  pause(input: Input): readonly Effect[] {
    this.#prepare(input, { isRunning: false });
    return this.#playing(input).map(({ output, scene }) =>
      this.options.devices.players.send({ do: 'pause', output, scene }),
    );
  }

  setPosition(input: Input, positionMs: number): readonly Effect[] {
    this.#prepare(input, { positionMs });
    return this.#playing(input).map(({ output, scene }) =>
      this.options.devices.players.send({ do: 'seek', output, scene, ms: positionMs }),
    );
  }

  setLoop(input: Input, loop: boolean): readonly Effect[] {
    this.#prepare(input, { loop });
    return [];
  }

  select(input: Input, entry: number): readonly Effect[] {
    this.#prepare(input, { entry, positionMs: 0 });
    return [];
  }

  showPreview(mix: Mix, input: Input): readonly Effect[] {
    const selection = this.#selectionOf(input);
    return selection
      ? [this.options.devices.players.send({ do: 'cue', output: mix.output, scene: mix.scene, clip: selection })]
      : [];
  }

  /** Puts an input on air. One that is on air already goes on. */
  showProgram(mix: Mix, input: Input): readonly Effect[] {
    if (input.entries.length === 0) return [this.#stop(mix)];
    const selection = this.#selectionOf(input);
    if (selection === undefined || this.#isPlaying(mix, input)) return [];
    this.#stopped.delete(mix);
    return [this.options.devices.players.send({ do: 'play', output: mix.output, scene: mix.scene, clip: selection })];
  }

  get #now(): number {
    const { now } = this.options;
    if (now === undefined) throw new Error('a simulated vMix needs the time of its devices');
    return now();
  }

  #stop(mix: Mix): Effect {
    this.#stopped.add(mix);
    const sent = this.options.devices.players.send({ do: 'stop', output: mix.output, scenes: [mix.scene] });
    if (E.isRight(sent))
      void sent.right.confirmed.then((result) => {
        if (E.isRight(result)) this.#shown.set(mix, undefined);
      });
    return sent;
  }

  #sceneOf({ output, scene }: Mix): SceneState | undefined {
    return this.options.devices.players.state(output).scenes.find(({ id }) => id === scene);
  }

  #onAir(input: Input): readonly Mix[] {
    return this.mixes.filter((mix) => this.active(mix) === input);
  }

  #isPlaying(mix: Mix, input: Input): boolean {
    return this.active(mix) === input && this.#sceneOf(mix)?.run !== null && !this.#stopped.has(mix);
  }

  #playing(input: Input): readonly Mix[] {
    return this.mixes.filter((mix) => this.#isPlaying(mix, input));
  }

  #preparedOf(input: Input): Prepared {
    return this.#prepared.get(input) ?? { entry: 1, isRunning: false, loop: false, positionMs: 0, atMs: 0 };
  }

  #prepare(input: Input, changes: Partial<Prepared>): void {
    const { positionMs, state } = this.#offAir(input);
    const isRunning = state === 'Running';
    this.#prepared.set(input, { ...this.#preparedOf(input), positionMs, isRunning, ...changes, atMs: this.#now });
  }

  #offAir(input: Input): InputView {
    const { entry, loop, isRunning, positionMs, atMs } = this.#preparedOf(input);
    const durationMs = durationOf(input, entry);
    const position = Math.min(durationMs, positionMs + (isRunning ? this.#now - atMs : 0));
    const state = isRunning && position >= durationMs ? 'Completed' : isRunning ? 'Running' : 'Paused';
    return { entry, loop, durationMs, positionMs: position, state };
  }

  #entryOf(input: Input, clip: string, bank: string): number {
    const isIt = (one: { bank: string; clip: { key: string } }) => one.bank === bank && one.clip.key === clip;
    return input.entries.findIndex(({ selections }) => selections.some(isIt)) + 1;
  }

  #inputOf(clip: string, bank: string): Input | undefined {
    return this.inputs.find((input) => this.#entryOf(input, clip, bank) > 0);
  }

  #selectionOf(input: Input) {
    return input.entries[this.#preparedOf(input).entry - 1]?.selections[0];
  }
}
