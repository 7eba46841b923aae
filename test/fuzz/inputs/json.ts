// Mutations of JSON: of its values, which stay well-formed, or of its text.
import { mutated, type Corpus } from '../mutations.js';
import type { RandomSource } from '../random-source.js';
import { asBytes } from './target.js';

const hostileValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 2 ** 31, 2 ** 48, 2 ** 53, 1e308, '', ' ', 'x', 'x'.repeat(1_000), '\0', '\ud800'],
  ...['\u202e', '192.168.1.20', '::ffff:10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', 'fe80::1%eth0', '2026-01-31T12:00:00Z'],
  ...[
    'read_only',
    'off',
    [],
    [[]],
    [null],
    {},
    { a: 1 },
    Object.fromEntries([['__proto__', { a: 1 }]]),
    { constructor: 1 },
  ],
  Array.from({ length: 300 }, () => ({})),
];

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Changes, repeats or removes an entry of a list. */
const mutateList = (list: readonly unknown[], random: RandomSource): unknown => {
  if (random.oneIn(4)) return [...list, ...list];
  const at = random.below(list.length + 1);
  return list.toSpliced(at, 1, ...(random.oneIn(6) ? [] : [mutateValue(list[at], random)]));
};

/** Changes, adds or removes a field. */
const mutateFields = (fields: Fields, random: RandomSource): unknown => {
  const names = random.oneIn(6) ? ['__proto__', 'further', '0', 'length'] : [...Object.keys(fields), 'x'];
  const name = random.oneOf(names);
  const others = Object.entries(fields).filter(([other]) => other !== name);
  return Object.fromEntries(random.oneIn(6) ? others : [...others, [name, mutateValue(fields[name], random)]]);
};

/** Changes a value somewhere in a structure. */
const mutateValue = (value: unknown, random: RandomSource): unknown => {
  if (!isFields(value) || random.oneIn(12)) return random.oneOf(hostileValues);
  return Array.isArray(value) ? mutateList(value, random) : mutateFields(value, random);
};

const corpus: Corpus = {
  samples: ['{"a":[1,{"b":null}]}', '[[[[]]]]', '"x"'],
  fragments: [
    ...['{', '}', '[', ']', ',', ':', '"', 'null', 'true', '1e5', '\\u0000', '\\ud800', '{"a":', '[['],
    '['.repeat(5_000),
  ],
};

/** Returns a mutation of a value as JSON, which may no longer be well-formed. Each character is one byte. */
export const mutatedJson = (value: unknown, random: RandomSource): string => {
  let result = value;
  for (let left = random.below(4); left > 0; left -= 1) result = mutateValue(result, random);
  const text = asBytes(JSON.stringify(result));
  return random.oneIn(4) ? mutated(text, random, corpus) : text;
};
