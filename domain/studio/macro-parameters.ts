// Parameters of macros: what a caller gives a macro, and the placeholders that stand for it in the macro's steps.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { described, field, listOf, refined, unique } from '../codec/codec.js';
import type { Issue } from '../codec/issues.js';
import { invalid, type Failure } from '../failure.js';
import type { Step } from './step.js';
import { parseVariableValue, plainValue, VariableType, VariableValue } from './variable.js';

/** Names that all calls use. They can't be names of macro parameters. */
export const commonParameters = ['wait', 'timeout', 'token', 'soft', 'station', 'key', 'dry', 'since'];

const nameForm = /^[a-z][A-Za-z0-9]{0,31}$/;

const ParameterName = refined(
  t.string,
  (name) => nameForm.test(name) && !commonParameters.includes(name.toLowerCase()),
  `a name of up to 32 letters and digits that begins with a small letter, other than ${commonParameters.join(', ')}`,
);

const Parts = t.intersection([
  t.type({
    name: field(
      ParameterName,
      `Name in calls and placeholders: a small letter, then letters and digits; not ${commonParameters.join(', ')}`,
    ),
    type: field(VariableType, 'What its values are'),
  }),
  t.partial({
    default: field(t.union([t.string, t.number, t.boolean]), 'Its value if a call names none; required if left out'),
  }),
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

/** Returns the value that has a name, undefined if none has it. */
const valueOf = (values: ParameterValues, name: string): VariableValue | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** Returns the value of a parameter, or what is wrong with it. */
const readOne = (
  { type, default: otherwise }: MacroParameter,
  value: VariableValue | undefined,
): E.Either<Omit<Issue, 'path'>, VariableValue> => {
  if (value === undefined || value === null || value === '')
    return otherwise === undefined
      ? E.left({ expected: `a value of type ${type}`, got: 'nothing' })
      : E.right(otherwise);
  return typeof value === type.toLowerCase() ? E.right(value) : parseVariableValue(type, plainValue(value));
};

/**
 * Returns a value of each parameter: the one given, parsed if it is a text, or the default. Others are ignored (MACRO-6).
 * Returns an issue for the first parameter whose value is missing or of another type; its path is the parameter's name.
 */
export const checkParameterValues = (
  parameters: readonly MacroParameter[],
  given: ParameterValues,
): E.Either<Issue, ParameterValues> => {
  const values: Record<string, VariableValue> = {};
  for (const parameter of parameters) {
    const read = readOne(parameter, valueOf(given, parameter.name));
    if (E.isLeft(read)) return E.left({ path: parameter.name, ...read.left });
    values[parameter.name] = read.right;
  }
  return E.right(values);
};

/** Returns a value of each parameter as {@link checkParameterValues} does, or the failure `invalid_parameter`. */
export const readParameterValues = (
  parameters: readonly MacroParameter[],
  given: ParameterValues,
): E.Either<Failure, ParameterValues> =>
  pipe(
    checkParameterValues(parameters, given),
    E.mapLeft((issue) => invalid([issue])),
  );

/** A placeholder, such as `${guest}`. */
const placeholder = /\$\{([a-z][A-Za-z0-9]{0,31})\}/g;

/** Returns the names of the parameters whose placeholders a text contains. */
export const placeholdersIn = (text: string): readonly string[] =>
  [...text.matchAll(placeholder)].map(([, name = '']) => name);

/** Replaces the placeholders of a text. Those that have no value stay. */
export const fillText = (text: string, values: ParameterValues): string =>
  text.replaceAll(placeholder, (whole, name: string) => {
    const value = valueOf(values, name);
    return value === undefined ? whole : String(value ?? '');
  });

/** A text that is one placeholder becomes the value itself, which may be a number or a boolean. */
const fillValue = (value: VariableValue, values: ParameterValues): VariableValue => {
  if (typeof value !== 'string') return value;
  const [name] = placeholdersIn(value);
  const only = name !== undefined && value === `\${${name}}` ? valueOf(values, name) : undefined;
  return only === undefined ? fillText(value, values) : only;
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
