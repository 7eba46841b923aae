// The presses of the virtual panel, with their answers.
import type { Press } from './panel-answers.js';
import type { Steer } from './steering.js';

/** Number of presses that are kept. */
const kept = 20;

/** Changes the presses, newest first. */
type Update = (change: (presses: readonly Press[]) => readonly Press[]) => void;

/** Makes a call, and adds it to the presses. Calls may end in any order. */
export type MakePress = (steer: Steer, label: string, call: Press['call']) => void;

/** Returns the function that makes the presses of one panel. */
export const pressesOf = (update: Update): MakePress => {
  let last = 0;
  return (steer, label, call) => {
    const number = (last += 1);
    const end = (attempts: Press['attempts']): void => {
      update((presses) => presses.map((one) => (one.number === number ? { ...one, attempts } : one)));
    };
    update((presses) => [{ number, label, call, attempts: undefined }, ...presses].slice(0, kept));
    steer(async (client) => {
      try {
        end(await client.makeCall(call));
      } catch (error) {
        end([]);
        throw error;
      }
    });
  };
};
