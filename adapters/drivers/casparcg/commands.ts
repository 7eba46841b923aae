// Writes AMCP commands. Text from outside can only appear in one as the quoted name of a file.
import { mediaOf, MediaPath, type ClipDefinition } from '../../../domain/studio/clip.js';
import type { LayerCommand } from './layer-command.js';

/** Names that CasparCG doesn't read as a file, and words that it reads as options in any position. */
const reservedWords = new Set([
  ...['empty', 'black', 'white', 'red', 'green', 'blue', 'orange', 'yellow', 'brown', 'gray', 'grey', 'teal'],
  ...['loop', 'auto', 'seek', 'in', 'out', 'start', 'length', 'filter', 'vf', 'af', 'channel_layout', 'clear_on_404'],
  ...['cut', 'mix', 'push', 'wipe', 'slide', 'sting', 'decklink', 'ndi', 'bluefish', 'route', 'flash', 'html', 'text'],
]);

/** Returns why CasparCG can't play a clip; undefined if it can. */
export const unplayableReason = (clip: Pick<ClipDefinition, 'key' | 'media'>): string | undefined => {
  const media = mediaOf(clip);
  if (!MediaPath.is(media)) return `the media ${JSON.stringify(media)} is not ${MediaPath.name}`;
  return reservedWords.has(media.toLowerCase())
    ? `the media "${media}" is a reserved word of CasparCG; expected a file with its extension`
    : undefined;
};

/** A layer of a channel. */
export interface LayerAddress {
  readonly channel: number;
  readonly layer: number;
}

/** Formats a layer's address, as in `1-10`. */
export const formatAddress = ({ channel, layer }: LayerAddress): string => `${String(channel)}-${String(layer)}`;

const transitionOf = ({ transition }: ClipDefinition, framesPerSecond: number): string => {
  if (transition === undefined) return '';
  const frames = Math.max(1, Math.round((transition.durationMs / 1_000) * framesPerSecond));
  return ` ${transition.type.toUpperCase()} ${String(frames)}`;
};

const clipOf = (clip: ClipDefinition, framesPerSecond: number): string =>
  `"${mediaOf(clip)}"${clip.loop === true ? ' LOOP' : ''}${transitionOf(clip, framesPerSecond)}`;

/** Returns the line of a command. A clip in it must be playable: see {@link unplayableReason}. */
export const commandLine = (command: LayerCommand, address: LayerAddress, framesPerSecond: number): string => {
  const layer = formatAddress(address);
  switch (command.type) {
    case 'play':
      return `PLAY ${layer} ${clipOf(command.selection.clip, framesPerSecond)}`;
    case 'cue':
      return `LOADBG ${layer} ${clipOf(command.selection.clip, framesPerSecond)}${command.isAuto === true ? ' AUTO' : ''}`;
    case 'take':
      return `PLAY ${layer}`;
    case 'seek':
      return `CALL ${layer} SEEK ${String(Math.round((command.positionMs / 1_000) * framesPerSecond))}`;
    case 'stop':
    case 'pause':
    case 'resume':
      return `${command.type.toUpperCase()} ${layer}`;
  }
};

/** Asks for the length of what is cued, in frames. Servers before 2.4 don't know the command. */
export const cuedLengthLine = (address: LayerAddress): string => `CALLBG ${formatAddress(address)} LENGTH`;

export const channelLine = (channel: number): string => `INFO ${String(channel)}`;

export const pathsLine = 'INFO PATHS';

export const versionLine = 'VERSION';

/** Asks for OSC on a UDP port of this machine, for as long as the connection lasts. */
export const subscribeLine = (port: number): string => `OSC SUBSCRIBE ${String(port)}`;
