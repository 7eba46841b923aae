// A variable: a value of one type that the studio's programs share.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, oneOf, refined, text } from '../codec/codec.js';
import { failure, type Failure } from '../failure.js';

export const VariableType = oneOf('STRING', 'NUMBER', 'BOOLEAN');
export type VariableType = t.TypeOf<typeof VariableType>;

/** A value of any of the types; null while unset. */
export const VariableValue = described(t.union([t.string, t.number, t.boolean, t.null]), {
  description: 'Of its type; null while unset',
  examples: ['Good morning'],
});
export type VariableValue = t.TypeOf<typeof VariableValue>;

const Parts = t.readonly(
  t.type({
    id: text(1, 64),
    /** The station whose variable it is. */
    station: text(1, 64),
    name: text(1, 128),
    type: VariableType,
    value: VariableValue,
  }),
);
export type VariableDefinition = t.TypeOf<typeof Parts>;

const valueFits = ({ type, value }: VariableDefinition): boolean =>
  value === null || (typeof value === type.toLowerCase() && (typeof value !== 'number' || Number.isFinite(value)));

/** A variable as the studio is laid out, with its first value. */
export const VariableDefinition = refined(Parts, valueFits, 'a variable whose value is of its type');

/** A variable as a caller reads it. */
export const Variable = described(
  t.readonly(t.type({ id: t.string, name: t.string, type: VariableType, value: VariableValue }), 'Variable'),
  {
    description: "A value that the station's programs share",
    examples: [{ id: 'var-1', name: 'Headline', type: 'STRING', value: 'Good morning' }],
  },
);
export type Variable = t.TypeOf<typeof Variable>;

const booleans: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  on: true,
  '0': false,
  false: false,
  off: false,
};

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

const numberOf = (written: string): number | undefined => {
  const value = decimal.test(written) ? Number(written) : NaN;
  return Number.isFinite(value) ? value : undefined;
};

interface Reading {
  readonly expected: string;
  readonly read: (written: string) => VariableValue | undefined;
}

const readings: Readonly<Record<VariableType, Reading>> = {
  STRING: { expected: 'a text', read: (written) => written },
  NUMBER: { expected: 'a decimal number', read: numberOf },
  BOOLEAN: {
    expected: 'one of 1, 0, true, false, on, off',
    read: (written) => (Object.hasOwn(booleans, written.toLowerCase()) ? booleans[written.toLowerCase()] : undefined),
  },
};

/** Reads a value written for a variable of a type; the empty text unsets it. */
export const readVariableValue = (type: VariableType, written: string): E.Either<Failure, VariableValue> => {
  const { expected, read } = readings[type];
  const value = written === '' ? null : read(written);
  return value === undefined
    ? E.left(failure('invalid_parameter', `value: expected ${expected}, got ${JSON.stringify(written)}`))
    : E.right(value);
};

/** The plain form: empty when unset, `1` or `0` for a boolean, else the value as text. */
export const plainValue = (value: VariableValue): string => {
  if (value === null) return '';
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
};
