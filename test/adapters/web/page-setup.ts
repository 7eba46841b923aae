// What each test of a page begins with: an empty document at a known address, and a server that has answered nothing.
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import {
  changeFeedStatus,
  consoleReachable,
  hasSessionEnded,
  sessionEndReason,
  slowRequestCount,
} from '../../../adapters/web/console/api/connection-status.js';
import { clearDrafts } from '../../../adapters/web/console/api/drafts.js';
import { beginServer } from './page-server.js';

// A loaded machine is slow. An error without the whole document is easier to read.
configure({ asyncUtilTimeout: 10_000, defaultHidden: true, getElementError: (message) => new Error(message ?? '') });

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  beginServer();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  clearDrafts();
  consoleReachable.set(true);
  hasSessionEnded.set(false);
  sessionEndReason.set(null);
  slowRequestCount.set(0);
  changeFeedStatus.set('connecting');
});
