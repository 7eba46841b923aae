// Watches the calls of a studio while the page is visible: a hidden tab makes no service send its calls.
import { useEffect, useState } from 'react';
import { studioPath } from '../api/client.js';
import type { ObservedCallsItem } from '../api/contract.js';
import { cleared, noCalls, withCalls, withGap, type CallsShown } from './calls.js';

const reconnectAfterMs = 10_000;

type Update = (change: (shown: CallsShown) => CallsShown) => void;

const read = ({ data }: MessageEvent<string>): unknown => JSON.parse(data);

const openCalls = (studioId: string, update: Update): EventSource => {
  const source = new EventSource(`/api${studioPath(studioId, 'calls')}`);
  source.onopen = () => {
    update((shown) => ({ ...shown, isOpen: true }));
  };
  source.addEventListener('service', (event: MessageEvent<string>) => {
    const { sendsCalls } = read(event) as { readonly sendsCalls: boolean };
    update((shown) => ({ ...shown, sendsCalls }));
  });
  source.addEventListener('calls', (event: MessageEvent<string>) => {
    update((shown) => withCalls(shown, read(event) as ObservedCallsItem));
  });
  return source;
};

/** Follows the stream while the page is visible, until the returned function is called. */
const followCalls = (studioId: string, update: Update): (() => void) => {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const close = (): void => {
    clearTimeout(retry);
    source?.close();
    source = undefined;
  };
  const open = (): void => {
    close();
    const opened = openCalls(studioId, update);
    source = opened;
    opened.onerror = () => {
      update(withGap);
      // The browser does not reconnect after a refusal.
      if (opened.readyState === EventSource.CLOSED) retry = setTimeout(open, reconnectAfterMs);
    };
  };
  const onVisibility = (): void => {
    if (document.hidden) {
      close();
      update(withGap);
    } else if (source === undefined) open();
  };
  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  };
};

/** Returns the calls of the studio that a component is mounted for, and a function that clears them. */
export const useCalls = (studioId: string): { readonly shown: CallsShown; readonly clear: () => void } => {
  const [shown, setShown] = useState(noCalls);
  useEffect(() => {
    return followCalls(studioId, setShown);
  }, [studioId]);
  return {
    shown,
    clear: () => {
      setShown(cleared);
    },
  };
};
