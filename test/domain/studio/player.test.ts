// The player behind an output.
import { describe, expect, it } from 'vitest';
import { isAttached, OutputPlayer, PlayerDefinition } from '../../../domain/studio/player.js';

const player = { protocol: 'casparcg', host: 'playout-1.local', channel: 1, layers: { full: 10 } };

describe('a player', () => {
  it.each(['playout-1.local', '10.0.0.1', 'fd00::1', 'PLAYOUT'])('may have the host %s', (host) => {
    expect(PlayerDefinition.is({ ...player, host })).toBe(true);
  });

  it.each(['', 'a b', 'http://a', 'user@a', 'a\n', '[fd00::1]', 'x'.repeat(254), null])('has no host %j', (host) => {
    expect(PlayerDefinition.is({ ...player, host })).toBe(false);
  });

  it.each([
    [{ port: 5_251, graphicLayers: { full: 20 } }, true],
    [{ port: 0 }, false],
    [{ channel: 0 }, false],
    [{ channel: 100 }, false],
    [{ layers: { full: 10_000 } }, false],
    [{ protocol: 'other' }, false],
  ])('with %j is valid: %j', (changes, isValid) => {
    expect(PlayerDefinition.is({ ...player, ...changes })).toBe(isValid);
  });
});

describe('the player of an output', () => {
  it('is attached if it names a connection, whatever else it has', () => {
    const attached = { connection: 'obs-1', protocol: 'casparcg', scene: 7 };
    expect([attached, player].map((one) => OutputPlayer.is(one) && isAttached(one))).toEqual([true, false]);
    expect(OutputPlayer.is({ ...player, protocol: undefined })).toBe(false);
  });
});
