// Which driver plays which output: the one of the player that the studio's file names.
import { casparcgPlayers } from '../adapters/playout/casparcg/players.js';
import type { PlayedOutput } from '../adapters/playout/casparcg/player.js';
import type { Clock } from '../application/ports/clock.js';
import type { ClipSelection, Players } from '../application/ports/players.js';
import type { Log } from '../application/ports/log.js';
import { playersByOutput } from '../application/commands/players-by-output.js';
import type { StudioLayout } from '../domain/studio/layout.js';
import type { OutputDefinition } from '../domain/studio/output.js';

/** Players that hold connections until they are closed. */
export interface DrivenPlayers {
  readonly players: Players;
  readonly close: () => void;
}

/** Whether an output has a player of its own. */
export const isPlayed = (output: OutputDefinition): output is PlayedOutput => output.player !== undefined;

/** Every clip there is; those of the bank that is active at first come first. */
const cuesOf = ({ banks, activeBank }: StudioLayout): readonly ClipSelection[] =>
  banks
    .toSorted((a, b) => Number(b.key === activeBank) - Number(a.key === activeBank))
    .flatMap(({ key, clips }) => clips.map((clip) => ({ bank: key, clip })));

/** Connects to every player that the layout names; `others` play the outputs that name none. */
export const drivenPlayers = (
  layout: StudioLayout,
  others: Players,
  needs: { readonly clock: Clock; readonly log: Log },
): DrivenPlayers => {
  const played = layout.outputs.filter(isPlayed);
  const casparcg = casparcgPlayers(played, { cues: cuesOf(layout), ...needs });
  const own = { outputs: new Set(played.map(({ id }) => id)), players: casparcg };
  return { players: playersByOutput([own], others), close: casparcg.close };
};
