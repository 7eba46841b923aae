// Watches the calls of a studio.
import { useEffect, useState } from 'react';
import { read } from '../api/client.js';
import { followStudio } from '../api/studio-stream.js';
import { cleared, isBeginning, noCalls, withCalls, withEarlier, withGap, type CallsShown } from './calls.js';

type Update = (change: (shown: CallsShown) => CallsShown) => void;

/** Reads the calls before. A service of an earlier version can't return them. */
const readEarlier = async (studioId: string, update: Update): Promise<void> => {
  try {
    const recent = await read('call.recent', { params: { id: studioId } });
    update((shown) => withEarlier({ ...shown, receivedAtMs: Date.now() }, recent));
  } catch {
    update((shown) => ({ ...shown, earlier: shown.earlier ?? null }));
  }
};

const followCalls = (studioId: string, update: Update): (() => void) => {
  let [isSending, hasBegun, hasRead] = [false, false, false];
  /** The calls before are read once the service sends what comes after them: none is missing in between. */
  const begin = (): void => {
    update((shown) => ({ ...shown, liveSinceMs: Date.now() }));
    void readEarlier(studioId, update).then(() => {
      hasRead = true;
    });
  };
  return followStudio(studioId, 'calls', {
    onOpen: () => {
      update((shown) => ({ ...shown, isOpen: true }));
    },
    onGap: () => {
      [isSending, hasBegun, hasRead] = [false, false, false];
      update(withGap);
    },
    onService: (sends) => {
      update((shown) => ({ ...shown, sends }));
      if (sends && !isSending) begin();
      isSending = sends;
    },
    onData: (calls) => {
      update((shown) => withCalls({ ...shown, receivedAtMs: Date.now() }, calls));
      // The service was disconnected, and begins again; or the calls before were read too early.
      if (isBeginning(calls) && (hasBegun || hasRead)) begin();
      hasBegun ||= isBeginning(calls);
    },
  });
};

/** Returns the calls of the studio that a component is mounted for, and a function that clears them. */
export const useCalls = (studioId: string): { readonly shown: CallsShown; readonly clear: () => void } => {
  const [shown, setShown] = useState(noCalls);
  useEffect(() => followCalls(studioId, setShown), [studioId]);
  return {
    shown,
    clear: () => {
      setShown(cleared);
    },
  };
};
