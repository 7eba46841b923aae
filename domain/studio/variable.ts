// Variables: typed values that a station's programs share.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { described, field, oneOf, refined } from '../codec/codec.js';
import type { Issue } from '../codec/issues.js';
import { redactTokens } from '../access/redaction.js';
import { invalid, type Failure } from '../failure.js';
import { Id, idOf, Name } from './common-fields.js';

export const VariableType = oneOf('STRING', 'NUMBER', 'BOOLEAN');
export type VariableType = t.TypeOf<typeof VariableType>;

/** A value of any of the types; null while unset. */
export const VariableValue = described(t.union([t.string, t.number, t.boolean, t.null]), {
  description: 'A value of the variable’s type; null while unset',
  examples: ['Good morning'],
});
export type VariableValue = t.TypeOf<typeof VariableValue>;

const Parts = t.readonly(
  t.type({
    id: Id,
    station: idOf('the station that owns it'),
    name: Name,
    type: field(VariableType, 'What its values are'),
    value: field(VariableValue, 'Its value until a caller or a step sets another; null for none'),
  }),
);
export type VariableDefinition = t.TypeOf<typeof Parts>;

/** The longest text of a variable, in characters. Answers to calls with idempotency keys contain it, and many are kept. */
export const maxVariableLength = 1_024;

const isShort = (text: string): boolean => text.length <= maxVariableLength;

const valueFits = ({ type, value }: VariableDefinition): boolean => {
  if (value === null) return true;
  if (typeof value === 'number' && !Number.isFinite(value)) return false;
  return typeof value === type.toLowerCase() && (typeof value !== 'string' || isShort(value));
};

const expectedVariable = `a variable whose value is of its type, and not longer than ${String(maxVariableLength)} characters`;

const gotValue = (value: VariableValue): string =>
  typeof value === 'string' ? `a text of ${String(value.length)} characters` : `a ${typeof value}`;

/** Describes a value that doesn't fit its variable, without the value. */
export const variableMismatch = ({ type }: Pick<VariableDefinition, 'type'>, value: VariableValue): string =>
  `expected ${expectedVariable}; it is a ${type}, and has ${gotValue(value)}`;

/** A variable of the layout, with its initial value. */
export const VariableDefinition = refined(
  Parts,
  valueFits,
  expectedVariable,
  { description: expectedVariable },
  ({ name, type, value }) => `${expectedVariable}; ${JSON.stringify(name)} is a ${type}, and has ${gotValue(value)}`,
);

/** A variable, as callers read it. */
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

const parseNumber = (text: string): number | undefined => {
  const value = decimal.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : undefined;
};

interface Parser {
  readonly expected: string;
  readonly parse: (text: string) => VariableValue | undefined;
}

const parsers: Readonly<Record<VariableType, Parser>> = {
  STRING: {
    expected: `a text of at most ${String(maxVariableLength)} characters`,
    parse: (text) => (isShort(text) ? text : undefined),
  },
  NUMBER: { expected: 'a decimal number', parse: parseNumber },
  BOOLEAN: {
    expected: 'one of 1, 0, true, false, on, off',
    parse: (text) => (Object.hasOwn(booleans, text.toLowerCase()) ? booleans[text.toLowerCase()] : undefined),
  },
};

/** The most of a wrong value that a message repeats, in characters. */
const maxRepeated = 100;

const repeated = (text: string): string =>
  text.length > maxRepeated ? `${String(text.length)} characters` : JSON.stringify(redactTokens(text));

/** Parses a value of a type, or returns what was expected and what was got instead. The empty text is no value. */
export const parseVariableValue = (type: VariableType, text: string): E.Either<Omit<Issue, 'path'>, VariableValue> => {
  const { expected, parse } = parsers[type];
  const value = text === '' ? null : parse(text);
  return value === undefined ? E.left({ expected, got: repeated(text) }) : E.right(value);
};

/** Parses the value of a variable of a type. The empty text unsets it (VARIABLE-5). */
export const readVariableValue = (type: VariableType, text: string): E.Either<Failure, VariableValue> =>
  pipe(
    parseVariableValue(type, text),
    E.mapLeft((issue) => invalid([{ path: 'value', ...issue }])),
  );

/** Returns the value that a step sets: a text is parsed as a caller's would be. `invalid_parameter` if it has another type. */
export const variableValueFrom = (type: VariableType, value: VariableValue): E.Either<Failure, VariableValue> => {
  if (typeof value === 'string') return readVariableValue(type, value);
  if (value === null || typeof value === type.toLowerCase()) return E.right(value);
  return readVariableValue(type, plainValue(value));
};

/** Returns the plain form: empty when unset, `1` or `0` for a boolean, else the value as text (VARIABLE-3). */
export const plainValue = (value: VariableValue): string => {
  if (value === null) return '';
  return typeof value === 'boolean' ? String(Number(value)) : String(value);
};
