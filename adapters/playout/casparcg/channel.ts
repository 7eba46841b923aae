// What a channel shows, out of the XML with which CasparCG tells its state.
import { parseXml, XmlElement, type XmlDocument } from '@rgrove/parse-xml';

/** What stands in the foreground of a layer. */
export interface Foreground {
  /** What makes its picture: `ffmpeg`, `image`, `color`, `empty`; `transition` while another one comes on. */
  readonly producer: string;
  /** The file as the server tells it, with the folder it lies in; undefined where it is none. */
  readonly path: string | undefined;
  /** How far it is, and how long it runs, seconds; zero where no picture of it runs. */
  readonly timeS: number;
  readonly totalS: number;
  readonly paused: boolean;
  readonly loop: boolean;
}

/** A channel at one moment. */
export interface ChannelState {
  readonly framesPerSecond: number;
  /** Layers that were ever used, by number. */
  readonly layers: ReadonlyMap<number, Foreground>;
}

type Node = XmlDocument | XmlElement;

const elements = (node: Node | undefined): readonly XmlElement[] =>
  (node?.children ?? []).filter((child) => child instanceof XmlElement);

const all = (node: Node | undefined, name: string): readonly XmlElement[] =>
  elements(node).filter((element) => element.name === name);

const at = (node: Node | undefined, ...names: readonly string[]): Node | undefined =>
  names.reduce<Node | undefined>((found, name) => all(found, name)[0], node);

const text = (node: Node | undefined, ...names: readonly string[]): string | undefined => at(node, ...names)?.text;

/** A pair is told as an element that comes twice. */
const pair = (node: Node | undefined, name: string): readonly [number, number] => {
  const [first = 0, second = 0] = all(node, name).map((element) => Number(element.text) || 0);
  return [first, second];
};

const foreground = (layer: Node): Foreground => {
  const node = at(layer, 'foreground');
  const [timeS, totalS] = pair(at(node, 'file'), 'time');
  return {
    ...{ producer: text(node, 'producer') ?? 'empty', path: text(node, 'file', 'path'), timeS, totalS },
    paused: text(node, 'paused') === 'true',
    loop: text(node, 'loop') === 'true',
  };
};

const numbered = /^layer_(-?\d+)$/;

/** Reads a channel's state; throws where it is no XML. */
export const readChannel = (xml: string): ChannelState => {
  const channel = at(parseXml(xml), 'channel');
  const [frames, seconds] = pair(channel, 'framerate');
  const layers = elements(at(channel, 'stage', 'layer')).flatMap((layer) => {
    const number = numbered.exec(layer.name)?.[1];
    return number === undefined ? [] : [[Number(number), foreground(layer)] as const];
  });
  return { framesPerSecond: frames > 0 && seconds > 0 ? frames / seconds : 25, layers: new Map(layers) };
};

/** The folder under which the server keeps its media, as it writes it before every path of a file. */
export const readMediaFolder = (xml: string): string => text(parseXml(xml), 'paths', 'media-path') ?? '';
