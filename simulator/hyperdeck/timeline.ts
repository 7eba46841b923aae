// The timeline of a simulated HyperDeck: a clip for each media of the studio's clips, one after the other.
import type { ClipSelection } from '../../application/ports/players.js';
import { simulatedDurationMs } from '../clip-length.js';

/** Frames of the video format 1080p25. */
export const videoFormat = '1080p25';
const framesPerSecond = 25;
export const frameMs = 1_000 / framesPerSecond;

/** A clip of the timeline. `startFrame` is its place there. */
export interface TimelineClip {
  readonly id: number;
  readonly name: string;
  readonly startFrame: number;
  readonly frames: number;
  /** The clips of the studio that have this media. */
  readonly selections: readonly ClipSelection[];
}

/** A place of the timeline: the position in a clip, in milliseconds. */
export interface Place {
  readonly clip: TimelineClip;
  readonly positionMs: number;
}

const fileOf = ({ clip: { key, media = key } }: ClipSelection): string =>
  /\.\w+$/.test(media) ? media : `${media}.mov`;

/** Returns the clips of a timeline. */
export const timelineOf = (selections: readonly ClipSelection[]): readonly TimelineClip[] => {
  const files = Map.groupBy(selections, fileOf);
  let startFrame = 0;
  return [...files].map(([name, same], index) => {
    const [first] = same;
    const frames = first === undefined ? 0 : Math.ceil(simulatedDurationMs(first.clip) / frameMs);
    const clip = { id: index + 1, name, startFrame, frames, selections: same };
    startFrame += frames;
    return clip;
  });
};

const pad = (number: number): string => String(number).padStart(2, '0');

/** Returns the timecode of a count of frames. */
export const timecode = (frames: number): string => {
  const seconds = Math.floor(frames / framesPerSecond);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60, frames % framesPerSecond];
  return parts.map(pad).join(':');
};

/** Returns the frames before a timecode; NaN for another text. */
const framesIn = (text: string): number => {
  const [hours = NaN, minutes = NaN, seconds = NaN, frames = NaN] = text.split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * framesPerSecond + frames;
};

/** Returns the place of a timecode; undefined if the timeline has none. */
export const placeAt = (clips: readonly TimelineClip[], text: string): Place | undefined => {
  const frame = framesIn(text);
  const clip = clips.find(({ startFrame, frames }) => frame >= startFrame && frame < startFrame + frames);
  return clip && { clip, positionMs: (frame - clip.startFrame) * frameMs };
};
