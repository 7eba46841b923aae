// Parses the reply to CLS: the files of a server's media folder, as its media scanner lists them.

/** A file that a server can play. */
export interface MediaFile {
  /** Path below the media folder, without extension. Scanners write it in capitals. */
  readonly name: string;
  /** In milliseconds; null for a still, or if the list has none. */
  readonly durationMs: number | null;
}

/** A list of files, and the number of lines in it that could not be parsed. */
export interface MediaList {
  readonly files: readonly MediaFile[];
  readonly unreadableLines: number;
}

/** Name, type, size, time, and the length: frames, and the length of one in seconds as a fraction. */
const fileLine = /^"(.+)"\s+(?:MOVIE|STILL|AUDIO)\s+\S+\s+\S+\s+(\d+)\s+(\d+)\/(\d+)\s*$/;

const lengthMs = (frames: number, seconds: number, divisor: number): number | null => {
  const ms = Math.round((frames * seconds * 1_000) / divisor);
  return ms > 0 && Number.isFinite(ms) ? ms : null;
};

const readLine = (line: string): MediaFile | undefined => {
  const [, name, frames, seconds, divisor] = fileLine.exec(line) ?? [];
  if (name === undefined) return undefined;
  return { name, durationMs: lengthMs(Number(frames), Number(seconds), Number(divisor)) };
};

/** Parses the data of a reply to CLS. */
export const readMediaList = (data: string): MediaList => {
  const lines = data.split('\n').filter((line) => line.trim() !== '');
  const files = lines.map(readLine).filter((file) => file !== undefined);
  return { files, unreadableLines: lines.length - files.length };
};
