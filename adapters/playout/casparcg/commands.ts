// What is said to CasparCG, as lines of AMCP; nothing that comes from outside becomes anything but the name of a file.
import { mediaOf, MediaPath, type ClipDefinition } from '../../../domain/studio/clip.js';

/** Names under which CasparCG plays something other than a file, and words that it takes for options wherever they stand. */
const reserved = new Set([
  ...['empty', 'black', 'white', 'red', 'green', 'blue', 'orange', 'yellow', 'brown', 'gray', 'grey', 'teal'],
  ...['loop', 'auto', 'seek', 'in', 'out', 'start', 'length', 'filter', 'vf', 'af', 'channel_layout', 'clear_on_404'],
  ...['cut', 'mix', 'push', 'wipe', 'slide', 'sting', 'decklink', 'ndi', 'bluefish', 'route', 'flash', 'html', 'text'],
]);

/** Why CasparCG can't be told to play a clip; undefined where it can. */
export const unplayable = (clip: Pick<ClipDefinition, 'key' | 'media'>): string | undefined => {
  const media = mediaOf(clip);
  if (!MediaPath.is(media)) return `the media ${JSON.stringify(media)} is not ${MediaPath.name}`;
  return reserved.has(media.toLowerCase())
    ? `the media "${media}" is a word of CasparCG's own; expected a file with its extension`
    : undefined;
};

/** A layer of a channel. */
export interface LayerAddress {
  readonly channel: number;
  readonly layer: number;
}

const told = ({ channel, layer }: LayerAddress): string => `${String(channel)}-${String(layer)}`;

const transitionOf = ({ transition }: ClipDefinition, framesPerSecond: number): string => {
  if (transition === undefined) return '';
  const frames = Math.max(1, Math.round((transition.durationMs / 1_000) * framesPerSecond));
  return ` ${transition.type.toUpperCase()} ${String(frames)}`;
};

/** Plays a clip that isn't {@link unplayable} from its beginning. */
export const playLine = (place: LayerAddress, clip: ClipDefinition, framesPerSecond: number): string =>
  `PLAY ${told(place)} "${mediaOf(clip)}"${clip.loop === true ? ' LOOP' : ''}${transitionOf(clip, framesPerSecond)}`;

export const stopLine = (place: LayerAddress): string => `STOP ${told(place)}`;

export const channelLine = (channel: number): string => `INFO ${String(channel)}`;

export const pathsLine = 'INFO PATHS';
