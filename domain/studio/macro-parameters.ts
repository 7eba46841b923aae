// Parameters of macros: what a caller gives a macro, and the placeholders that stand for it in the macro's steps.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, listOf, refined, unique } from '../codec/codec.js';
import { failure, type Failure } from '../failure.js';
import type { Step } from './step.js';
import { plainValue, readVariableValue, VariableType, VariableValue } from './variable.js';

/** Names that all calls use. They can't be names of macro parameters. */
const reservedNames = ['wait', 'timeout', 'token', 'soft', 'station', 'key', 'since'];

const nameForm = /^[a-z][A-Za-z0-9]{0,31}$/;

const ParameterName = refined(
  t.string,
  (name) => nameForm.test(name) && !reservedNames.includes(name.toLowerCase()),
  `a name of up to 32 letters and digits that begins with a small letter, other than ${reservedNames.join(', ')}`,
);

const Parts = t.intersection([
  t.type({ name: ParameterName, type: VariableType }),
  t.partial({ default: t.union([t.string, t.number, t.boolean]) }),
]);

/** A parameter of a macro. Without a default it is required. */
export const MacroParameter = t.readonly(
  refined(
    Parts,
    ({ type, default: value }) => value === undefined || typeof value === type.toLowerCase(),
    'a parameter whose default is of its type',
  ),
);
export type MacroParameter = t.TypeOf<typeof MacroParameter>;

export const MacroParameters = unique(listOf(MacroParameter), ({ name }) => name, 'name');

/** A parameter, as callers read it. */
export const MacroParameterRecord = described(
  t.readonly(
    t.type({
      name: t.string,
      type: VariableType,
      default: described(VariableValue, { description: 'Used where a call names no value; null if it must' }),
    }),
    'MacroParameter',
  ),
  { description: 'A query parameter of the macro’s run', examples: [{ name: 'guest', type: 'NUMBER', default: 1 }] },
);

/** The values of a macro's parameters, by name. */
export type ParameterValues = Readonly<Record<string, VariableValue>>;

const required = ({ name, type }: MacroParameter): Failure =>
  failure('invalid_parameter', `${name}: expected a value of type ${type}, got nothing`);

const readOne = (parameter: MacroParameter, value: VariableValue | undefined): E.Either<Failure, VariableValue> => {
  const { name, type, default: otherwise } = parameter;
  if (value === undefined || value === null || value === '')
    return otherwise === undefined ? E.left(required(parameter)) : E.right(otherwise);
  if (typeof value === type.toLowerCase()) return E.right(value);
  const read = readVariableValue(type, plainValue(value));
  return E.isRight(read) ? read : E.left(failure('invalid_parameter', read.left.message.replace(/^value/, name)));
};

/** Returns a value of each parameter: the one given, parsed if it is a text, or the default. Others are ignored (MACRO-6). */
export const readParameterValues = (
  parameters: readonly MacroParameter[],
  given: ParameterValues,
): E.Either<Failure, ParameterValues> => {
  const values: Record<string, VariableValue> = {};
  for (const parameter of parameters) {
    const value = Object.hasOwn(given, parameter.name) ? given[parameter.name] : undefined;
    const read = readOne(parameter, value);
    if (E.isLeft(read)) return read;
    values[parameter.name] = read.right;
  }
  return E.right(values);
};

/** A placeholder, such as `${guest}`. */
const placeholder = /\$\{([a-z][A-Za-z0-9]{0,31})\}/g;

/** Returns the names of the parameters whose placeholders a text contains. */
export const placeholdersIn = (text: string): readonly string[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name);

/** Replaces the placeholders of a text. */
export const fillText = (text: string, values: ParameterValues): string =>
  text.replaceAll(placeholder, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name] ?? '') : whole,
  );

/** A text that is one placeholder becomes the value itself, which may be a number or a boolean. */
const fillValue = (value: VariableValue, values: ParameterValues): VariableValue => {
  if (typeof value !== 'string') return value;
  const [name] = placeholdersIn(value);
  return name !== undefined && value === `\${${name}}` ? (values[name] ?? null) : fillText(value, values);
};

const filled = (content: unknown, values: ParameterValues): unknown => {
  if (typeof content === 'string') return fillText(content, values);
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(
    Object.entries(content).map(([field, value]) => [
      field,
      field === 'value' ? fillValue(value as VariableValue, values) : filled(value, values),
    ]),
  );
};

const filledAll = (given: ParameterValues, values: ParameterValues): ParameterValues =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, fillValue(value, values)]));

/** Replaces the placeholders of a step. */
export const fillStep = (step: Step, values: ParameterValues): Step => {
  if ('run' in step)
    return { run: { macro: step.run.macro, ...(step.run.with && { with: filledAll(step.run.with, values) }) } };
  return filled(step, values) as Step;
};
