// What stands between the operator and the console right now, told plainly at the top of every view.
import type { ReactElement } from 'react';
import { liveness, reachable, slowRequests } from '../api/conditions.js';
import { useStore } from '../api/store.js';
import { Notice } from '../ui/notice.js';

/** Nothing while all is well. */
export const Conditions = (): ReactElement | null => {
  const isReachable = useStore(reachable);
  const slow = useStore(slowRequests);
  const live = useStore(liveness);
  if (!isReachable)
    return (
      <Notice kind="bad">
        <strong>The console can’t be reached.</strong> What you see may be out of date; what you typed is kept. It is
        tried again every few seconds.
      </Notice>
    );
  if (slow > 0)
    return (
      <Notice kind="warn">
        <strong>The console is slow to answer.</strong> Still waiting; nothing is lost.
      </Notice>
    );
  if (live === 'polling')
    return <Notice kind="info">Changes by others show up within a few seconds: live updates don’t get through.</Notice>;
  return null;
};
