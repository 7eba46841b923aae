// The devices of a connection under test, as the contract suites of the ports need them: every fault affects all of them.
import type { Bench } from '../../contracts/device-commands.js';
import type { PlayersBench } from '../../contracts/players-bench.js';
import type { ConnectionBench } from './bench.js';

/** The passing of time, the faults, and how these are removed. A healthy device confirms a command within `promptMs`. */
export const faultyBench = (
  { pass, passUntil, setFault }: ConnectionBench,
  isConnected: () => boolean,
  promptMs = 100,
): Bench => {
  const setLasting = (type: 'refused' | 'frozen') => (): Promise<void> => {
    setFault({ type });
    return Promise.resolve();
  };
  return {
    pass,
    promptMs,
    refuse: setLasting('refused'),
    freeze: setLasting('frozen'),
    disconnect: () => {
      setFault({ type: 'offline' });
      return passUntil('it is not connected', () => !isConnected());
    },
    heal: () => {
      setFault(null);
      return passUntil('it is connected', isConnected);
    },
  };
};

/** The clips of a player, and the longest time until it has confirmed a command, in milliseconds. */
export type PlayerClips = Pick<PlayersBench, 'selections' | 'shortClip' | 'promptMs'>;

/** The output of the demo studio that players of the tests play, with the scenes `left` and `right`. */
export const output = 'out-2';

/** Returns the bench of the players' contract. */
export const playersBench = (
  bench: ConnectionBench,
  { promptMs, ...clips }: PlayerClips,
  at: Pick<PlayersBench, 'output' | 'scenes'> = { output, scenes: ['left', 'right'] },
): PlayersBench => {
  const { players } = bench.drivers;
  return {
    ...faultyBench(bench, () => players.state(at.output).connected, promptMs),
    ...clips,
    ...{ ...at, players, now: bench.clock.now },
  };
};
