// Chooses the driver of each output: the one for the protocol of the output's player.
import { casparcgPlayers } from '../adapters/playout/casparcg/players.js';
import { clipSelections, hasPlayer, type OutputWithPlayer } from '../application/commands/layout-players.js';
import { playersByOutput } from '../application/commands/players-by-output.js';
import type { Clock } from '../application/ports/clock.js';
import type { Log } from '../application/ports/log.js';
import type { ClipSelection, Players } from '../application/ports/players.js';
import type { BankDefinition } from '../domain/studio/clip.js';
import type { StudioLayout } from '../domain/studio/layout.js';
import type { PlayerProtocol } from '../domain/studio/player.js';

/** Players that hold connections until they are closed. */
export interface DrivenPlayers {
  readonly players: Players;
  readonly close: () => void;
}

/** Dependencies of every driver. */
interface PlayerDriverDeps {
  /** The clips that the players may show. A file of several clips counts as the first of them. */
  readonly selections: readonly ClipSelection[];
  readonly clock: Clock;
  readonly log: Log;
}

/** Connects to the players of some outputs. */
type PlayerDriver = (
  outputs: readonly OutputWithPlayer[],
  deps: PlayerDriverDeps,
) => Players & Pick<DrivenPlayers, 'close'>;

/** The driver table: the driver of each protocol. A protocol without a driver doesn't compile. */
const playerDrivers: Readonly<Record<PlayerProtocol, PlayerDriver>> = {
  casparcg: casparcgPlayers,
};

const activeBankFirst = ({ banks, activeBank }: StudioLayout): readonly BankDefinition[] =>
  banks.toSorted((a, b) => Number(b.key === activeBank) - Number(a.key === activeBank));

/** Connects to every player that the layout describes; `others` plays the remaining outputs. */
export const drivenPlayers = (
  layout: StudioLayout,
  others: Players,
  deps: Omit<PlayerDriverDeps, 'selections'>,
): DrivenPlayers => {
  const selections = clipSelections(activeBankFirst(layout));
  const byProtocol = Map.groupBy(layout.outputs.filter(hasPlayer), ({ player }) => player.protocol);
  const driven = [...byProtocol].map(([protocol, outputs]) => ({
    outputs: new Set(outputs.map(({ id }) => id)),
    players: playerDrivers[protocol](outputs, { ...deps, selections }),
  }));
  return {
    players: playersByOutput(driven, others),
    close: () => {
      for (const { players } of driven) players.close();
    },
  };
};
