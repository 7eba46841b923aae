// A scene of simulated OBS: its media inputs, which play the clips of one scene of a simulated player.
import * as E from 'fp-ts/lib/Either.js';
import type { SendResult } from '../../application/ports/commands.js';
import type { ClipSelection, Players, SceneRun } from '../../application/ports/players.js';
import { positionAt } from '../../domain/studio/clip-time.js';

/** A media input. */
export interface MediaInput {
  readonly name: string;
  readonly itemId: number;
  isShown: boolean;
  file: string;
  /** The file that was set, until the player shows it; empty if there is none. */
  nextFile: string;
  /** Whether its hidden medium was paused. */
  isPaused: boolean;
  /** Whether its medium was stopped, or has ended. */
  isEnded: boolean;
}

/** What a media input shows of its medium. */
export interface MediaStatus {
  readonly mediaState: string;
  readonly mediaCursor: number | null;
  readonly mediaDuration: number | null;
}

/** What a scene plays with. */
export interface ScenePlayer {
  readonly output: string;
  readonly scene: string;
  readonly players: Players;
  readonly selections: readonly ClipSelection[];
  readonly now: () => number;
  /** A hidden input starts its medium. */
  readonly startedHidden: (input: MediaInput) => void;
}

const off: MediaStatus = { mediaState: 'OBS_MEDIA_STATE_ENDED', mediaCursor: null, mediaDuration: null };

const running = (isPaused: boolean, mediaCursor: number, mediaDuration: number): MediaStatus => ({
  mediaState: isPaused ? 'OBS_MEDIA_STATE_PAUSED' : 'OBS_MEDIA_STATE_PLAYING',
  mediaCursor,
  mediaDuration,
});

/** The length of a medium that isn't running yet, in milliseconds. */
const openedLengthMs = 60_000;

/** Whether a file is that of a clip: it lies in the media folder, which only the client knows. */
const isFileOf = (file: string, { clip: { key, media = key } }: ClipSelection): boolean => file.endsWith(`/${media}`);

/** A scene. Commands to it are the commands of the simulated player. */
export class SimulatedScene {
  readonly inputs: readonly MediaInput[];

  constructor(
    readonly name: string,
    inputs: readonly string[],
    private readonly player: ScenePlayer,
  ) {
    this.inputs = inputs.map((input, index) => ({
      name: input,
      itemId: index + 1,
      isShown: index === 0,
      file: '',
      nextFile: '',
      isPaused: false,
      isEnded: false,
    }));
  }

  get isReachable(): boolean {
    return this.player.players.state(this.player.output).connected;
  }

  /** When the clip that the input shows was started, in milliseconds since 1970 UTC; null if it shows none. */
  startedAtMs(input: MediaInput): number | null {
    this.settle(input);
    return this.#runOf(input)?.startedAtMs ?? null;
  }

  status(input: MediaInput): MediaStatus {
    this.settle(input);
    const run = this.#runOf(input);
    if (run !== null) return running(run.paused, Math.round(positionAt(run, this.player.now())), run.durationMs ?? 0);
    if (input.isEnded) return off;
    return !input.isShown && this.#cuedIn(input.file) ? running(input.isPaused, 40, openedLengthMs) : off;
  }

  /** Starts the medium of an input. Returns undefined if the player has nothing to do. */
  restart(input: MediaInput): SendResult | undefined {
    const { output, scene, players, selections } = this.player;
    const file = input.nextFile === '' ? input.file : input.nextFile;
    const isCued = input.nextFile === '' && this.#cuedIn(file);
    input.isEnded = false;
    const selection = selections.find((one) => isFileOf(file, one));
    if (selection === undefined) return undefined;
    if (!input.isShown) return this.#restartHidden(input, players.send({ do: 'cue', output, scene, clip: selection }));
    return players.send(isCued ? { do: 'take', output, scene } : { do: 'play', output, scene, clip: selection });
  }

  stop(input: MediaInput): SendResult | undefined {
    input.isEnded = true;
    const { output, scene, players } = this.player;
    return input.isShown ? players.send({ do: 'stop', output, scenes: [scene] }) : undefined;
  }

  pause(input: MediaInput, paused: boolean): SendResult | undefined {
    const { output, scene, players } = this.player;
    if (!input.isShown) input.isPaused = paused;
    else return players.send({ do: paused ? 'pause' : 'resume', output, scene });
    return undefined;
  }

  seek(input: MediaInput, positionMs: number): SendResult | undefined {
    const { output, scene, players } = this.player;
    return input.isShown ? players.send({ do: 'seek', output, scene, ms: positionMs }) : undefined;
  }

  /** Opens a file in an input. Without one, the picture stays until the next. */
  open(input: MediaInput, file: string): void {
    if (file === '') return;
    input.nextFile = file;
    if (input.file === '') input.file = file;
  }

  /** Takes over the file that was set, once the player shows it. */
  settle(input: MediaInput): void {
    const { run = null, cued = null } = this.#state ?? {};
    const shown = input.isShown ? run : cued;
    if (input.nextFile === '' || shown === null || !isFileOf(input.nextFile, shown)) return;
    input.file = input.nextFile;
    input.nextFile = '';
  }

  get #state() {
    const { output, scene, players } = this.player;
    return players.state(output).scenes.find(({ id }) => id === scene);
  }

  #restartHidden(input: MediaInput, sending: SendResult): SendResult {
    void isAccepted(sending).then((accepted) => {
      if (!accepted) return;
      input.isPaused = false;
      this.player.startedHidden(input);
    });
    return sending;
  }

  #cuedIn(file: string): boolean {
    const cued = this.#state?.cued ?? null;
    return cued !== null && isFileOf(file, cued);
  }

  #runOf(input: MediaInput): SceneRun | null {
    const run = this.#state?.run ?? null;
    return input.isShown && run !== null && isFileOf(input.file, run) ? run : null;
  }
}

/** Whether the player accepts a command. */
export const isAccepted = async (sending: SendResult | undefined): Promise<boolean> => {
  if (sending === undefined) return true;
  if (E.isLeft(sending)) return false;
  const { accepted, confirmed } = sending.right;
  return E.isRight(await Promise.race([accepted, confirmed]));
};
