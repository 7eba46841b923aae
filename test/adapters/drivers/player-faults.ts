// The faults that the contract of players needs, injected into the simulated player behind a connection.
import type { PlayersBench } from '../../contracts/players-bench.js';
import type { ConnectionBench } from './bench.js';

/** The faults, and how they are removed. */
export type PlayerFaults = Pick<PlayersBench, 'refuse' | 'freeze' | 'disconnect' | 'heal'>;

/** Returns the faults of the player of an output. */
export const playerFaults = ({ drivers, passUntil, setFault }: ConnectionBench, output: string): PlayerFaults => {
  const untilConnected = (connected: boolean): Promise<void> =>
    passUntil('the player to be connected or not', () => drivers.players.state(output).connected === connected);
  const setLasting = (type: 'refused' | 'frozen') => (): Promise<void> => {
    setFault({ type });
    return Promise.resolve();
  };
  return {
    refuse: setLasting('refused'),
    freeze: setLasting('frozen'),
    disconnect: () => {
      setFault({ type: 'offline' });
      return untilConnected(false);
    },
    heal: () => {
      setFault(null);
      return untilConnected(true);
    },
  };
};
