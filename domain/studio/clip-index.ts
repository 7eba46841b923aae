// Which clips the banks of an unvalidated studio have, indexed once.
import * as E from 'fp-ts/lib/Either.js';
import { matchable } from '../codec/codec.js';
import { textIn } from '../codec/unchecked.js';
import { BankDefinition, isClipNumber, type ClipDefinition } from './clip.js';

/** Whether a reference names a clip by number or key, as `findClip` reads it. */
export type HasClip = (reference: string) => boolean;

/** Returns the test of one bank's clips, of all banks' together for undefined, or undefined for an unknown bank. */
export type ClipIndex = (bank: string | undefined) => HasClip | undefined;

const numberName = (number: number): string => `number ${String(number)}`;
const keyName = (key: string): string => `key ${matchable(key)}`;

const namesOf = ({ number, key }: ClipDefinition): readonly string[] => [numberName(number), keyName(key)];

/** An invalid bank counts as having every clip, because it has an issue of its own. */
type ClipNames = readonly string[] | 'any';

const clipNamesIn = (bank: unknown): ClipNames => {
  const decoded = BankDefinition.decode(bank);
  return E.isLeft(decoded) ? 'any' : decoded.right.clips.flatMap(namesOf);
};

/** Returns the key of a bank as it matches; undefined if it has none. */
const keyOf = (bank: unknown): string | undefined => {
  const key = textIn(bank, 'key');
  return key === undefined ? undefined : matchable(key);
};

const hasClipIn = (banks: readonly ClipNames[]): HasClip => {
  if (banks.includes('any')) return () => true;
  const names = new Set(banks.flat());
  return (reference) =>
    (isClipNumber(reference) && names.has(numberName(Number(reference)))) || names.has(keyName(reference));
};

/** Indexes banks by key, and their clips. */
export const indexClips = (banks: readonly unknown[]): ClipIndex => {
  const indexed = banks.map((bank) => ({ key: keyOf(bank), names: clipNamesIn(bank) }));
  const groups = [...Map.groupBy(indexed, ({ key }) => key)];
  const byKey = new Map(groups.map(([key, same]) => [key, hasClipIn(same.map(({ names }) => names))]));
  const inAny = hasClipIn(indexed.map(({ names }) => names));
  return (bank) => (bank === undefined ? inAny : byKey.get(matchable(bank)));
};
