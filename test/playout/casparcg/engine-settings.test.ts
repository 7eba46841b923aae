// What the environment tells of a real CasparCG server: all of it or nothing, and a clear word where it can't be used.
import { describe, expect, it } from 'vitest';
import { engineOf } from '../../../features/support/casparcg/engine.js';

const clips = 'opener:60,news/headlines:90,weather:60,closer:60,music/bed loud:180,jingle:3';

describe('the server of the environment', () => {
  it('is none where no host is told', () => {
    expect(engineOf({})).toBeUndefined();
    expect(engineOf({ CASPARCG_HOST: '', CASPARCG_CLIPS: clips })).toBeUndefined();
  });

  it('is on the usual port and channel unless others are told', () => {
    const told = { CASPARCG_HOST: 'player', CASPARCG_CLIPS: clips };
    expect(engineOf(told)).toMatchObject({ host: 'player', port: 5250, channel: 1 });
    expect(engineOf({ ...told, CASPARCG_PORT: '5251', CASPARCG_CHANNEL: '2' })).toMatchObject({
      port: 5251,
      channel: 2,
    });
    expect(engineOf(told)?.media.at(-2)).toEqual({ name: 'music/bed loud', durationMs: 180_000 });
  });

  it.each([
    ['no clips', ''],
    ['too few', 'opener:60,jingle:3'],
    ['one twice', clips.replace('closer', 'WEATHER')],
    ['a short one among the long', clips.replace('weather:60', 'weather:14')],
    ['a last one that takes too long', clips.replace('jingle:3', 'jingle:11')],
    ['one without seconds', clips.replace('opener:60', 'opener')],
  ])('can’t be used with %s', (_, told) => {
    expect(() => engineOf({ CASPARCG_HOST: 'player', CASPARCG_CLIPS: told })).toThrow(
      /^CASPARCG_CLIPS: expected 6 different/,
    );
  });
});
