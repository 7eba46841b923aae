// Chooses the driver of each output: the one for the protocol of the output's player.
import { casparcgPlayers } from '../adapters/drivers/casparcg/players.js';
import { clipSelections, hasPlayer, type OutputWithPlayer } from '../application/commands/layout-players.js';
import { watchAll } from '../application/ports/watch.js';
import type { Clock } from '../application/ports/clock.js';
import type { Log } from '../application/ports/log.js';
import type { ClipSelection, Players } from '../application/ports/players.js';
import type { LayoutInForce } from '../application/state/current-layout.js';
import type { BankDefinition } from '../domain/studio/clip.js';
import type { StudioLayout } from '../domain/studio/layout.js';
import type { PlayerProtocol } from '../domain/studio/player.js';

/** Players that hold connections until they are closed. They follow the layout. */
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
  /** Called with an output, a clause about its player that floods the service, and null when that is over. */
  readonly flooded?: (output: string, message: string | null) => void;
}

/** The players that one driver controls. */
interface FollowingPlayers extends Players, Pick<DrivenPlayers, 'close'> {
  /** Controls the players of these outputs alone. Keeps the connections of those whose player hasn't changed. */
  readonly follow: (outputs: readonly OutputWithPlayer[], selections: readonly ClipSelection[]) => void;
}

/** Connects to the players of some outputs. */
type PlayerDriver = (outputs: readonly OutputWithPlayer[], deps: PlayerDriverDeps) => FollowingPlayers;

/** The driver table: the driver of each protocol. A protocol without a driver doesn't compile. */
const playerDrivers: Readonly<Record<PlayerProtocol, PlayerDriver>> = {
  casparcg: casparcgPlayers,
};

const activeBankFirst = ({ banks, activeBank }: StudioLayout): readonly BankDefinition[] =>
  banks.toSorted((a, b) => Number(b.key === activeBank) - Number(a.key === activeBank));

const selectionsOf = (layout: StudioLayout): readonly ClipSelection[] => clipSelections(activeBankFirst(layout));

const outputsOf = ({ outputs }: StudioLayout, protocol: string): readonly OutputWithPlayer[] =>
  outputs.filter(hasPlayer).filter(({ player }) => player.protocol === protocol);

const protocolsOf = ({ outputs }: StudioLayout): ReadonlyMap<string, PlayerProtocol> =>
  new Map(outputs.filter(hasPlayer).map(({ id, player }) => [id, player.protocol]));

/** Connects to every player that the layout describes, and follows the layout; `others` plays the remaining outputs. */
export const drivenPlayers = (
  current: LayoutInForce,
  others: Players,
  deps: Omit<PlayerDriverDeps, 'selections'>,
): DrivenPlayers => {
  const driven = Object.entries(playerDrivers).map(([protocol, driver]) => ({
    protocol,
    players: driver(outputsOf(current.layout, protocol), { ...deps, selections: selectionsOf(current.layout) }),
  }));
  let protocols = protocolsOf(current.layout);
  const unsubscribe = current.watchLayout(({ now }) => {
    protocols = protocolsOf(now);
    for (const { protocol, players } of driven) players.follow(outputsOf(now, protocol), selectionsOf(now));
  });
  const playersOf = (output: string): Players =>
    driven.find(({ protocol }) => protocols.get(output) === protocol)?.players ?? others;
  return {
    players: {
      send: (command) => playersOf(command.output).send(command),
      refusal: (command) => playersOf(command.output).refusal?.(command),
      state: (output) => playersOf(output).state(output),
      stateSource: (output) => playersOf(output).stateSource(output),
      hasDriver: (output) => playersOf(output).hasDriver(output),
      watch: watchAll([others.watch, ...driven.map(({ players }) => players.watch)]),
    },
    close: () => {
      unsubscribe();
      for (const { players } of driven) players.close();
    },
  };
};
