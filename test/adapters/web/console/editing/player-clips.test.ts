// Clips of a studio file beside those of a player.
import { describe, expect, it } from 'vitest';
import { bankClip, isMediaOf, missingClips } from '../../../../../adapters/web/console/editing/player-clips.js';

const listed = { name: 'NEWS/WEATHER_MAP', durationMs: 4_200 };

describe('a clip', () => {
  it.each([
    [{ key: 'weather', media: 'news/weather_map.mov' }, true],
    [{ key: 'weather', media: 'News/Weather_Map' }, true],
    [{ key: 'news/weather_map' }, true],
    [{ key: 'weather_map' }, false],
    [{ key: 'weather', media: 'news/weather_map.2' }, true],
    [{ key: 'weather', media: 'news.weather_map' }, false],
    [{}, false],
  ])('%o is the file of a player: %s', (clip, isSame) => {
    expect(isMediaOf(clip, listed)).toBe(isSame);
    expect(missingClips([clip], [listed])).toEqual(isSame ? [] : [clip]);
  });

  it('of a player gets a free number and key in its bank', () => {
    const first = bankClip(listed, []);
    expect(first).toEqual({ number: 1, key: 'weather-map', name: listed.name, media: listed.name, durationMs: 4_200 });
    expect(bankClip({ ...listed, durationMs: null }, [first])).toEqual({
      number: 2,
      key: 'clip-1',
      name: listed.name,
      media: listed.name,
    });
    expect(bankClip({ name: '…', durationMs: null }, [first, {}])).toMatchObject({ number: 2, key: 'clip-1' });
  });
});
