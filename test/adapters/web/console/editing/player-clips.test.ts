// Clips of a studio file beside those of a player.
import { describe, expect, it } from 'vitest';
import { bankClip, comparedClips } from '../../../../../adapters/web/console/editing/player-clips.js';

const listed = { name: 'NEWS/WEATHER_MAP', durationMs: 4_200 };

describe('a clip', () => {
  it.each([
    [{ key: 'weather', media: 'news/weather_map.mov' }, true],
    [{ key: 'weather', media: 'News/Weather_Map' }, true],
    [{ key: 'news/weather_map' }, true],
    [{ key: 'weather_map' }, false],
    [{ key: 'weather', media: 'news/weather_map.2.mov' }, false],
    [{ key: 'weather', media: 'news.weather_map' }, false],
    [{}, false],
  ])('%o is the file of a player: %s', (clip, isSame) => {
    const { missing, others } = comparedClips([clip], [listed]);
    expect([missing, [...others]]).toEqual(isSame ? [[], []] : [[clip], [listed]]);
  });

  it('is another one where its name goes on after a dot', () => {
    const parts = ['SHOW.PART1', 'SHOW.PART2'].map((name) => ({ name, durationMs: null }));
    const { missing, others } = comparedClips([{ key: 'show.part1' }, { key: 'show.part3' }], parts);
    expect([missing, [...others]]).toEqual([[{ key: 'show.part3' }], [parts[1]]]);
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
