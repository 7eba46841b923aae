// The requests of a consumer (Glow DTD 2.31): elements with a path or with numbers. Shares nothing with the driver.
import { Buffer } from 'node:buffer';
import { blocksIn, within, type Block } from './blocks.js';
import { integerOf, numbersIn, valueIn, type Value } from './values.js';

/** A change of a matrix's target. */
export interface TakeRequest {
  readonly target: number;
  readonly sources: readonly number[];
  readonly operation: number;
}

/** What a consumer requests of an element. */
export type ConsumerRequest =
  | { readonly type: 'directory'; readonly path: readonly number[] }
  | { readonly type: 'set'; readonly path: readonly number[]; readonly value: Value | undefined }
  | { readonly type: 'take'; readonly path: readonly number[]; readonly takes: readonly TakeRequest[] };

const qualifiedTags = [0x69, 0x6a, 0x71];
const numberedTags = [0x61, 0x63, 0x6d];
const commandTag = 0x62;

/** The number of the command `GetDirectory`. */
const getDirectory = 32;

const inside = (collection: Buffer | undefined): readonly Block[] =>
  collection === undefined ? [] : blocksIn(collection).flatMap(({ body }) => blocksIn(body).slice(0, 1));

const numberAt = (body: Buffer, tag: number, missing: number): number => {
  const number = within(body, tag, 0x02);
  return number === undefined ? missing : integerOf(number);
};

const takeOf = ({ body }: Block): TakeRequest => ({
  target: numberAt(body, 0xa0, 0),
  sources: numbersIn(within(body, 0xa1, 0x0d) ?? Buffer.alloc(0)),
  operation: numberAt(body, 0xa2, 0),
});

const pathOf = ({ tag, body }: Block, parent: readonly number[]): readonly number[] | undefined => {
  if (qualifiedTags.includes(tag)) return numbersIn(within(body, 0xa0, 0x0d) ?? Buffer.alloc(0));
  return numberedTags.includes(tag) ? [...parent, numberAt(body, 0xa0, 0)] : undefined;
};

const requestsOf = (element: Block, parent: readonly number[]): readonly ConsumerRequest[] => {
  if (element.tag === commandTag)
    return numberAt(element.body, 0xa0, 0) === getDirectory ? [{ type: 'directory', path: parent }] : [];
  const path = pathOf(element, parent);
  if (path === undefined) return [];
  const value = within(element.body, 0xa1, 0x31, 0xa2);
  const takes = within(element.body, 0xa5, 0x30);
  return [
    ...(value === undefined ? [] : [{ type: 'set', path, value: blocksIn(value).map(valueIn)[0] } as const]),
    ...(takes === undefined ? [] : [{ type: 'take', path, takes: inside(takes).map(takeOf) } as const]),
    ...inside(within(element.body, 0xa2, 0x64)).flatMap((child) => requestsOf(child, path)),
  ];
};

/** Returns the requests of a message. Throws if it is malformed. */
export const requestsIn = (payload: Buffer): readonly ConsumerRequest[] =>
  inside(within(payload, 0x60, 0x6b)).flatMap((element) => requestsOf(element, []));
