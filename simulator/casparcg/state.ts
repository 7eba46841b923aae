// What a CasparCG channel tells of itself, as a list of paths with their values: INFO lays it out as XML, OSC sends it.
import { framesIn, framesPerSecond, hasPicture, timeOf, type FileProducer, type Producer } from './producer.js';
import type { StageLayer, Stage } from './stage.js';

/** A value of the type that the server gives it; OSC tells whole numbers from others. */
export type Value = string | boolean | { readonly int: number } | { readonly float: number };

/** One thing told, under a path such as `stage/layer/10/foreground/producer`. */
export interface StateEntry {
  readonly path: string;
  readonly values: readonly Value[];
}

const entry = (path: string, ...values: readonly Value[]): StateEntry => ({ path, values });

const ints = (path: string, first: number, second: number): StateEntry => entry(path, { int: first }, { int: second });

const floats = (path: string, first: number, second: number): StateEntry =>
  entry(path, { float: first }, { float: second });

const below = (path: string, entries: readonly StateEntry[]): readonly StateEntry[] =>
  entries.map((inside) => ({ ...inside, path: `${path}/${inside.path}` }));

const streams = ({ media: { kind } }: FileProducer): readonly StateEntry[] => {
  const sound: readonly [number, number] = [0, 0];
  const all = kind === 'audio' ? [sound] : [[framesPerSecond, 1] as const, sound];
  return all.map(([frames, seconds], index) => ints(`streams/${String(index)}/fps`, frames, seconds));
};

const fileOf = (file: FileProducer, isDecoded: boolean, now: number): readonly StateEntry[] => {
  const { name, path, durationS } = file.media;
  const total = isDecoded ? durationS : 0;
  return below('file', [
    ...[floats('clip', 0, total), entry('name', name), entry('path', path)],
    ...(isDecoded ? streams(file) : []),
    floats('time', timeOf(file, now), total),
  ]);
};

const comingOn = ({ transition }: FileProducer, frames: number): readonly StateEntry[] => [
  entry('producer', 'transition'),
  ...below('transition', [
    ...[entry('direction', 'from_left'), ints('frame', frames, transition.frames)],
    ...[entry('producer', 'ffmpeg'), entry('type', transition.type)],
  ]),
];

const foregroundFile = (file: FileProducer, now: number): readonly StateEntry[] => {
  const isDecoded = hasPicture(file, now);
  const frames = framesIn(file, now);
  const isOn = isDecoded && frames >= file.transition.frames;
  return [
    ...fileOf(file, isDecoded, now),
    ...[entry('loop', file.loop), entry('paused', file.pausedAtS !== null)],
    ...(isOn ? [entry('producer', 'ffmpeg')] : comingOn(file, frames)),
  ];
};

const running = entry('paused', false);

const foregroundOf = (producer: Producer, now: number): readonly StateEntry[] => {
  switch (producer.kind) {
    case 'file':
      return foregroundFile(producer, now);
    case 'image':
      return [entry('file/path', producer.media.path), running, entry('producer', 'image')];
    case 'color':
      return [entry('color', producer.color), running, entry('producer', 'color')];
    case 'empty':
      return [running, entry('producer', 'empty')];
  }
};

const backgroundOf = (producer: Producer): readonly StateEntry[] =>
  producer.kind === 'file'
    ? [...fileOf(producer, false, -Infinity), entry('loop', producer.loop), ...comingOn(producer, 0)]
    : [entry('producer', producer.kind)];

const layerState = (
  [number, { foreground, background }]: readonly [number, StageLayer],
  now: number,
): readonly StateEntry[] =>
  below(`stage/layer/${String(number)}`, [
    ...below('background', backgroundOf(background)),
    ...below('foreground', foregroundOf(foreground, now)),
  ]);

/** The layers of a channel by number, rising. */
const layersOf = (stage: Stage, channel: number): readonly (readonly [number, StageLayer])[] =>
  [...stage]
    .filter(([place]) => place.startsWith(`${String(channel)}-`))
    .map(([place, layer]) => [Number(place.slice(String(channel).length + 1)), layer] as const)
    .sort(([a], [b]) => a - b);

/** The state of a channel at a moment, milliseconds since 1970 UTC. */
export const channelState = (stage: Stage, channel: number, now: number): readonly StateEntry[] => [
  ...[entry('format', '720p2500'), ints('framerate', framesPerSecond, 1)],
  ...layersOf(stage, channel).flatMap((layer) => layerState(layer, now)),
];
