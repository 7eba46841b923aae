// The way between service and console as the scenarios use it, over a relay.
import { strict as assert } from 'node:assert';
import type { ConsoleChannel } from './driver.js';
import type { Relay } from './relay.js';
import { eventually } from './eventually.js';

/** Cuts, mends and tampers. */
export const channelOf = (relay: Relay): ConsoleChannel => ({
  cut: relay.cut,
  mend: relay.mend,
  loseAnswersToReports: relay.loseAnswersToReports,
  requests: relay.requests,
  sent: relay.sent,
  inject: async (text) => {
    const before = relay.told();
    assert.ok(relay.inject(text) > 0, 'the service listens to the console');
    // Without data there is no event, and so nothing that the service could tell back.
    if (text !== '') await eventually('what the service says to that', () => relay.told() > before);
  },
});
