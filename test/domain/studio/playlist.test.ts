// Playlists: which clips they have, which of them follow, and where they stand.
import { describe, expect, it } from 'vitest';
import { clipBefore, clipsAfter, clipsOf, playlistRecord } from '../../../domain/studio/playlist.js';

const clip = (number: number, key: string) => ({ number, key, name: key });
const bank = { key: 'news', name: 'News', clips: [clip(7, 'a'), clip(2, 'b'), clip(3, 'c'), clip(4, 'd')] };
const keys = (clips: readonly { readonly key: string }[]) => clips.map(({ key }) => key).join('');
const range = { from: 'B', until: 'd', loop: false };
const loop = { ...range, loop: true };

describe('a playlist', () => {
  it('has the clips from one to another, in the order of the bank', () => {
    expect(keys(clipsOf(bank, range))).toBe('bcd');
    expect(keys(clipsOf(bank, { from: 'a', until: 'a' }))).toBe('a');
    expect(clipsOf(bank, { from: 'd', until: 'a' })).toEqual([]);
    expect(clipsOf(bank, { from: 'x', until: 'a' })).toEqual([]);
    expect(clipsOf(bank, { from: 'a', until: 'x' })).toEqual([]);
  });

  it('goes on after each clip, and in a loop from the beginning', () => {
    expect(keys(clipsAfter(bank, range, 'b'))).toBe('cd');
    expect(keys(clipsAfter(bank, range, 'd'))).toBe('');
    expect(keys(clipsAfter(bank, loop, 'c'))).toBe('dbc');
    expect(keys(clipsAfter(bank, { from: 'b', until: 'b', loop: true }, 'b'))).toBe('b');
  });

  it('goes back to the clip before', () => {
    expect(clipBefore(bank, range, 'd')?.key).toBe('c');
    expect(clipBefore(bank, range, 'b')?.key).toBe('b');
    expect(clipBefore(bank, loop, 'b')?.key).toBe('d');
  });

  it('shows where it stands', () => {
    const running = { output: 'out-1', scene: 'full', bank: 'news', ...range, clip: 'c', next: null };
    expect(playlistRecord(bank, running)).toEqual({ bank: 'news', at: 2, of: 3, next: 'd', loop: false });
    expect(playlistRecord(bank, { ...running, clip: 'd' })).toMatchObject({ at: 3, next: null });
    expect(playlistRecord(bank, { ...running, clip: 'b', next: 'd' })).toMatchObject({ at: 1, next: 'd' });
  });
});
