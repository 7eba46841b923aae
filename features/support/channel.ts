// The connection between service and console, as the scenarios control it through a relay.
import { strict as assert } from 'node:assert';
import type { ConsoleChannel } from './driver.js';
import type { Relay } from './relay.js';
import { eventually } from '../../test/support/eventually.js';

/** Returns the connection that a relay controls. */
export const channelOf = (relay: Relay): ConsoleChannel => ({
  cut: relay.cut,
  mend: relay.mend,
  loseReportResponses: relay.loseReportResponses,
  requests: relay.requests,
  sent: relay.sent,
  watches: relay.watches,
  inject: async (text) => {
    const before = relay.appliedReports();
    assert.ok(relay.inject(text) > 0, 'expected the service to be connected to the console');
    // A message without data is no event, so the service reports nothing.
    if (text !== '') await eventually('a report of the service', () => relay.appliedReports() > before);
  },
});
