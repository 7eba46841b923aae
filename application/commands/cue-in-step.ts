// Clips that both players of an output take by themselves. Players are never exactly together: one that still shows the clip
// before would take the clip after next in place of the next one (PAIR-9).
import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../ports/clock.js';
import type { SentCommand } from '../ports/commands.js';
import type { ClipSelection, PlayerCommand, Players } from '../ports/players.js';
import { isSameClip } from '../state/player-difference.js';

/** How long the other player may take once the leading one has answered, in milliseconds. What wasn't sent by then is never sent. */
const lateMs = 2_000;

/** A cue of a clip that the player takes by itself. */
type OwnTake = Extract<PlayerCommand, { readonly clip: unknown }> & { readonly do: 'cue' };

/** Gives up the command of the other player `lateMs` after now. */
export const giveUpLater = ({ confirmed, failureAtTimeout }: SentCommand, clock: Clock): void => {
  const cancel = clock.after(lateMs, () => void failureAtTimeout?.());
  void confirmed.then(cancel);
};

/** Whether a command is a cue of a clip that the player takes by itself. */
export const isOwnTake = (command: PlayerCommand): command is OwnTake =>
  command.do === 'cue' && command.then === 'take';

const scenesOf = (command: PlayerCommand): readonly string[] => {
  if (command.do === 'stop') return command.scenes;
  return command.do === 'play' || command.do === 'cue' || command.do === 'take' ? [command.scene] : [];
};

/** Cues that wait until the other player shows the clip that theirs follows. */
export class CuesInStep {
  readonly #waiting = new Map<string, () => void>();

  constructor(
    private readonly players: Players,
    private readonly clock: Clock,
  ) {}

  /** Forgets the cues that wait in the scenes whose clip a command changes. */
  forget(command: PlayerCommand): void {
    for (const scene of scenesOf(command)) this.#waiting.get(JSON.stringify([command.output, scene]))?.();
  }

  /** Sends a cue to its player as soon as that one shows what the leading one shows now, or never if it doesn't in time. */
  send(cue: OwnTake, leader: string): void {
    const key = JSON.stringify([cue.output, cue.scene]);
    const shownBy = (player: string): ClipSelection | null =>
      this.players.state(player).scenes.find(({ id }) => id === cue.scene)?.run ?? null;
    const present = shownBy(leader);
    const sendIfShown = (): void => {
      if (!isSameClip(shownBy(cue.output), present)) return;
      this.#waiting.get(key)?.();
      const sending = this.players.send(cue);
      if (E.isRight(sending)) giveUpLater(sending.right, this.clock);
    };
    const unwatch = this.players.watch((player) => {
      if (player === cue.output) sendIfShown();
    });
    const cancel = this.clock.after(lateMs, () => this.#waiting.get(key)?.());
    this.#waiting.set(key, () => {
      this.#waiting.delete(key);
      unwatch();
      cancel();
    });
    sendIfShown();
  }
}
