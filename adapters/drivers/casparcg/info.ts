// Parses the XML in which CasparCG reports the state of a channel.
import { parseXml, XmlElement, type XmlDocument } from '@rgrove/parse-xml';
import { readableXml } from '../../../domain/codec/unchecked.js';
import { frameRate, reportedTime, type ChannelState, type Foreground, type LayerState } from './layer-state.js';

type Node = XmlDocument | XmlElement;

const elements = (node: Node | undefined): readonly XmlElement[] =>
  (node?.children ?? []).filter((child) => child instanceof XmlElement);

const all = (node: Node | undefined, name: string): readonly XmlElement[] =>
  elements(node).filter((element) => element.name === name);

const at = (node: Node | undefined, ...names: readonly string[]): Node | undefined =>
  names.reduce<Node | undefined>((found, name) => all(found, name)[0], node);

const text = (node: Node | undefined, ...names: readonly string[]): string | undefined => at(node, ...names)?.text;

/** Reads a pair of numbers: CasparCG writes one as two elements with the same name. */
const pair = (node: Node | undefined, name: string): readonly [number, number] => {
  const [first = 0, second = 0] = all(node, name).map((element) => Number(element.text) || 0);
  return [first, second];
};

const foreground = (layer: Node): Foreground => {
  const node = at(layer, 'foreground');
  const [time, total] = pair(at(node, 'file'), 'time');
  const [transitionFrame] = pair(at(node, 'transition'), 'frame');
  return {
    producer: text(node, 'producer') ?? 'empty',
    following: transitionFrame > 0 ? text(node, 'transition', 'producer') : undefined,
    path: text(node, 'file', 'path'),
    timeS: reportedTime(time),
    totalS: reportedTime(total),
    paused: text(node, 'paused') === 'true',
    loop: text(node, 'loop') === 'true',
  };
};

const layerState = (layer: Node): LayerState => ({
  foreground: foreground(layer),
  cuedPath: text(layer, 'background', 'file', 'path'),
  cuedProducer: text(layer, 'background', 'transition', 'producer'),
});

const layerName = /^layer_(-?\d+)$/;

/**
 * Parses a channel's state. Characters that XML forbids, as names of files may contain them, are replaced. Throws if `xml`
 * isn't well-formed XML otherwise.
 */
export const readChannel = (xml: string): ChannelState => {
  const channel = at(parseXml(readableXml(xml)), 'channel');
  const [frames, seconds] = pair(channel, 'framerate');
  const layers = elements(at(channel, 'stage', 'layer')).flatMap((layer) => {
    const number = layerName.exec(layer.name)?.[1];
    return number === undefined ? [] : [[Number(number), layerState(layer)] as const];
  });
  return { framesPerSecond: frameRate(frames, seconds), layers: new Map(layers) };
};

/** Reads the server's media folder, the prefix of every file path that it reports. Throws like {@link readChannel}. */
export const readMediaFolder = (xml: string): string => text(parseXml(readableXml(xml)), 'paths', 'media-path') ?? '';
