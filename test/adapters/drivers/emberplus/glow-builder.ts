// Builds what a scripted provider reports, from the blocks of the simulated provider, which shares no code with the driver.
import { Buffer } from 'node:buffer';
import { block } from '../../../../simulator/emberplus/blocks.js';
import { packets } from '../../../../simulator/emberplus/s101.js';
import { integerBlock, numbersBlock, valueBlock, type Value } from '../../../../simulator/emberplus/values.js';

/** The properties of a parameter or a node that a test needs. */
export interface Properties {
  readonly identifier?: string;
  readonly value?: Value;
  readonly access?: number;
  readonly enumeration?: string;
  readonly enumMap?: Readonly<Record<string, number>>;
  readonly type?: number;
  readonly streamIdentifier?: number;
  readonly isOnline?: boolean;
}

const text = (value: string): Buffer => block(0x0c, Buffer.from(value));
const flag = (value: boolean): Buffer => block(0x01, Buffer.of(value ? 0xff : 0));

const enumMapBlock = (entries: Readonly<Record<string, number>>): Buffer =>
  block(
    0x68,
    ...Object.entries(entries).map(([name, index]) =>
      block(0xa0, block(0x67, block(0xa0, text(name)), block(0xa1, integerBlock(index)))),
    ),
  );

/** Returns a property if it has a value. */
const property = <A>(tag: number, value: A | undefined, encode: (value: A) => Buffer): readonly Buffer[] =>
  value === undefined ? [] : [block(tag, encode(value))];

const parameterContents = (properties: Properties): Buffer =>
  block(
    0x31,
    ...property(0xa0, properties.identifier, text),
    ...property(0xa2, properties.value, (value) => valueBlock(value, false)),
    ...property(0xa5, properties.access, integerBlock),
    ...property(0xa7, properties.enumeration, text),
    ...property(0xa9, properties.isOnline, flag),
    ...property(0xad, properties.type, integerBlock),
    ...property(0xae, properties.streamIdentifier, integerBlock),
    ...property(0xaf, properties.enumMap, enumMapBlock),
  );

const nodeContents = ({ identifier, isOnline }: Properties): Buffer =>
  block(0x31, ...property(0xa0, identifier, text), ...property(0xa3, isOnline, flag));

const pathBlock = (path: string): Buffer => block(0xa0, numbersBlock(path.split('.').map(Number)));

/** Returns a node at a path. */
export const node = (path: string, properties: Properties): Buffer =>
  block(0x6a, pathBlock(path), block(0xa1, nodeContents(properties)));

/** Returns a parameter at a path. */
export const parameter = (path: string, properties: Properties): Buffer =>
  block(0x69, pathBlock(path), block(0xa1, parameterContents(properties)));

/** Returns a matrix at a path, with the sources and the disposition of one target. */
export const matrix = (
  path: string,
  identifier: string,
  connection?: { readonly target: number; readonly sources: readonly number[]; readonly disposition?: number },
): Buffer => {
  const contents = block(0xa1, block(0x31, block(0xa0, text(identifier))));
  if (connection === undefined) return block(0x71, pathBlock(path), contents);
  const members = [
    block(0xa0, integerBlock(connection.target)),
    block(0xa1, numbersBlock(connection.sources)),
    ...property(0xa3, connection.disposition, integerBlock),
  ];
  const connections = block(0xa5, block(0x30, block(0xa0, block(0x70, ...members))));
  return block(0x71, pathBlock(path), contents, connections);
};

/** Returns the frames of a message with elements. */
export const message = (...elements: readonly Buffer[]): Buffer =>
  packets(block(0x60, block(0x6b, ...elements.map((element) => block(0xa0, element)))));
