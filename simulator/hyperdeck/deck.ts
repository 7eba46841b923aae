// The transport of a simulated HyperDeck, which acts on a simulated player: the one scene of its output.
import * as E from 'fp-ts/lib/Either.js';
import type { ClipSelection, SceneRun } from '../../application/ports/players.js';
import { positionAt } from '../../domain/studio/clip-time.js';
import type { Effect } from '../effects.js';
import type { FaceOptions } from '../wire-face.js';
import { frameMs, placeAt, timelineOf, type Place, type TimelineClip } from './timeline.js';

/** What the transport shows. */
export interface TransportView extends Place {
  readonly status: 'play' | 'stopped';
  readonly loop: boolean;
}

/** What a command does, or the code of its refusal. */
export type DeckEffect = Effect | 'out of range';

/** The transport, and the clips of its timeline. */
export class Deck {
  readonly clips: readonly TimelineClip[];
  readonly #attached: { readonly output: string; readonly scene: string } | undefined;
  /** Where the playhead was put while it stands. */
  #target: Place | undefined;
  /** The end of the clip that was shown last. */
  #last: Place | undefined;
  /** Whether a play was sent, and its effect isn't shown yet. */
  #isStarting = false;

  constructor(private readonly options: FaceOptions) {
    this.clips = timelineOf(options.attachments.selections);
    const [first] = options.attachments.players.values();
    const scene = first?.output.scenes[0];
    this.#attached = first === undefined || scene === undefined ? undefined : { output: first.output.id, scene };
  }

  get output(): string | undefined {
    return this.#attached?.output;
  }

  get isReachable(): boolean {
    return this.output === undefined || this.options.devices.players.state(this.output).connected;
  }

  /** What the transport shows; undefined without clips. */
  get view(): TransportView | undefined {
    const run = this.#run;
    const clip = run === null ? undefined : this.#clipOf(run);
    if (clip !== undefined) this.#last = { clip, positionMs: Math.max(0, clip.frames - 1) * frameMs };
    if (this.#target === undefined && run !== null && clip !== undefined)
      return { clip, positionMs: this.#positionOf(run), status: run.paused ? 'stopped' : 'play', loop: run.loop };
    const place = this.#target ?? this.#last ?? this.#beginning;
    return place && { ...place, status: 'stopped', loop: false };
  }

  get #beginning(): Place | undefined {
    const [first] = this.clips;
    return first && { clip: first, positionMs: 0 };
  }

  /** A running transport plays on from the beginning of the clip. */
  gotoClip(id: string): DeckEffect {
    const clip = this.clips.find((one) => String(one.id) === id);
    if (clip === undefined) return 'out of range';
    if (this.#isRunning) return this.#start(clip);
    this.#target = { clip, positionMs: 0 };
    return undefined;
  }

  gotoTimecode(timecode: string): DeckEffect {
    const place = placeAt(this.clips, timecode);
    if (place === undefined) return 'out of range';
    const shown = this.view;
    if (this.#run !== null && this.#target === undefined && shown?.clip === place.clip)
      return this.#send((at) => ({ do: 'seek', ...at, ms: place.positionMs }));
    this.#target = place;
    return undefined;
  }

  play(): Effect {
    if (this.#target !== undefined) return this.#start(this.#target.clip);
    return this.#run?.paused === true ? this.#send((at) => ({ do: 'resume', ...at })) : undefined;
  }

  stop(): Effect {
    const { clip, positionMs } = this.view ?? {};
    const isRunning = this.#isRunning;
    this.#isStarting = false;
    if (!isRunning || clip === undefined || positionMs === undefined) return undefined;
    return this.#send((at) => ({ do: 'pause', ...at }));
  }

  get #run(): SceneRun | null {
    const { scenes } = this.output === undefined ? { scenes: [] } : this.options.devices.players.state(this.output);
    return scenes.find(({ id }) => id === this.#attached?.scene)?.run ?? null;
  }

  get #isRunning(): boolean {
    return this.#isStarting || (this.#target === undefined && this.#run?.paused === false);
  }

  #start(clip: TimelineClip): Effect {
    const [selection] = clip.selections;
    const sent = selection && this.#send((at) => ({ do: 'play', ...at, clip: selection }));
    if (sent === undefined || E.isLeft(sent)) return sent;
    this.#isStarting = true;
    void sent.right.confirmed.then(() => (this.#isStarting = false));
    void sent.right.accepted.then((result) => {
      if (E.isRight(result)) this.#target = undefined;
    });
    return sent;
  }

  #send(
    command: (at: { output: string; scene: string }) => Parameters<FaceOptions['devices']['players']['send']>[0],
  ): Effect {
    return this.#attached && this.options.devices.players.send(command(this.#attached));
  }

  #positionOf(run: SceneRun): number {
    return positionAt(run, this.options.now?.() ?? run.asOfMs);
  }

  #clipOf({ bank, clip: { key } }: ClipSelection): TimelineClip | undefined {
    return this.clips.find(({ selections }) => selections.some((one) => one.bank === bank && one.clip.key === key));
  }
}
