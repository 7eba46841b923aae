// Which file belongs to a clip, by the path that the server reports, and when a layer shows its picture.
import { expect, it } from 'vitest';
import { isFileOf, showsRun } from '../../../../adapters/drivers/casparcg/picture.js';

const opener = { number: 1, key: 'opener', name: 'Opener' };
const titles = { ...opener, media: 'news/titles.mov' };

it.each([
  ['in the media folder', opener, 'media/opener.mp4', 'media', true],
  ['in other letters, and with the separators of Windows', opener, String.raw`D:\Media\OPENER.MP4`, 'd:/media', true],
  ['of the same name in another folder', opener, 'media/other/opener.mp4', 'media', false],
  ['whose name only ends like it', opener, 'media/closer-opener.mp4', 'media', false],
  ['with its extension in the studio file', titles, 'media/news/titles.mov', 'media', true],
  ['with another extension than in the studio file', titles, 'media/news/titles.mp4', 'media', false],
  ['in an unknown media folder', opener, '/srv/clips/opener.mp4', '', true],
  ['whose name only ends like it, in an unknown media folder', opener, '/srv/clips/closer-opener.mp4', '', false],
  ['outside of the media folder', titles, '/mnt/news/titles.mov', 'media', true],
] as const)('a file %s', (_, clip, path, folder, isOwn) => {
  expect(isFileOf(clip, path, folder)).toBe(isOwn);
});

const file = { path: 'media/opener', timeS: 0, totalS: 0, paused: false, loop: false };
const moving = { ...file, timeS: 0.04, totalS: 10 };

/** The producers that the sources of CasparCG name, and whether they show a clip that was played with a transition. */
it.each([
  ['a film', { ...moving, producer: 'ffmpeg' }, true],
  ['a film without a picture', { ...file, producer: 'ffmpeg' }, false],
  ['a film with its key', { ...moving, producer: 'separated' }, true],
  ['a still', { ...file, producer: 'image' }, true],
  ['a still with its key', { ...file, producer: 'separated' }, true],
  ['a transition into a film', { ...moving, producer: 'transition', following: 'ffmpeg' }, true],
  ['a transition into a film without a picture', { ...file, producer: 'transition', following: 'ffmpeg' }, false],
  ['a transition into a still', { ...file, producer: 'transition', following: 'image' }, true],
  ['a transition into a still with its key', { ...file, producer: 'transition', following: 'separated' }, true],
  ['a transition that has not begun', { ...file, producer: 'transition' }, false],
  ...['color', 'html', 'route', 'decklink', 'ndi', 'image-scroll', 'empty', 'scene'].map(
    (producer) => [`the producer ${producer}`, { ...file, path: undefined, producer }, false] as const,
  ),
] as const)('%s', (_, foreground, isShown) => {
  expect(showsRun(foreground, { ...opener, transition: { type: 'mix', durationMs: 2_000 } }, 200, 'media')).toBe(
    isShown,
  );
});
