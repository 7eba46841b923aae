// Notice about connection problems, shown at the top of every view.
import { Trans } from '@lingui/react/macro';
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
        <Trans>
          <strong>The console can’t be reached.</strong> This page may be out of date. Your input is kept. Retrying
          every few seconds.
        </Trans>
      </Notice>
    );
  if (slowRequests > 0)
    return (
      <Notice kind="warn">
        <Trans>
          <strong>The console is slow to respond.</strong> Still waiting. Your input is kept.
        </Trans>
      </Notice>
    );
  if (feedStatus === 'polling')
    return (
      <Notice kind="info">
        <Trans>Live updates are unavailable. Changes by others appear within a few seconds.</Trans>
      </Notice>
    );
  return null;
};
