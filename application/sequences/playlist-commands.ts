// The commands that a playlist sends by itself: a cue of the clip that follows, and its take at the end of the one that is on.
import * as E from 'fp-ts/lib/Either.js';
import { failure } from '../../domain/failure.js';
import type { RunningPlaylist } from '../../domain/studio/playlist.js';
import type { Acknowledgements } from '../commands/acknowledgement.js';
import { acknowledgedAtOnce, type CommandResult, type SendResult } from '../ports/commands.js';
import { byItself, type RecordCommand } from '../ports/decided-commands.js';
import type { ClipSelection, Players } from '../ports/players.js';
import type { StudioState } from '../state/studio-state.js';

export interface PlaylistCommandDeps {
  readonly studio: StudioState;
  readonly players: Players;
  readonly acknowledgements: Pick<Acknowledgements, 'within'>;
  readonly record: RecordCommand;
}

/** Timeout of the commands of a playlist, in milliseconds. */
export const timeoutMs = 2_000;

/** How long after the end of a clip the player may take the next one by itself, before it is asked to, in milliseconds. */
const ownTakeMs = 500;

const repeats: CommandResult = E.left(failure('conflict', 'it repeats without end'));

/** The clip that was cued to follow. */
export interface Following {
  readonly selection: ClipSelection;
  /** Whether the player takes it by itself. */
  readonly takesItself: boolean;
  isCued: boolean;
  /** Called when the clip is on. */
  onTaken: () => void;
}

/** The commands of one playlist. None of its promises rejects. */
export class PlaylistCommands {
  constructor(
    private readonly playlist: Pick<RunningPlaylist, 'output' | 'scene' | 'bank'>,
    private readonly deps: PlaylistCommandDeps,
  ) {}

  /** Returns a clip that isn't cued yet. */
  following(selection: ClipSelection): Following {
    const takesItself = this.deps.players.takesAtEnd?.(this.playlist.output) === true;
    return { selection, takesItself, isCued: false, onTaken: () => undefined };
  }

  /** Cues a clip. One that repeats would never end. */
  async cue(following: Following): Promise<CommandResult> {
    const { selection, takesItself } = following;
    if (selection.clip.loop === true) return repeats;
    const cue = { do: 'cue', ...this.#place, clip: selection, ...(takesItself && { then: 'take' as const }) } as const;
    const result = await this.#acknowledged(this.#record(cue, () => this.deps.players.send(cue)));
    following.isCued = E.isRight(result);
    return result;
  }

  /** Takes back that the player takes a clip by itself, by another cue of it. */
  hold({ selection, takesItself }: Following): void {
    if (!takesItself) return;
    const cue = { do: 'cue', ...this.#place, clip: selection } as const;
    this.#record(cue, () => this.deps.players.send(cue));
  }

  /** Waits for the player's own take of a clip, or sends one if `isWanted` when that doesn't come. */
  take(following: Following, isStuck: boolean, isWanted: () => boolean): Promise<CommandResult> {
    const send = (): SendResult => this.deps.players.send({ do: 'take', ...this.#place });
    const { selection: expected, takesItself } = following;
    return this.#acknowledged(
      this.#record({ do: 'take', ...this.#place, expected }, () =>
        takesItself && !isStuck ? this.#awaitTake(following, isWanted, send) : send(),
      ),
    );
  }

  /** Records a take that the player has made by itself. */
  recordTake(expected: ClipSelection): void {
    this.#record({ do: 'take', ...this.#place, expected }, () => acknowledgedAtOnce);
  }

  get #place() {
    const { output, scene } = this.playlist;
    return { output, scene };
  }

  #record(command: Parameters<RecordCommand>[1], send: () => SendResult): SendResult {
    const { studio, record } = this.deps;
    return record(byItself(`playlist:${this.playlist.bank}`, studio.runtime().holder), command, send);
  }

  #awaitTake(following: Following, isWanted: () => boolean, send: () => SendResult): SendResult {
    const seen = new Promise<CommandResult>((resolve) => {
      following.onTaken = () => {
        resolve(E.right(undefined));
      };
    });
    const confirmed = this.deps.acknowledgements.within(seen, ownTakeMs).then((result) => {
      if (E.isRight(result) || !isWanted()) return result;
      const sending = send();
      return E.isLeft(sending) ? sending : sending.right.confirmed;
    });
    return E.right({ accepted: confirmed, confirmed });
  }

  #acknowledged(sending: SendResult): Promise<CommandResult> {
    if (E.isLeft(sending)) return Promise.resolve(sending);
    const { confirmed, failureAtTimeout } = sending.right;
    return this.deps.acknowledgements.within(confirmed, timeoutMs, failureAtTimeout);
  }
}
