// A vMix driver under test, connected to a simulated vMix over loopback.
import type { PlayersBench, TimedSelection } from '../../contracts/players-bench.js';
import { connectionBench, type BenchOptions, type ConnectionBench } from '../bench.js';

/** The output of the demo studio that the vMix plays, and its mixes. */
export const output = 'out-2';
export const vmixPlayer = { idle: 'Black', mixes: { left: 1, right: 2 } };

const clip = (bank: string, number: number, key: string, seconds: number): TimedSelection => ({
  bank,
  clip: { number, key, name: key, durationMs: seconds * 1_000 },
});

/** Clips of the demo studio. */
export const selections = {
  headlines: clip('news', 2, 'headlines', 90),
  bed: clip('music', 1, 'bed', 180),
  sting: clip('music', 2, 'sting', 10),
};

/** Returns a driver that is connected to a simulated vMix. */
export const vmixBench = async (options: Pick<BenchOptions, 'log'> = {}): Promise<ConnectionBench> => {
  const bench = await connectionBench('vmix', { ...options, players: { [output]: vmixPlayer } });
  await bench.passUntil('the vMix is connected', () => bench.drivers.players.state(output).connected);
  return bench;
};

/** Returns the bench of the players' contract. */
export const playersBench = ({
  clock,
  drivers: { players },
  pass,
  passUntil,
  setFault,
}: ConnectionBench): PlayersBench => {
  const untilConnected = (connected: boolean): Promise<void> =>
    passUntil('the vMix is connected or not', () => players.state(output).connected === connected);
  const lasting = (type: 'refused' | 'frozen') => (): Promise<void> => {
    setFault({ type });
    return Promise.resolve();
  };
  return {
    players,
    pass,
    output,
    scenes: ['left', 'right'],
    now: clock.now,
    promptMs: 250,
    selections: [selections.headlines, selections.bed],
    shortClip: selections.sting,
    refuse: lasting('refused'),
    freeze: lasting('frozen'),
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
