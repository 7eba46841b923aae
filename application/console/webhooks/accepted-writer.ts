// Stores what receivers have accepted. What comes at the same time is one write, because each write waits for the disk.
import type { Clock } from '../../ports/clock.js';
import type { AcceptedChange, WebhookStore } from '../../ports/console-store.js';

/** Stores a change. Resolves with whether it is stored. */
export type WriteAccepted = (change: AcceptedChange) => Promise<boolean>;

/** A change, and the function that resolves its promise. */
interface Waiting {
  readonly change: AcceptedChange;
  readonly resolve: (isStored: boolean) => void;
}

/** Returns what stores changes. Changes of one subject must not overlap. */
export const acceptedWriter = (
  store: Pick<WebhookStore, 'storeAccepted'>,
  clock: Pick<Clock, 'after'>,
): WriteAccepted => {
  let waiting: Waiting[] = [];
  const write = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    const isStored = await store.storeAccepted(batch.map(({ change }) => change)).then(
      () => true,
      () => false,
    );
    for (const { resolve } of batch) resolve(isStored);
  };
  return (change) =>
    new Promise((resolve) => {
      waiting.push({ change, resolve });
      if (waiting.length === 1) clock.after(0, () => void write());
    });
};
