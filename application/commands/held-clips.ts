// What a scene showed when a command for another clip was sent. A player may report no clip until the new one is confirmed
// (TALLY-12).
import * as E from 'fp-ts/lib/Either.js';
import { changeNotifier, watchAll } from '../ports/watch.js';
import type { Clock } from '../ports/clock.js';
import type { SendResult } from '../ports/commands.js';
import type { ClipSelection, HeldClips, PlayerReport, Players, SceneState } from '../ports/players.js';

/** How long a command may keep what was on before, in milliseconds. A player may never confirm it. */
const holdMs = 5_000;

interface Hold {
  readonly clips: HeldClips;
  readonly cancelTimeout: () => void;
}

const keyOf = (output: string, scene: string): string => JSON.stringify([output, scene]);

const selectionOf = ({ bank, clip }: ClipSelection): ClipSelection => ({ bank, clip });

/** Returns what counts in a scene now, with what is still held of an earlier command; undefined if nothing does. */
const clipsIn = ({ run, cued, held }: SceneState): HeldClips | undefined => {
  const clips = { run: run === null ? (held?.run ?? null) : selectionOf(run), cued: cued ?? held?.cued ?? null };
  return clips.run === null && clips.cued === null ? undefined : clips;
};

/** The scenes that a command is about to change. */
class HeldScenes {
  readonly #holds = new Map<string, Hold>();

  constructor(
    private readonly players: Players,
    private readonly clock: Clock,
    private readonly released: (output: string) => void,
  ) {}

  state(output: string): PlayerReport {
    const report = this.players.state(output);
    if (this.#holds.size === 0) return report;
    const { connected, scenes } = report;
    return { connected, scenes: scenes.map((scene) => this.#withHeld(output, scene)) };
  }

  /** Sends a command, and holds what its scene shows until the command ends. */
  start(output: string, scene: string, send: () => SendResult): SendResult {
    const before = this.state(output).scenes.find(({ id }) => id === scene);
    const clips = before && clipsIn(before);
    const sending = send();
    if (clips === undefined || E.isLeft(sending)) return sending;
    const release = this.#hold(output, keyOf(output, scene), clips);
    void sending.right.confirmed.then(release);
    return sending;
  }

  #withHeld(output: string, scene: SceneState): SceneState {
    const hold = scene.run === null ? this.#holds.get(keyOf(output, scene.id)) : undefined;
    return hold === undefined ? scene : { ...scene, held: hold.clips };
  }

  /** Returns a function that releases the clips, unless another command holds them. */
  #hold(output: string, key: string, clips: HeldClips): () => void {
    const release = (): void => {
      if (this.#holds.get(key) !== hold) return;
      this.#holds.delete(key);
      hold.cancelTimeout();
      this.released(output);
    };
    const hold: Hold = { clips, cancelTimeout: this.clock.after(holdMs, release) };
    this.#holds.get(key)?.cancelTimeout();
    this.#holds.set(key, hold);
    return release;
  }
}

/** Returns the same players, whose scenes report what they showed before a pending play or take as `held`. */
export const withHeldClips = (players: Players, clock: Clock): Players => {
  const { watch, notify } = changeNotifier();
  const held = new HeldScenes(players, clock, notify);
  return {
    ...players,
    send: (command) => {
      const send = (): SendResult => players.send(command);
      return command.do === 'play' || command.do === 'take' ? held.start(command.output, command.scene, send) : send();
    },
    state: (output) => held.state(output),
    watch: watchAll([players.watch, watch]),
  };
};
