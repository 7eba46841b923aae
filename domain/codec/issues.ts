// Validation issues: what is wrong with a decoded value, and where.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import { failure, type Failure } from '../failure.js';
import { structureOf, type AnyDecoder } from './structure.js';

/** One thing that is wrong with a value. */
export interface ValidationIssue {
  /** Where, as in `devices[3].name`; empty for the value itself. */
  readonly path: string;
  /** What was expected there. */
  readonly expected: string;
}

const isIndex = (key: string): boolean => /^\d+$/.test(key);

/** Whether io-ts numbers a codec's members as if they were entries. Those numbers are no part of a path. */
const numbersItsMembers = (codec: AnyDecoder): boolean => {
  const structure = structureOf(codec);
  return structure.kind === 'readonly' || structure.kind === 'refinement'
    ? numbersItsMembers(structure.codec)
    : structure.kind === 'union' || structure.kind === 'intersection';
};

const pathOf = (context: t.Context): string =>
  context
    .filter(
      (_, depth) =>
        depth > 0 && !context.slice(depth - 1, depth).some(({ type }) => numbersItsMembers(type as AnyDecoder)),
    )
    .map(({ key }) => (isIndex(key) ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');

/** A codec's name as shown to people, without the details of records and lists. */
const readableName = (name: string): string =>
  name.replace(/^(Readonly<|Partial<)?\{.*$/s, 'an object').replace(/^(ReadonlyArray|Array)<.*$/s, 'a list');

const issueOf = ({ context, message }: t.ValidationError): ValidationIssue => ({
  path: pathOf(context),
  expected:
    message ??
    context
      .slice(-1)
      .map(({ type }) => readableName(type.name))
      .join(''),
});

/** Describes a value that is wrong, after what was expected. */
export type DescribeValue = (path: string, value: unknown) => string;

/** What was sent is left out, because it may be a secret. */
const withoutValue: DescribeValue = () => '';

/** Returns one issue for each path. By default it doesn't describe the value. */
export const validationIssues = (errors: t.Errors, describe = withoutValue): readonly ValidationIssue[] => {
  const issues = errors.map((error) => ({ ...issueOf(error), value: error.value }));
  return [...Map.groupBy(issues, ({ path }) => path)].map(([path, same]) => {
    const expected = [...new Set(same.map((issue) => issue.expected))].join(' or ');
    return { path, expected: `${expected}${describe(path, same[0]?.value)}` };
  });
};

/** The longest text that an issue quotes, in characters. */
const maxQuoted = 60;

/** Returns a value as an issue names it: `the number 7`, `the text "seven"`, `nothing`. Undefined for lists and records. */
export const describeValue = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'string')
    return `the text ${JSON.stringify(value.length > maxQuoted ? `${value.slice(0, maxQuoted)}…` : value)}`;
  if (typeof value === 'number') return `the number ${String(value)}`;
  return typeof value === 'boolean' ? String(value) : undefined;
};

/** Returns the paths of fields that are missing. */
export const missingFields = (errors: t.Errors): readonly string[] =>
  errors.filter(({ value }) => value === undefined).map(({ context }) => pathOf(context));

/** Maximum number of issues that are reported of one value or file (CONFIG-14). */
export const maxReportedIssues = 20;

/** Says how many issues aren't listed. */
export const moreIssues = (count: number): string => `and ${String(count)} more`;

/** Formats issues as one line: `devices[3].name: expected a text of 1 to 64 characters`. `root` names the value itself. */
export const formatIssues = (issues: readonly ValidationIssue[], root = 'the whole value'): string => {
  const more = issues.length - maxReportedIssues;
  return [
    ...issues
      .slice(0, maxReportedIssues)
      .map(({ path, expected }) => `${path === '' ? root : path}: expected ${expected}`),
    ...(more > 0 ? [moreIssues(more)] : []),
  ].join('; ');
};

/** Decodes a value, or returns a message with all its issues. `root` names the value itself. */
export const decodeOrMessage = <A>(codec: t.Decoder<unknown, A>, input: unknown, root?: string): E.Either<string, A> =>
  pipe(
    codec.decode(input),
    E.mapLeft((errors) => formatIssues(validationIssues(errors), root)),
  );

/** Decodes a value, or returns the failure `invalid_parameter` with all its issues. */
export const decodeOrFailure = <A>(codec: t.Decoder<unknown, A>, input: unknown, root?: string): E.Either<Failure, A> =>
  pipe(
    decodeOrMessage(codec, input, root),
    E.mapLeft((message) => failure('invalid_parameter', message)),
  );
