// The replies that a CasparCG server takes from its media scanner: the files of the media folder and their lengths.
import { fileFramesPerSecond, type MediaFolder, type MediaItem } from './media.js';

const samplesPerSecond = 48_000;

/** Frames or samples, and the length of one in seconds as a fraction. */
const lengthOf = ({ kind, durationS }: MediaItem): string => {
  if (kind === 'still') return '0 0/1';
  const rate = kind === 'audio' ? samplesPerSecond : fileFramesPerSecond;
  return `${String(Math.round(durationS * rate))} 1/${String(rate)}`;
};

/** The scanner lists no file that it can't read. */
const isListed = ({ kind }: MediaItem): boolean => kind !== 'undecodable' && kind !== 'missing';

const lineOf = (item: MediaItem): string => {
  const { name, kind, sizeBytes = 0, modifiedAt = '20260101000000' } = item;
  return `"${name.toUpperCase()}"  ${kind.toUpperCase()}  ${String(sizeBytes)} ${modifiedAt} ${lengthOf(item)}\r\n`;
};

const byName = (a: MediaItem, b: MediaItem): number => (a.name.toUpperCase() < b.name.toUpperCase() ? -1 : 1);

/** Returns the list of all files. */
export const mediaList = (media: MediaFolder): string =>
  media.all().filter(isListed).toSorted(byName).map(lineOf).join('');

/** Returns the line of one file; undefined if the scanner has none of that name. */
export const mediaLine = (media: MediaFolder, name: string): string | undefined => {
  const item = media.all().find((one) => one.name.toUpperCase() === name.toUpperCase());
  return item !== undefined && isListed(item) ? lineOf(item) : undefined;
};
