// Reads the environment variables that describe a real CasparCG server.
import { describe, expect, it } from 'vitest';
import { engineOf } from '../../../features/support/casparcg/engine.js';

const clips = 'opener:60,news/headlines:90,weather:60,closer:60,music/bed loud:180,jingle:3';

describe('the configured server', () => {
  it('is undefined without a host', () => {
    expect(engineOf({})).toBeUndefined();
    expect(engineOf({ CASPARCG_HOST: '', CASPARCG_CLIPS: clips })).toBeUndefined();
  });

  it('has default values for port and channel', () => {
    const environment = { CASPARCG_HOST: 'player', CASPARCG_CLIPS: clips };
    expect(engineOf(environment)).toMatchObject({ host: 'player', port: 5250, channel: 1 });
    expect(engineOf({ ...environment, CASPARCG_PORT: '5251', CASPARCG_CHANNEL: '2' })).toMatchObject({
      port: 5251,
      channel: 2,
    });
    expect(engineOf(environment)?.media.at(-2)).toEqual({ name: 'music/bed loud', durationMs: 180_000 });
  });

  it.each([
    ['no clips', ''],
    ['too few clips', 'opener:60,jingle:3'],
    ['a duplicate', clips.replace('closer', 'WEATHER')],
    ['one that is too short', clips.replace('weather:60', 'weather:14')],
    ['a last one that is too long', clips.replace('jingle:3', 'jingle:11')],
    ['one without a duration', clips.replace('opener:60', 'opener')],
  ])('is invalid with %s', (_, value) => {
    expect(() => engineOf({ CASPARCG_HOST: 'player', CASPARCG_CLIPS: value })).toThrow(
      /^CASPARCG_CLIPS: expected 6 different/,
    );
  });
});
