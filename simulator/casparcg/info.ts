// Formats the XML with which a CasparCG server reports its state, in the layout of the real server.
import { mediaFolder } from './media.js';
import type { Stage } from './stage.js';
import { channelState, type StateValue } from './state.js';
import type { VideoFormat } from './video-format.js';

/** An element: its name, and its text or its child elements. */
type Element = readonly [string, string | readonly Element[]];

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const lines = ([name, content]: Element): readonly string[] => {
  if (typeof content === 'string') return [`<${name}>${escaped(content)}</${name}>`];
  return [`<${name}>`, ...content.flatMap(lines).map((line) => `   ${line}`), `</${name}>`];
};

const document = (root: Element): string =>
  ['<?xml version="1.0" encoding="utf-8"?>', ...lines(root)].map((line) => `${line}\n`).join('');

/** Formats a number with all significant digits of a double. */
const digits = (value: number): string => {
  const text = value.toPrecision(17);
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
};

const textOf = (value: StateValue): string => {
  if (typeof value !== 'object') return String(value);
  return digits('int' in value ? value.int : value.float);
};

/** Splits a path into element names. An element's name can't be a number, so layers and streams get a prefix. */
const elementNames = (path: string): readonly string[] =>
  path
    .replace(/\blayer\/(\d+)/, 'layer/layer_$1')
    .replace(/\bstreams\/(\d+)/, 'streams/file/streams_$1')
    .split('/');

interface NamedValues {
  readonly names: readonly string[];
  readonly values: readonly StateValue[];
}

/** Builds nested elements from names and values. Several values under one name become one element each. */
const nested = (all: readonly NamedValues[]): readonly Element[] =>
  [...Map.groupBy(all, ({ names: [name = ''] }) => name)].flatMap(([name, group]): readonly Element[] => {
    const inside = group.map(({ names: [, ...names], values }) => ({ names, values }));
    return inside.some(({ names }) => names.length > 0)
      ? [[name, nested(inside)]]
      : inside.flatMap(({ values }) => values.map((value) => [name, textOf(value)] as const));
  });

/** Returns the state of a channel. */
export const channelInfo = (stage: Stage, channel: number, format: VideoFormat, now: number): string => {
  const entries = channelState(stage, channel, format, now).map(({ path, values }) => ({
    names: elementNames(path),
    values,
  }));
  return document(['channel', nested(entries)]);
};

/** The server's folders. */
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

/** Returns one line per channel, and an empty line. */
export const channelList = (channels: readonly VideoFormat[]): string =>
  channels.map(({ name }, index) => `${String(index + 1)} ${name} PLAYING\r\n`).join('') + '\r\n';
