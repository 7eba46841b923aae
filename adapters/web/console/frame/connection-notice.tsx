// Notice about connection problems, shown at the top of every view.
import type { ReactElement } from 'react';
import { changeFeedStatus, consoleReachable, slowRequestCount } from '../api/connection-status.js';
import { useStore } from '../api/store.js';
import { Notice } from '../ui/notice.js';

/** Renders the most serious connection problem, or nothing. */
export const ConnectionNotice = (): ReactElement | null => {
  const isReachable = useStore(consoleReachable);
  const slowRequests = useStore(slowRequestCount);
  const feedStatus = useStore(changeFeedStatus);
  if (!isReachable)
    return (
      <Notice kind="bad">
        <strong>The console can’t be reached.</strong> This page may be out of date. Your input is kept. Retrying every
        few seconds.
      </Notice>
    );
  if (slowRequests > 0)
    return (
      <Notice kind="warn">
        <strong>The console is slow to respond.</strong> Still waiting. Your input is kept.
      </Notice>
    );
  if (feedStatus === 'polling')
    return <Notice kind="info">Live updates are unavailable. Changes by others appear within a few seconds.</Notice>;
  return null;
};
