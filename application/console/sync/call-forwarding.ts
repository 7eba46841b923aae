// Forwards the calls that a service has sent to all console processes: only watched ones, and only so many, because a
// service that is broken or hostile must not keep the messages of other studios waiting.
import { maxObservedCalls, type ObservedCall, type ObservedCalls } from '../../../domain/access/observed-call.js';
import type { Forwarding, ForwardingDeps, RelayedTopic } from './watch-relay.js';

/** The octets of a message besides its calls. */
const overhead = 512;

const lengthOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length + 1;

/** Returns the calls in batches of at most `maxLength` octets of JSON. A call that is longer alone is counted. */
export const batchesWithin = ({ calls, notShown }: ObservedCalls, maxLength: number): readonly ObservedCalls[] => {
  if (maxLength === Infinity) return [{ calls, notShown }];
  const batches: ObservedCall[][] = [[]];
  let length = overhead;
  let tooLong = 0;
  for (const call of calls) {
    const added = lengthOf(call);
    if (added + overhead > maxLength) {
      tooLong += 1;
      continue;
    }
    if (length + added > maxLength) {
      batches.push([]);
      length = overhead;
    }
    batches.at(-1)?.push(call);
    length += added;
  }
  return batches.map((batch, index) => ({ calls: batch, notShown: index === 0 ? notShown + tooLong : 0 }));
};

/** How often a studio may send {@link maxObservedCalls} calls, in milliseconds: services collect calls for as long. */
const windowMs = 250;

/** What a studio may send until its window ends. */
interface Window {
  callsLeft: number;
  /** Calls that are counted but not reported yet. */
  notShown: number;
  isSending: boolean;
}

/** Returns a forwarding, which remembers a studio only until its window ends (ACTIVITY-1, ACTIVITY-3). */
export const callForwarding = ({ messages, clock, isWatched }: ForwardingDeps): Forwarding<ObservedCalls> => {
  const windows = new Map<string, Window>();

  const send = async (studioId: string, window: Window, calls: readonly ObservedCall[]): Promise<void> => {
    const batches = batchesWithin({ calls, notShown: window.notShown }, messages.maxLength);
    // An empty batch, which shows that a watch has begun, costs as much as one call.
    window.callsLeft -= Math.max(1, calls.length);
    window.notShown = 0;
    window.isSending = true;
    for (const batch of batches) await messages.send({ kind: 'calls', studioId, calls: batch });
    window.isSending = false;
  };

  const endAfterDelay = (studioId: string, window: Window): void => {
    clock.after(windowMs, () => {
      if (!window.isSending && (window.notShown === 0 || !isWatched(studioId))) {
        windows.delete(studioId);
        return;
      }
      if (!window.isSending) void send(studioId, window, []);
      window.callsLeft = maxObservedCalls;
      endAfterDelay(studioId, window);
    });
  };

  const open = (studioId: string): Window => {
    const window = { callsLeft: maxObservedCalls, notShown: 0, isSending: false };
    windows.set(studioId, window);
    endAfterDelay(studioId, window);
    return window;
  };

  return async (studioId, { calls, notShown }) => {
    if (!isWatched(studioId)) return;
    const window = windows.get(studioId) ?? open(studioId);
    const isFull = window.isSending || window.callsLeft <= 0;
    const sent = isFull ? [] : calls.slice(0, window.callsLeft);
    window.notShown += notShown + calls.length - sent.length;
    if (!isFull) await send(studioId, window, sent);
  };
};

/** The calls of studios, as operators watch them. Services begin each watch with an empty batch, once for all operators. */
export const relayedCalls: RelayedTopic<ObservedCalls> = {
  topic: 'calls',
  forwarding: callForwarding,
  dataOf: (message) => (message.kind === 'calls' ? message.calls : undefined),
  onFurtherWatcher: { calls: [], notShown: 0 },
};
