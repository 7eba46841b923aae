// Parses the XML in which vMix reports its state: inputs, and what each mix has on air and in preview.
import { parseXml, XmlElement, type XmlDocument } from '@rgrove/parse-xml';
import { readableXml } from '../../../domain/codec/unchecked.js';
import { reportedMs } from '../../../domain/studio/clip-time.js';

/** An input. Times are in milliseconds; the duration of what has no end is 0. */
export interface VmixInput {
  readonly key: string;
  readonly number: number;
  readonly type: string;
  readonly title: string;
  /** The name of a list without that of its entry; empty if vMix doesn't report it. */
  readonly shortTitle: string;
  readonly state: string;
  readonly positionMs: number;
  readonly durationMs: number;
  readonly loop: boolean;
  /** The entry of a list that is selected, from 1; 0 for none. */
  readonly selectedIndex: number;
  /** The files of a list. */
  readonly items: readonly string[];
}

/** What a mix has on air and in preview: numbers of inputs, 0 for none. */
export interface MixState {
  readonly active: number;
  readonly preview: number;
}

/** The state of a vMix. The main mix has the number 1. */
export interface VmixState {
  readonly inputs: readonly VmixInput[];
  readonly mixes: ReadonlyMap<number, MixState>;
}

type Node = XmlDocument | XmlElement;

const all = (node: Node | undefined, name: string): readonly XmlElement[] =>
  (node?.children ?? []).filter((child) => child instanceof XmlElement).filter((element) => element.name === name);

/** Returns a number that can be calculated with, 0 or more. */
const numberOf = (text: string | undefined): number => {
  const number = Number(text);
  return Number.isFinite(number) && number > 0 ? number : 0;
};

const timeOf = (text: string | undefined): number => reportedMs(Math.round(numberOf(text)));

const numberIn = (node: Node, name: string): number => numberOf(all(node, name)[0]?.text.trim());

const inputState = (element: XmlElement): VmixInput => {
  const { key = '', number, type = '', title = '', shortTitle = '', state = '' } = element.attributes;
  const { position, duration, loop, selectedIndex } = element.attributes;
  return {
    ...{ key, type, title, shortTitle, state },
    number: numberOf(number),
    positionMs: timeOf(position),
    durationMs: timeOf(duration),
    loop: loop === 'True',
    selectedIndex: numberOf(selectedIndex),
    items: all(all(element, 'list')[0], 'item').map((item) => item.text.trim()),
  };
};

const mixState = (node: Node): MixState => ({ active: numberIn(node, 'active'), preview: numberIn(node, 'preview') });

/**
 * Parses a state. Characters that XML forbids, as titles may contain them, are replaced. Throws if `xml` isn't the state of a
 * vMix.
 */
export const readState = (xml: string): VmixState => {
  const [vmix] = all(parseXml(readableXml(xml)), 'vmix');
  if (vmix === undefined) throw new Error('it sent a state without <vmix>');
  const mixes = all(vmix, 'mix').map((mix) => [numberOf(mix.attributes['number']), mixState(mix)] as const);
  return {
    inputs: all(all(vmix, 'inputs')[0], 'input').map(inputState),
    mixes: new Map([...mixes, [1, mixState(vmix)]]),
  };
};

/** Returns the input with a number; undefined if there is none. */
export const inputWith = ({ inputs }: VmixState, number: number | undefined): VmixInput | undefined =>
  inputs.find((input) => input.number === number);
