// Templates and matches of OSC messages: an address and arguments.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { choiceOf } from '../../../domain/codec/choice.js';
import { field, refined } from '../../../domain/codec/codec.js';
import {
  filled,
  filledPartly,
  numberAlone,
  templateText,
  withPlaceholders,
  type Escape,
  type Values,
} from '../shared/templates/placeholders.js';
import { matchesPattern } from '../shared/templates/text-match.js';
import type { OscArgument, OscMessage } from './osc-message.js';

/** An argument: a text, a whole number or a boolean as it is, and any number as `float`. */
type ArgumentTemplate = string | number | boolean | { readonly float: number | string };

/** A template or a match of a message. A match without `args` fits any arguments. */
export interface OscTemplate {
  readonly address: string;
  readonly args?: readonly ArgumentTemplate[];
}

const addressTemplate = (names: readonly string[]): t.Type<string> =>
  refined(
    templateText(names),
    (address) => /^\/[^\s#*,?[\]]*$/.test(address) && !/[^\x21-\x7e]/.test(address),
    `an OSC address such as /relay/1, without pattern characters; ${templateText(names).name}`,
  );

const plainArgument = (names: readonly string[]) =>
  t.union([
    t.boolean,
    refined(
      t.number,
      (value) => Number.isInteger(value) && Math.abs(value) <= 0x7fff_ffff,
      'a whole number of 32 bits; any other number as { float: … }',
    ),
    templateText(names),
  ]);

const floatArgument = (names: readonly string[]) =>
  t.readonly(
    t.type({
      float: field(t.union([t.number, templateText(names)]), withPlaceholders('A number, sent as a float', names)),
    }),
  );

const argument = (names: readonly string[]): t.Type<ArgumentTemplate, unknown> =>
  choiceOf(plainArgument(names), floatArgument(names), (input) => typeof input === 'object' && input !== null);

/** A codec for templates and matches that may contain these placeholders. */
export const oscTemplate = (names: readonly string[]): t.Type<OscTemplate, unknown> =>
  t.readonly(
    t.intersection([
      t.type({
        address: field(addressTemplate(names), withPlaceholders('Address of the message, such as /relay/1', names)),
      }),
      t.partial({ args: field(t.readonlyArray(argument(names)), withPlaceholders('Arguments of the message', names)) }),
    ]),
  );

/** Values in an address: OSC has no way to write its special characters. */
const inAddress: Escape = (value) =>
  /^[^\s#*,/?[\]{}]+$/.test(value) && !/[^\x21-\x7e]/.test(value) ? value : undefined;

/** Values in a text argument, which ends with NUL. */
const inText: Escape = (value) => (value.includes('\0') ? undefined : value);

const filledArgument = (template: ArgumentTemplate, values: Values): E.Either<string, OscArgument> => {
  if (typeof template === 'boolean') return E.right({ type: 'boolean', value: template });
  if (typeof template === 'number') return E.right({ type: 'integer', value: template });
  if (typeof template === 'object') return filledFloat(template.float, values);
  const number = numberAlone(template, values);
  if (number !== undefined) return E.right({ type: 'integer', value: number });
  return E.map((value: string): OscArgument => ({ type: 'string', value }))(filled(template, values, inText));
};

const filledFloat = (template: number | string, values: Values): E.Either<string, OscArgument> => {
  const value =
    typeof template === 'number' ? template : Number(E.getOrElse(() => '')(filled(template, values, inText)));
  return Number.isFinite(value) ? E.right({ type: 'float', value }) : E.left('a value is no number, as float requires');
};

/** Fills a template. Fails with the reason why the values can't stand in it. */
export const filledOsc = ({ address, args = [] }: OscTemplate, values: Values): E.Either<string, OscMessage> => {
  const filledAddress = filled(address, values, inAddress);
  if (E.isLeft(filledAddress)) return filledAddress;
  const filledArgs = args.map((one) => filledArgument(one, values));
  const failed = filledArgs.find(E.isLeft);
  return (
    failed ?? E.right({ address: filledAddress.right, args: filledArgs.filter(E.isRight).map(({ right }) => right) })
  );
};

/** Whether something received is what a match describes. */
type Comparison<In> = (received: In) => boolean;

/** Returns an argument as a number: true is 1, and a text may be written as one. Undefined if it is none. */
const numberOf = (value: unknown): number | undefined => {
  if (typeof value === 'string' && value.trim() === '') return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number === 'boolean') return Number(number);
  return typeof number === 'number' && Number.isFinite(number) ? Math.fround(number) : undefined;
};

/** Equipment writes the same state as T, as 1, as 1.0 or as "1". */
const isSame = ({ value: expected }: OscArgument): Comparison<OscArgument> => {
  const number = numberOf(expected);
  const isText = typeof expected === 'string';
  const matches = isText ? matchesPattern(expected) : undefined;
  return ({ value }) =>
    value === expected ||
    (number !== undefined && !(isText && typeof value === 'string') && numberOf(value) === number) ||
    (typeof value === 'string' && matches?.(value) === true);
};

/** Compares received messages with a match. In texts, `*` stands for any text. */
export const matchesOsc = (match: OscTemplate, values: Values): Comparison<OscMessage> => {
  const expected = filledOsc(match, values);
  if (E.isLeft(expected)) return () => false;
  const { address } = expected.right;
  const same = expected.right.args.map(isSame);
  const hasSameArguments: Comparison<OscMessage> =
    match.args === undefined
      ? () => true
      : ({ args }) => args.length === same.length && args.every((one, at) => same[at]?.(one) === true);
  return (received) => received.address === address && hasSameArguments(received);
};

/** Compares received messages with the address of a match, whatever their arguments are. */
export const resemblesOsc = (match: OscTemplate, values: Values): Comparison<OscMessage> => {
  const expected = filledPartly(match.address, values, String);
  return ({ address }) => address === expected;
};
