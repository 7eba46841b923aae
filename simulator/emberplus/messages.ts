// The messages of a provider: directories, values and connections (Glow DTD 2.31). Shares nothing with the driver.
import { Buffer } from 'node:buffer';
import type { SignalLines } from '../../application/ports/signal-lines.js';
import { block } from './blocks.js';
import { packets } from './s101.js';
import { shownSources, shownValue, type ParameterFace, type TreeElement } from './tree.js';
import { integerBlock, numbersBlock, valueBlock } from './values.js';

const text = (value: string): Buffer => block(0x0c, Buffer.from(value));

const message = (...elements: readonly Buffer[]): Buffer =>
  packets(block(0x60, block(0x6b, ...elements.map((element) => block(0xa0, element)))));

const isRealParameter = ({ on, off }: ParameterFace): boolean =>
  [on, off].some((value) => typeof value === 'number' && !Number.isInteger(value));

const shownBlock = (parameter: ParameterFace, lines: SignalLines): Buffer =>
  block(0xa2, valueBlock(shownValue(parameter, lines), isRealParameter(parameter)));

/** Access: read and write. */
const readWrite = 3;

const parameterContents = (identifier: string, parameter: ParameterFace, lines: SignalLines): Buffer =>
  block(
    0x31,
    block(0xa0, text(identifier)),
    block(0xa1, text(`The ${identifier} of the device`)),
    shownBlock(parameter, lines),
    block(0xa5, integerBlock(readWrite)),
    ...(parameter.names === undefined ? [] : [block(0xa7, text(parameter.names.join('\n')))]),
  );

/** The type of a matrix whose targets may have several sources. */
const nToN = 2;

const matrixContents = ({ identifier, crosspoints }: TreeElement): Buffer =>
  block(
    0x31,
    block(0xa0, text(identifier)),
    block(0xa2, integerBlock(nToN)),
    block(0xa4, integerBlock(Math.max(...crosspoints.map(({ target }) => target)) + 1)),
    block(0xa5, integerBlock(Math.max(...crosspoints.map(({ source }) => source)) + 1)),
  );

const contentsOf = (element: TreeElement, lines: SignalLines): Buffer => {
  if (element.parameter !== undefined) return parameterContents(element.identifier, element.parameter, lines);
  if (element.crosspoints.length > 0) return matrixContents(element);
  return block(0x31, block(0xa0, text(element.identifier)), block(0xa3, block(0x01, Buffer.of(0xff))));
};

/** The tags of an element, with its number and with its path. */
const tagsOf = ({ parameter, crosspoints }: TreeElement): readonly [number, number] => {
  if (parameter !== undefined) return [0x61, 0x69];
  return crosspoints.length > 0 ? [0x6d, 0x71] : [0x63, 0x6a];
};

const numbered = (element: TreeElement, lines: SignalLines): Buffer => {
  const [tag] = tagsOf(element);
  return block(tag, block(0xa0, integerBlock(element.path.at(-1) ?? 0)), block(0xa1, contentsOf(element, lines)));
};

/** Wraps elements into the nodes above them, which have numbers only. */
const nested = (path: readonly number[], children: readonly Buffer[]): Buffer => {
  const [number = 0, ...others] = path;
  const inner = others.length === 0 ? children : [nested(others, children)];
  const collection = block(0x64, ...inner.map((element) => block(0xa0, element)));
  return block(0x63, block(0xa0, integerBlock(number)), ...(inner.length === 0 ? [] : [block(0xa2, collection)]));
};

/** Returns the answer to a request for a node's directory. That of the root has no node around it. */
export const directory = (node: TreeElement, lines: SignalLines): Buffer => {
  const children = node.children.map((child) => numbered(child, lines));
  return node.path.length === 0 ? message(...children) : message(nested(node.path, children));
};

const qualified = (element: TreeElement, ...members: readonly Buffer[]): Buffer =>
  message(block(tagsOf(element)[1], block(0xa0, numbersBlock(element.path)), ...members));

const current = 0;

const connections = ({ crosspoints }: TreeElement, lines: SignalLines): Buffer => {
  const targets = [...new Set(crosspoints.map(({ target }) => target))];
  const connection = (target: number): Buffer => {
    const sources = numbersBlock(shownSources(crosspoints, target, lines));
    const members = [block(0xa0, integerBlock(target)), block(0xa1, sources), block(0xa3, integerBlock(current))];
    return block(0xa0, block(0x70, ...members));
  };
  return block(0xa5, block(0x30, ...targets.map(connection)));
};

/** Returns the answer to a request for the directory of a parameter or a matrix. */
export const properties = (element: TreeElement, lines: SignalLines): Buffer => {
  const contents = block(0xa1, contentsOf(element, lines));
  return element.parameter === undefined
    ? qualified(element, contents, connections(element, lines))
    : qualified(element, contents);
};

/** Returns the report of the value of a parameter, or of the connections of a matrix. */
export const change = (element: TreeElement, lines: SignalLines): Buffer =>
  element.parameter === undefined
    ? qualified(element, connections(element, lines))
    : qualified(element, block(0xa1, block(0x31, shownBlock(element.parameter, lines))));
