// Which file belongs to a clip, by the path that the server reports.
import { expect, it } from 'vitest';
import { isFileOf } from '../../../adapters/playout/casparcg/picture.js';

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
