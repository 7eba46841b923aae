// The video formats of the channels of a simulated CasparCG server.

/** A format, with its name and the fraction of its frame rate as the real server reports them. */
export interface VideoFormat {
  readonly name: string;
  readonly frames: number;
  readonly seconds: number;
}

const format = (name: string, frames: number, seconds = 1): VideoFormat => ({ name, frames, seconds });

/** The formats of 720 lines: with 25, 50, 29.97 and 59.94 frames per second. */
export const videoFormats = {
  p25: format('720p2500', 25),
  p50: format('720p5000', 50),
  p29: format('720p2997', 30_000, 1_001),
  p59: format('720p5994', 60_000, 1_001),
} as const satisfies Record<string, VideoFormat>;

/** The format of a channel without another one: 25 frames per second. */
export const defaultFormat: VideoFormat = videoFormats.p25;

/** Returns a frame rate, in frames per second. */
export const framesPerSecond = ({ frames, seconds }: VideoFormat): number => frames / seconds;
