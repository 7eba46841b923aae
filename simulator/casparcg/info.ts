// How a CasparCG server tells its state when it is asked: XML, laid out as the real one lays it out.
import { mediaFolder } from './media.js';
import type { Stage } from './stage.js';
import { channelState, type Value } from './state.js';

/** An element: its name, and its text or its elements. */
type Element = readonly [string, string | readonly Element[]];

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const lines = ([name, content]: Element): readonly string[] => {
  if (typeof content === 'string') return [`<${name}>${escaped(content)}</${name}>`];
  return [`<${name}>`, ...content.flatMap(lines).map((line) => `   ${line}`), `</${name}>`];
};

const document = (root: Element): string =>
  ['<?xml version="1.0" encoding="utf-8"?>', ...lines(root)].map((line) => `${line}\n`).join('');

/** Numbers come with all the digits that a double has. */
const digits = (value: number): string => value.toPrecision(17).replace(/\.?0+$/, '');

const textOf = (value: Value): string => {
  if (typeof value !== 'object') return String(value);
  return digits('int' in value ? value.int : value.float);
};

/** No element's name is a number: layers and streams get names around theirs. */
const named = (path: string): readonly string[] =>
  path
    .replace(/\blayer\/(\d+)/, 'layer/layer_$1')
    .replace(/\bstreams\/(\d+)/, 'streams/file/streams_$1')
    .split('/');

interface Placed {
  readonly names: readonly string[];
  readonly values: readonly Value[];
}

/** Puts things under the names that lead to them; several values of one thing are an element each. */
const nested = (all: readonly Placed[]): readonly Element[] =>
  [...Map.groupBy(all, ({ names: [name = ''] }) => name)].flatMap(([name, placed]): readonly Element[] => {
    const inside = placed.map(({ names: [, ...names], values }) => ({ names, values }));
    return inside.some(({ names }) => names.length > 0)
      ? [[name, nested(inside)]]
      : inside.flatMap(({ values }) => values.map((value) => [name, textOf(value)] as const));
  });

/** The state of a channel. */
export const channelInfo = (stage: Stage, channel: number, now: number): string => {
  const placed = channelState(stage, channel, now).map(({ path, values }) => ({ names: named(path), values }));
  return document(['channel', nested(placed)]);
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
