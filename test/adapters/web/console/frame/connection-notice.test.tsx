// What the page shows of the connection to the console.
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  changeFeedStatus,
  consoleReachable,
  slowRequestCount,
} from '../../../../../adapters/web/console/api/connection-status.js';
import type { Store } from '../../../../../adapters/web/console/api/store.js';
import { ConnectionNotice } from '../../../../../adapters/web/console/frame/connection-notice.js';
import { show, text } from '../../page-bench.js';

it('the most serious problem is shown, as long as it lasts', () => {
  show(<ConnectionNotice />);
  const after = <A,>(store: Store<A>, value: A): string => {
    act(() => {
      store.set(value);
    });
    return text();
  };
  expect(text()).toBe('');
  expect(after<'connecting' | 'live' | 'polling'>(changeFeedStatus, 'polling')).toMatch(
    /^Live updates are unavailable\./,
  );
  expect(after(slowRequestCount, 1)).toMatch(/^The console is slow to respond\./);
  expect(after(consoleReachable, false)).toMatch(/^The console can’t be reached\./);
  expect(after(slowRequestCount, 0)).toMatch(/^The console can’t be reached\./);
  expect(after(consoleReachable, true)).toMatch(/^Live updates are unavailable\./);
  expect(after<'connecting' | 'live' | 'polling'>(changeFeedStatus, 'connecting')).toBe('');
});
