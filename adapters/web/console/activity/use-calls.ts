// Watches the calls of a studio.
import { useEffect, useState } from 'react';
import { followStudio } from '../api/studio-stream.js';
import { cleared, noCalls, withCalls, withGap, type CallsShown } from './calls.js';

type Update = (change: (shown: CallsShown) => CallsShown) => void;

const followCalls = (studioId: string, update: Update): (() => void) =>
  followStudio(studioId, 'calls', {
    onOpen: () => {
      update((shown) => ({ ...shown, isOpen: true }));
    },
    onGap: () => {
      update(withGap);
    },
    onService: (sends) => {
      update((shown) => ({ ...shown, sends }));
    },
    onData: (calls) => {
      update((shown) => withCalls(shown, calls));
    },
  });

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
