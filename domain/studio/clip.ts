// Clip banks and clips: how a clip is addressed, by its number in a bank or by its key.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, listOf, text, unique, whole } from '../codec.js';
import { failure, type Failure } from '../failure.js';

/** A clip of a bank. */
export const Clip = described(
  t.readonly(
    t.type({ number: whole(1, 999_999), key: text(1, 64), name: text(1, 128), durationMs: whole(1, 86_400_000) }),
    'Clip',
  ),
  {
    description: 'A clip: its number in its bank, its key, and how long it runs in milliseconds',
    examples: [{ number: 3, key: 'weather', name: 'Weather', durationMs: 60_000 }],
  },
);
export type Clip = t.TypeOf<typeof Clip>;

const Clips = unique(
  unique(listOf(Clip), ({ number }) => String(number), 'number'),
  ({ key }) => key,
  'key',
);

/** A bank of clips as the studio is laid out. */
export const BankDefinition = t.readonly(t.type({ key: text(1, 64), name: text(1, 128), clips: Clips }));
export type BankDefinition = t.TypeOf<typeof BankDefinition>;

/** A bank as a caller reads it. */
export const Bank = described(t.readonly(t.type({ key: t.string, name: t.string, active: t.boolean }), 'Bank'), {
  description: 'A bank of clips; clips are played from the active one unless a call says otherwise',
  examples: [{ key: 'news', name: 'News', active: true }],
});
export type Bank = t.TypeOf<typeof Bank>;

const isNumber = (reference: string): boolean => /^[0-9]+$/.test(reference);

const byNumber = ({ clips }: BankDefinition, reference: string): Clip | undefined =>
  isNumber(reference) ? clips.find((clip) => clip.number === Number(reference)) : undefined;

const byKey = ({ clips }: BankDefinition, reference: string): Clip | undefined =>
  clips.find((clip) => clip.key.toLowerCase() === reference.toLowerCase());

/** Finds a clip of a bank by number (leading zeros ignored), else by key in any letters' case. */
export const findClip = (bank: BankDefinition, reference: string): E.Either<Failure, Clip> =>
  E.fromNullable(failure('not_found', `the bank "${bank.key}" has no clip "${reference}"`))(
    byNumber(bank, reference) ?? byKey(bank, reference),
  );
