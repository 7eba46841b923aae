// What the page shows of the connection to the console.
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  changeFeedStatus,
  consoleReachable,
  slowRequestCount,
} from '../../../../../adapters/web/console/api/connection-status.js';
import { ConnectionNotice } from '../../../../../adapters/web/console/frame/connection-notice.js';
import { show, text } from '../../page-bench.js';

it('the most serious problem is shown, as long as it lasts', () => {
  show(<ConnectionNotice />);
  const after = (change: () => void): string => {
    act(change);
    return text();
  };
  expect(text()).toBe('');
  expect(after(() => changeFeedStatus.set('polling'))).toMatch(/^Live updates are unavailable\./);
  expect(after(() => slowRequestCount.set(1))).toMatch(/^The console is slow to respond\./);
  expect(after(() => consoleReachable.set(false))).toMatch(/^The console can’t be reached\./);
  expect(after(() => slowRequestCount.set(0))).toMatch(/^The console can’t be reached\./);
  expect(after(() => consoleReachable.set(true))).toMatch(/^Live updates are unavailable\./);
  expect(after(() => changeFeedStatus.set('connecting'))).toBe('');
});
