// Signal lines of a connection under test, for the contract suite of the port.
import type { SignalLinesBench } from '../../contracts/signal-lines.js';
import type { ConnectionBench } from './bench.js';

/** Longest time until a healthy device has confirmed a command, in milliseconds. */
const promptMs = 100;

/** Returns the bench of the suite. Every fault affects all lines of the connection. */
export const linesBench = async (
  { drivers: { signalLines: lines }, pass, passUntil, setFault }: ConnectionBench,
  signals: readonly [string, string],
): Promise<SignalLinesBench> => {
  const untilConnected = (connected: boolean): Promise<void> =>
    passUntil(`the lines are ${connected ? '' : 'not '}connected`, () =>
      signals.every((signal) => lines.connected(signal) === connected),
    );
  await untilConnected(true);
  return {
    lines,
    signals,
    pass,
    promptMs,
    refuse: () => {
      setFault({ type: 'refused' });
      return Promise.resolve();
    },
    disconnect: () => {
      setFault({ type: 'offline' });
      return untilConnected(false);
    },
    freeze: () => {
      setFault({ type: 'frozen' });
      return Promise.resolve();
    },
    heal: () => {
      setFault(null);
      return untilConnected(true);
    },
  };
};
