// What a provider reports: the elements of a message, flat, with their paths.
import * as E from 'fp-ts/lib/Either.js';
import type { Buffer } from 'node:buffer';
import { context, MalformedBer, readBer, type BerElement } from './ber.js';
import { integerIn, numbersIn, realIn } from './ber-values.js';
import { connectionMembers, members, properties, types, values } from './glow.js';

/** The value of a parameter. `other` is one that no signal can have, such as octets. */
export type GlowValue =
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'integer' | 'real'; readonly value: number }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'other' };

/** The sources of a matrix's target. `pending` ones are not connected yet. */
export interface MatrixConnection {
  readonly target: number;
  readonly sources: readonly number[];
  readonly disposition: 'current' | 'pending' | 'locked';
}

/** An element. Properties that a message lacks are undefined: they have not changed. */
export interface GlowElement {
  readonly kind: 'node' | 'parameter' | 'matrix';
  /** The numbers on the way to the element, such as `1.2.3`. */
  readonly path: string;
  readonly identifier?: string | undefined;
  readonly isOnline?: boolean | undefined;
  readonly value?: GlowValue | undefined;
  /** Of a parameter: 0 none, 1 read, 2 write, 3 both. */
  readonly access?: number | undefined;
  /** The names of an enumeration with their values. */
  readonly enumeration?: ReadonlyMap<string, number> | undefined;
  /** Of a parameter: 1 integer, 2 real, 3 text, 4 boolean, 5 trigger, 6 enumeration, 7 octets. Of a matrix: 0 to 2. */
  readonly type?: number | undefined;
  readonly isStream?: boolean | undefined;
  readonly connections?: readonly MatrixConnection[] | undefined;
}

const child = (element: BerElement | undefined, tag: number): BerElement | undefined =>
  element?.children.find((one) => one.tag === tag);

/** Returns the value within a member: members wrap a value of a universal type. */
const inside = (element: BerElement | undefined, tag: number): BerElement | undefined =>
  child(element, tag)?.children[0];

const contentOf = (element: BerElement | undefined, tag: number, type: number): Buffer | undefined => {
  const value = inside(element, tag);
  return value?.tag === type ? value.content : undefined;
};

const integerOf = (element: BerElement | undefined, tag: number): number | undefined => {
  const content = contentOf(element, tag, values.integer);
  return content && integerIn(content);
};

const textOf = (element: BerElement | undefined, tag: number): string | undefined =>
  contentOf(element, tag, values.text)?.toString('utf8');

const booleanOf = (element: BerElement | undefined, tag: number): boolean | undefined => {
  const content = contentOf(element, tag, values.boolean);
  return content?.some((byte) => byte !== 0);
};

const valueOf = ({ tag, content }: BerElement): GlowValue => {
  if (tag === values.boolean) return { type: 'boolean', value: content.some((byte) => byte !== 0) };
  if (tag === values.real) return { type: 'real', value: realIn(content) };
  if (tag === values.text) return { type: 'text', value: content.toString('utf8') };
  const integer = tag === values.integer ? integerIn(content) : undefined;
  return integer === undefined ? { type: 'other' } : { type: 'integer', value: integer };
};

/** Returns the elements of a collection, each of which is wrapped. */
const entriesOf = (collection: BerElement | undefined): readonly BerElement[] =>
  (collection?.children ?? []).flatMap((entry) => (entry.tag === context(0) ? entry.children.slice(0, 1) : []));

const enumerationOf = (contents: BerElement): ReadonlyMap<string, number> | undefined => {
  const map = inside(contents, properties.enumMap);
  if (map !== undefined)
    return new Map(
      entriesOf(map).map((entry) => [textOf(entry, context(0)) ?? '', integerOf(entry, context(1)) ?? NaN] as const),
    );
  const names = textOf(contents, properties.enumeration);
  return names === undefined ? undefined : new Map(names.split('\n').map((name, index) => [name, index] as const));
};

const parameterOf = (path: string, contents: BerElement | undefined): GlowElement => {
  if (contents === undefined) return { kind: 'parameter', path };
  const value = inside(contents, properties.value);
  return {
    kind: 'parameter',
    path,
    identifier: textOf(contents, properties.identifier),
    isOnline: booleanOf(contents, properties.isOnline),
    value: value && valueOf(value),
    access: integerOf(contents, properties.access),
    enumeration: enumerationOf(contents),
    type: integerOf(contents, properties.type),
    isStream: integerOf(contents, properties.streamIdentifier) === undefined ? undefined : true,
  };
};

const nodeOf = (path: string, contents: BerElement | undefined): GlowElement => ({
  kind: 'node',
  path,
  identifier: textOf(contents, properties.identifier),
  isOnline: booleanOf(contents, properties.nodeIsOnline),
});

const dispositions = ['current', 'current', 'pending', 'locked'] as const;

const connectionOf = (entry: BerElement): readonly MatrixConnection[] => {
  const target = integerOf(entry, connectionMembers.target);
  if (entry.tag !== types.connection || target === undefined) return [];
  const sources = contentOf(entry, connectionMembers.sources, values.numbers);
  const disposition = dispositions[integerOf(entry, connectionMembers.disposition) ?? 0] ?? 'pending';
  return [{ target, sources: sources === undefined ? [] : numbersIn(sources), disposition }];
};

const matrixOf = (path: string, contents: BerElement | undefined, matrix: BerElement): GlowElement => {
  const connections = inside(matrix, members.connections);
  return {
    kind: 'matrix',
    path,
    identifier: textOf(contents, properties.identifier),
    type: integerOf(contents, context(2)),
    connections: connections && entriesOf(connections).flatMap(connectionOf),
  };
};

/** Returns the path of an element; undefined if it has none. */
const pathOf = (element: BerElement, parent: string): string | undefined => {
  const own = inside(element, members.number);
  if (own?.tag === values.numbers) return numbersIn(own.content).join('.');
  const number = own?.tag === values.integer ? integerIn(own.content) : undefined;
  if (number === undefined) return undefined;
  return parent === '' ? String(number) : `${parent}.${String(number)}`;
};

/** Returns an element; undefined for one of a type that the driver doesn't use. */
const elementOf = (element: BerElement, path: string): GlowElement | undefined => {
  const contents = inside(element, members.contents);
  if (element.tag === types.parameter || element.tag === types.qualifiedParameter) return parameterOf(path, contents);
  if (element.tag === types.node || element.tag === types.qualifiedNode) return nodeOf(path, contents);
  if (element.tag === types.matrix || element.tag === types.qualifiedMatrix) return matrixOf(path, contents, element);
  return undefined;
};

/** Adds an element and those below it, parents first. */
const collect = (element: BerElement, parent: string, found: GlowElement[]): void => {
  const path = pathOf(element, parent);
  if (path === undefined) return;
  const own = elementOf(element, path);
  if (own === undefined) return;
  found.push(own);
  for (const below of entriesOf(inside(element, members.children))) collect(below, path, found);
};

/** Returns the elements of a message, parents first; what is malformed about it. Streams and results have none. */
export const elementsIn = (payload: Buffer): E.Either<string, readonly GlowElement[]> => {
  try {
    const found: GlowElement[] = [];
    for (const element of entriesOf(child(readBer(payload), types.rootElements))) collect(element, '', found);
    return E.right(found);
  } catch (error) {
    if (error instanceof MalformedBer) return E.left(error.message);
    throw error;
  }
};
