// Timecodes and the frame rates of video formats.

/** A frame rate: how many frames a second of a timecode has, and how long a frame lasts, in milliseconds. */
export interface FrameRate {
  readonly perSecond: number;
  readonly frameMs: number;
}

const rateOf = (framesPerSecond: number): FrameRate => {
  const perSecond = Math.ceil(framesPerSecond);
  // 23.98, 29.97 and 59.94 are rounded: the true rates are 24, 30 and 60 by 1.001.
  const isReduced = perSecond !== framesPerSecond;
  return { perSecond, frameMs: (isReduced ? 1_001 : 1_000) / perSecond };
};

const named: Readonly<Record<string, FrameRate>> = { NTSC: rateOf(29.97), PAL: rateOf(25) };

/** Returns the frame rate of a video format such as `1080i50` or `2160p2398`; undefined for another text, such as `none`. */
export const frameRateOf = (format: string): FrameRate | undefined => {
  const name = format.replace(/p$/, '');
  if (Object.hasOwn(named, name)) return named[name];
  const [, scan, digits = ''] = /(i|p)(\d{2}|\d{4})$/.exec(format) ?? [];
  const rate = Number(digits) / (digits.length === 4 ? 100 : 1);
  // Interlaced formats are named by their fields.
  const framesPerSecond = scan === 'i' ? rate / 2 : rate;
  return framesPerSecond >= 1 && framesPerSecond <= 120 ? rateOf(framesPerSecond) : undefined;
};

/** The frame numbers that a timecode with drop frames leaves out in each minute but the tenth. */
const droppedPerMinute = (perSecond: number): number => Math.round(perSecond / 15);

/** Returns the frames before a timecode; undefined for another text. A timecode with `;` drops frame numbers. */
export const framesOf = (timecode: string, { perSecond }: FrameRate): number | undefined => {
  const [, hours, minutes, seconds, separator, frames] = /^(\d\d):(\d\d):(\d\d)([:;])(\d\d)$/.exec(timecode) ?? [];
  if (hours === undefined) return undefined;
  const minute = Number(hours) * 60 + Number(minutes);
  const dropped = separator === ';' ? droppedPerMinute(perSecond) * (minute - Math.floor(minute / 10)) : 0;
  return (minute * 60 + Number(seconds)) * perSecond + Number(frames) - dropped;
};

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** Returns the frame number that a timecode with drop frames shows for a count of frames. */
const withDropped = (frames: number, perSecond: number): number => {
  const dropped = droppedPerMinute(perSecond);
  const perMinute = perSecond * 60 - dropped;
  const perTenMinutes = perMinute * 10 + dropped;
  const tens = Math.floor(frames / perTenMinutes);
  const minutes = Math.max(0, Math.floor(((frames % perTenMinutes) - dropped) / perMinute));
  return frames + dropped * (tens * 9 + minutes);
};

/** Returns the timecode of a count of frames. */
export const timecodeOf = (frames: number, { perSecond }: FrameRate, drops: boolean): string => {
  const shown = drops ? withDropped(frames, perSecond) : frames;
  const seconds = Math.floor(shown / perSecond);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits);
  return `${parts.join(':')}${drops ? ';' : ':'}${twoDigits(shown % perSecond)}`;
};
