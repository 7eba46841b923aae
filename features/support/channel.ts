// The way between service and console as the scenarios use it, over a relay.
import { strict as assert } from 'node:assert';
import type { Channel } from './driver.js';
import type { Relay } from './relay.js';
import { soon } from './soon.js';

/** Cuts, mends and tampers. */
export const channelOf = (relay: Relay): Channel => ({
  cut: relay.cut,
  mend: relay.mend,
  loseAnswersToReports: relay.loseAnswersToReports,
  requests: relay.requests,
  sent: relay.sent,
  inject: async (text) => {
    const before = relay.told();
    assert.ok(relay.inject(text) > 0, 'the service listens to the console');
    // Without data there is no event, and so nothing that the service could tell back.
    if (text !== '') await soon('what the service says to that', () => relay.told() > before);
  },
});
