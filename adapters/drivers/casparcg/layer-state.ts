// The state of a layer as CasparCG reports it, by OSC or by INFO.
import { maxReportedMs } from '../../../domain/studio/clip-time.js';

/** The foreground of a layer. */
export interface Foreground {
  /**
   * Type of the producer: `ffmpeg`, `image`, `color`, `empty`, `transition` until a file has a picture and during a
   * transition, or `separated` for a file with its key beside it, such as `bumper.mov` with `bumper_A.mov`.
   */
  readonly producer: string;
  /** Type of the producer that a transition leads to, once the transition has begun to show its picture. */
  readonly following?: string | undefined;
  /** Path of the file as the server reports it, with its folder; undefined when the producer plays no file. */
  readonly path: string | undefined;
  /** Position and duration, in seconds. The position is 0 until the file's second picture. */
  readonly timeS: number;
  readonly totalS: number;
  readonly paused: boolean;
  readonly loop: boolean;
}

/** State of a layer at one moment. */
export interface LayerState {
  readonly foreground: Foreground;
  /** Path of the file that is loaded in the background; undefined if there is none. */
  readonly cuedPath: string | undefined;
  /** Type of the producer of that file, such as `ffmpeg` or `image`. */
  readonly cuedProducer: string | undefined;
}

/** Whether what is cued is a file with its key. The server names no path of such a file before it plays. */
export const isUnnamedCue = (state: LayerState | undefined): boolean =>
  state?.cuedProducer === 'separated' && state.cuedPath === undefined;

/** State of a channel at one moment. */
export interface ChannelState {
  readonly framesPerSecond: number;
  /** The layers that were used since the server started, by number. */
  readonly layers: ReadonlyMap<number, LayerState>;
}

/** The highest frame rate that counts, in frames per second. */
const maxFrameRate = 1_000;

/** Returns the frame rate that a fraction stands for; 25 if the server reports none, or one below 1 or above 1,000. */
export const frameRate = (frames: number, seconds: number): number => {
  const rate = frames / seconds;
  return rate >= 1 && rate <= maxFrameRate ? rate : 25;
};

/** Longer than every clip, in seconds. */
const maxTimeS = maxReportedMs / 1_000;

/** Returns a position or duration as reported, in seconds, from 0 to a limit beyond every clip. NaN becomes 0. */
export const reportedTime = (seconds: number): number => Math.min(Math.max(seconds || 0, 0), maxTimeS);
