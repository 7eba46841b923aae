// The host of a player.
import { expect, it } from 'vitest';
import { PlayerHost } from '../../../domain/studio/player.js';

it.each(['playout-1.local', '10.0.0.1', 'fd00::1', 'PLAYOUT'])('may be %s', (host) => {
  expect(PlayerHost.is(host)).toBe(true);
});

it.each(['', 'a b', 'http://a', 'user@a', 'a\n', '[fd00::1]', 'x'.repeat(254), null])('is not %j', (host) => {
  expect(PlayerHost.is(host)).toBe(false);
});
