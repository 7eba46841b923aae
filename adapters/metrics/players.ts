// The players of outputs, as metrics name them.
import { playerIdOf } from '../../domain/studio/output-player.js';
import type { Players } from '../../application/ports/players.js';

/** Returns whether each player of an output is connected, by the id under which drivers know it. */
export const connectedPlayers = (
  players: Pick<Players, 'state' | 'pair'>,
  output: string,
): readonly (readonly [player: string, connected: boolean])[] => {
  const pair = players.pair?.(output);
  if (pair === undefined) return [[output, players.state(output).connected]];
  const { main, backup } = pair.reports;
  return [
    [playerIdOf(output, 'main'), main.connected],
    [playerIdOf(output, 'backup'), backup.connected],
  ];
};
