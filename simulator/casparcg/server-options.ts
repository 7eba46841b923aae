// Options of a simulated CasparCG server, and the reply times of a real one.
import type { DeviceIdentity } from '../simulated-world.js';
import type { TemplateFolder } from './amcp.js';
import type { MediaItem } from './media.js';
import type { Producer } from './producer.js';
import { defaultFormat, framesPerSecond, type VideoFormat } from './video-format.js';

/** A range of durations in milliseconds, both ends included. */
export interface DurationRange {
  readonly min: number;
  readonly max: number;
}

/** What a layer with an address such as `1-10` shows, and what is loaded to follow. */
export type LayerAt = (address: string) => { readonly visible: Producer; readonly loaded: Producer };

/** Options of a server. */
export interface CasparcgServerOptions {
  readonly identity: DeviceIdentity;
  readonly channels: number;
  /** The formats of its channels, the first one's first; 25 frames per second for channels without one. */
  readonly formats?: readonly VideoFormat[];
  readonly media: readonly MediaItem[];
  /** None if omitted. */
  readonly templates?: TemplateFolder;
  /** Returns the state for the server's snapshot; by default the addresses of the layers. */
  readonly scenes?: (layerAt: LayerAt) => unknown;
  /** Defaults to the measured times of a real server. */
  readonly timing?: ServerTiming;
  /** The port to which clients receive OSC unasked; null or omitted if they don't. */
  readonly oscPort?: number | null;
  /** 2.5.0 if omitted. */
  readonly version?: string;
  /** Whether a media scanner runs beside it, which lists the files; false if omitted. */
  readonly hasMediaScanner?: boolean;
  /** Called for each line that a client sends. */
  readonly onLine?: (line: string) => void;
}

/** Reply times of a server. */
export interface ServerTiming {
  /** From a command to its reply. */
  readonly replyMs: DurationRange;
  /** From a command to the first picture of a file. */
  readonly pictureMs: DurationRange;
  /** From a command to an empty layer. */
  readonly emptyMs: DurationRange;
  /** Time between two frames of OSC, within two seconds after a command and otherwise; one comes at a file's end. */
  readonly frameMs: { readonly afterCommand: number; readonly atRest: number };
}

/** Returns the formats of all channels of a server. */
export const formatsOf = ({
  channels,
  formats = [],
}: Pick<CasparcgServerOptions, 'channels' | 'formats'>): readonly VideoFormat[] =>
  Array.from({ length: channels }, (_, index) => formats[index] ?? defaultFormat);

/** Measured with CasparCG 2.5.0 on a small machine. OSC comes with every frame of the channel with the most. */
export const measuredTiming = (channels: readonly VideoFormat[]): ServerTiming => {
  const realFrameMs = 1_000 / Math.max(...channels.map(framesPerSecond));
  return {
    replyMs: { min: 1, max: 4 },
    pictureMs: { min: 100, max: 125 },
    emptyMs: { min: 40, max: 50 },
    frameMs: { afterCommand: realFrameMs, atRest: realFrameMs },
  };
};
