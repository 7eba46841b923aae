// A CasparCG driver under test as a connection of the studio file, with a simulated server.
import type { PlayersBench } from '../../../contracts/players-bench.js';
import { connectionBench, type ConnectionBench } from '../bench.js';
import { output, playersBench } from '../faulty-bench.js';
import { selections } from '../vmix/bench.js';

/** The output of the demo studio that the server plays. */
export const casparcgPlayer = { channel: 1, layers: { left: 10, right: 20 } };

/** Returns a driver that is connected to a simulated server. */
export const connectedCasparcg = async (): Promise<ConnectionBench> => {
  const bench = await connectionBench('casparcg', { players: { [output]: casparcgPlayer } });
  await bench.passUntil('the server is connected', () => bench.drivers.players.state(output).connected);
  return bench;
};

/** Returns the bench of the players' contract. */
export const casparcgPlayers = (bench: ConnectionBench): PlayersBench =>
  playersBench(bench, {
    selections: [selections.headlines, selections.bed],
    shortClip: { bank: 'news', clip: { number: 4, key: 'closer', name: 'Closing titles', durationMs: 20_000 } },
    promptMs: 250,
  });
