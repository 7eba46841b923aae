// The state of a CasparCG channel as a list of paths and values. INFO formats it as XML, and OSC sends it.
import { fileFramesPerSecond, type MediaItem } from './media.js';
import {
  transitionFramesDone,
  isVisible,
  playbackTimeS,
  type FileProducer,
  type ImageProducer,
  type Producer,
  type ProducerTransition,
} from './producer.js';
import { shownLayer, type StageLayer, type Stage } from './stage.js';
import type { VideoFormat } from './video-format.js';

/** A value with its type. OSC distinguishes integers from floats. */
export type StateValue = string | boolean | { readonly int: number } | { readonly float: number };

/** One entry, under a path such as `stage/layer/10/foreground/producer`. */
export interface StateEntry {
  readonly path: string;
  readonly values: readonly StateValue[];
}

const entry = (path: string, ...values: readonly StateValue[]): StateEntry => ({ path, values });

const ints = (path: string, first: number, second: number): StateEntry => entry(path, { int: first }, { int: second });

const floats = (path: string, first: number, second: number): StateEntry =>
  entry(path, { float: first }, { float: second });

const below = (path: string, entries: readonly StateEntry[]): readonly StateEntry[] =>
  entries.map((child) => ({ ...child, path: `${path}/${child.path}` }));

const streams = ({ media: { kind } }: FileProducer): readonly StateEntry[] => {
  const sound: readonly [number, number] = [0, 0];
  const all = kind === 'audio' ? [sound] : [[fileFramesPerSecond, 1] as const, sound];
  return all.map(([frames, seconds], index) => ints(`streams/${String(index)}/fps`, frames, seconds));
};

const fileOf = (file: FileProducer, isDecoded: boolean, now: number): readonly StateEntry[] => {
  const { name, path, durationS } = file.media;
  const total = isDecoded ? durationS : 0;
  return below('file', [
    floats('clip', 0, total),
    entry('name', name),
    entry('path', path),
    ...(isDecoded ? streams(file) : []),
    floats('time', playbackTimeS(file, now), total),
  ]);
};

const transitionOf = (producer: string, transition: ProducerTransition, frames: number): readonly StateEntry[] => [
  entry('producer', 'transition'),
  ...below('transition', [
    entry('direction', 'from_left'),
    ints('frame', frames, transition.frames),
    entry('producer', producer),
    entry('type', transition.type),
  ]),
];

/** A file and its key are played as one, whatever each of them is. */
const producerOf = ({ hasKey }: MediaItem, producer: string): string => (hasKey === true ? 'separated' : producer);

/** The key of a file, which is reported once both have a picture. */
const keyOf = ({ hasKey, path }: MediaItem): readonly StateEntry[] =>
  hasKey === true ? [entry('keyer/file/path', path.replace(/(\.[^.]*)?$/, '_A$1'))] : [];

const inTransition = ({ media, transition }: FileProducer, frames: number): readonly StateEntry[] =>
  transitionOf(producerOf(media, 'ffmpeg'), transition, frames);

const notPaused = entry('paused', false);

/** A still replaces the previous producer by its transition too. */
const foregroundImage = (image: ImageProducer, now: number): readonly StateEntry[] => {
  const [producer, frames] = [producerOf(image.media, 'image'), transitionFramesDone(image, now)];
  return [
    entry('file/path', image.media.path),
    ...keyOf(image.media),
    notPaused,
    ...(frames >= image.transition.frames
      ? [entry('producer', producer)]
      : transitionOf(producer, image.transition, frames)),
  ];
};

const foregroundFile = (file: FileProducer, now: number): readonly StateEntry[] => {
  const isDecoded = isVisible(file, now);
  const frames = transitionFramesDone(file, now);
  const isTransitionDone = isDecoded && frames >= file.transition.frames;
  const isReported = isDecoded || file.media.hasKey !== true;
  return [
    ...(isReported ? [...fileOf(file, isDecoded, now), ...keyOf(file.media), entry('loop', file.loop)] : []),
    entry('paused', file.pausedAtS !== null),
    ...(isTransitionDone ? [entry('producer', producerOf(file.media, 'ffmpeg'))] : inTransition(file, frames)),
  ];
};

const foregroundOf = (producer: Producer, now: number): readonly StateEntry[] => {
  switch (producer.kind) {
    case 'file':
      return foregroundFile(producer, now);
    case 'image':
      return foregroundImage(producer, now);
    case 'color':
      return [entry('color', producer.color), notPaused, entry('producer', 'color')];
    case 'html':
      return [
        ...(producer.url === null ? [] : [entry('file/path', producer.url)]),
        notPaused,
        entry('producer', 'html'),
      ];
    case 'empty':
      return [notPaused, entry('producer', 'empty')];
  }
};

const backgroundOf = (producer: Producer): readonly StateEntry[] => {
  // The server reports the path of a file with its key once that plays.
  if ('media' in producer && producer.media.hasKey === true)
    return transitionOf('separated', { type: 'cut', frames: 0 }, 0);
  switch (producer.kind) {
    case 'file':
      return [...fileOf(producer, false, -Infinity), entry('loop', producer.loop), ...inTransition(producer, 0)];
    case 'image':
      return [entry('file/path', producer.media.path), ...transitionOf('image', producer.transition, 0)];
    case 'color':
    case 'html':
    case 'empty':
      return [entry('producer', producer.kind)];
  }
};

const layerState = ([number, layer]: readonly [number, StageLayer], now: number): readonly StateEntry[] => {
  const shown = shownLayer(layer, now);
  if (shown === undefined) return [];
  return below(`stage/layer/${String(number)}`, [
    ...below('background', backgroundOf(shown.background)),
    ...below('foreground', foregroundOf(shown.foreground, now)),
  ]);
};

/** Returns the layers of a channel, by ascending number. */
const layersOf = (stage: Stage, channel: number): readonly (readonly [number, StageLayer])[] =>
  [...stage]
    .filter(([address]) => address.startsWith(`${String(channel)}-`))
    .map(([address, layer]) => [Number(address.slice(String(channel).length + 1)), layer] as const)
    .sort(([a], [b]) => a - b);

/** Returns the state of a channel at `now`, in milliseconds since 1970 UTC. */
export const channelState = (
  stage: Stage,
  channel: number,
  { name, frames, seconds }: VideoFormat,
  now: number,
): readonly StateEntry[] => [
  entry('format', name),
  ints('framerate', frames, seconds),
  ...layersOf(stage, channel).flatMap((layer) => layerState(layer, now)),
];
