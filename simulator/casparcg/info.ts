// How a CasparCG server tells its state: XML, laid out as the real one lays it out.
import { mediaFolder } from './media.js';
import { framesIn, framesPerSecond, hasPicture, timeOf, type FileProducer, type Producer } from './producer.js';
import type { Layer, Stage } from './stage.js';

/** An element: its name, and its text or its elements. */
type Element = readonly [string, string | readonly Element[]];

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const lines = ([name, content]: Element): readonly string[] => {
  if (typeof content === 'string') return [`<${name}>${escaped(content)}</${name}>`];
  if (content.length === 0) return [`<${name}/>`];
  return [`<${name}>`, ...content.flatMap(lines).map((line) => `   ${line}`), `</${name}>`];
};

const document = (root: Element): string =>
  ['<?xml version="1.0" encoding="utf-8"?>', ...lines(root)].map((line) => `${line}\n`).join('');

/** Numbers come with all the digits that a double has. */
const digits = (value: number): string => value.toPrecision(17).replace(/\.?0+$/, '');

const pair = (name: string, first: string, second: string): readonly Element[] => [
  [name, first],
  [name, second],
];

const numbers = (name: string, first: number, second: number): readonly Element[] =>
  pair(name, digits(first), digits(second));

const streams = ({ media: { kind } }: FileProducer): Element => {
  const sound: readonly Element[] = numbers('fps', 0, 0);
  const all = kind === 'audio' ? [sound] : [numbers('fps', framesPerSecond, 1), sound];
  return ['streams', [['file', all.map((stream, index): Element => [`streams_${String(index)}`, stream])]]];
};

const fileOf = (file: FileProducer, isDecoded: boolean, now: number): Element => {
  const { name, path, durationS } = file.media;
  const total = isDecoded ? durationS : 0;
  const told: readonly Element[] = [...numbers('clip', 0, total), ['name', name], ['path', path]];
  return ['file', [...told, ...(isDecoded ? [streams(file)] : []), ...numbers('time', timeOf(file, now), total)]];
};

const comingOn = (file: FileProducer, frames: number): readonly Element[] => [
  ['producer', 'transition'],
  [
    'transition',
    [
      ['direction', 'from_left'],
      ...numbers('frame', frames, file.transition.frames),
      ['producer', 'ffmpeg'],
      ['type', file.transition.type],
    ],
  ],
];

const foregroundFile = (file: FileProducer, now: number): readonly Element[] => {
  const isDecoded = hasPicture(file, now);
  const frames = framesIn(file, now);
  const isOn = isDecoded && frames >= file.transition.frames;
  return [
    fileOf(file, isDecoded, now),
    ['loop', String(file.loop)],
    ['paused', String(file.pausedAtS !== null)],
    ...(isOn ? ([['producer', 'ffmpeg']] as const) : comingOn(file, frames)),
  ];
};

const running: Element = ['paused', 'false'];

const foregroundOf = (producer: Producer, now: number): readonly Element[] => {
  switch (producer.kind) {
    case 'file':
      return foregroundFile(producer, now);
    case 'image':
      return [['file', [['path', producer.media.path]]], running, ['producer', 'image']];
    case 'color':
      return [['color', producer.color], running, ['producer', 'color']];
    case 'empty':
      return [running, ['producer', 'empty']];
  }
};

const backgroundOf = (producer: Producer): readonly Element[] =>
  producer.kind === 'file'
    ? [fileOf(producer, false, -Infinity), ['loop', String(producer.loop)], ...comingOn(producer, 0)]
    : [['producer', producer.kind]];

const layerElement = ([number, { foreground, background }]: readonly [number, Layer], now: number): Element => [
  `layer_${String(number)}`,
  [
    ['background', backgroundOf(background)],
    ['foreground', foregroundOf(foreground, now)],
  ],
];

/** The layers of a channel by number, rising. */
export const layersOf = (stage: Stage, channel: number): readonly (readonly [number, Layer])[] =>
  [...stage]
    .filter(([place]) => place.startsWith(`${String(channel)}-`))
    .map(([place, layer]) => [Number(place.slice(String(channel).length + 1)), layer] as const)
    .sort(([a], [b]) => a - b);

/** The state of a channel. */
export const channelInfo = (stage: Stage, channel: number, now: number): string => {
  const layers = layersOf(stage, channel).map((layer) => layerElement(layer, now));
  const format: readonly Element[] = [['format', '720p2500'], ...numbers('framerate', framesPerSecond, 1)];
  const onStage: readonly Element[] = layers.length === 0 ? [] : [['stage', [['layer', layers]]]];
  return document(['channel', [...format, ...onStage]]);
};

/** Where the server keeps its files. */
export const pathsInfo = document([
  'paths',
  [
    ['media-path', mediaFolder],
    ['log-path', 'log/'],
    ['data-path', 'data/'],
    ['template-path', '/opt/casparcg/template/'],
    ['initial-path', '/opt/casparcg/'],
  ],
]);

/** One line for each channel, and an empty one. */
export const channelList = (channels: number): string =>
  Array.from({ length: channels }, (_, index) => `${String(index + 1)} 720p2500 PLAYING\r\n`).join('') + '\r\n';
