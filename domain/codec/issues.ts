// Validation issues: what is wrong with a decoded value, and where.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import { structureOf, type AnyDecoder } from './structure.js';

/** One thing that is wrong with a value. */
export interface Issue {
  /** Where, as in `devices[3].name`; empty for the value itself. */
  readonly path: string;
  /** What was expected there. */
  readonly expected: string;
  /** What was there instead, in words. Left out if it may be a secret. */
  readonly got?: string;
  /** How to mend it, such as `did you mean kind?`. */
  readonly suggestion?: string;
  /** The path of the value that was there first, where each may occur once. */
  readonly first?: string;
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

const expectedAt = ({ context, message }: t.ValidationError): string =>
  message ??
  context
    .slice(-1)
    .map(({ type }) => readableName(type.name))
    .join('');

/** Adds to an issue what is known of the value that is wrong. */
export type DescribeValue = (issue: Issue, value: unknown) => Issue;

/** What was sent is left out, because it may be a secret. */
const withoutValue: DescribeValue = (issue) => issue;

/** Returns the value that a text has without quotes, as a number, true or false; undefined for other texts. */
const unquoted = (text: string): number | boolean | undefined => {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : undefined;
};

/** Returns what to do with the quotes of a value, if that alone mends it. */
const quotesOf = (value: unknown, accepts: (other: unknown) => boolean): Pick<Issue, 'suggestion'> => {
  if (typeof value === 'string' && accepts(unquoted(value))) return { suggestion: 'remove the quotes' };
  const isBare = typeof value === 'number' || typeof value === 'boolean';
  return isBare && accepts(String(value)) ? { suggestion: 'put it in quotes' } : {};
};

/** Returns one issue for each path. By default it doesn't describe the value. */
export const validationIssues = (errors: t.Errors, describe = withoutValue): readonly Issue[] =>
  [...Map.groupBy(errors, ({ context }) => pathOf(context))].map(([path, same]) => {
    const expected = [...new Set(same.map(expectedAt))].join(' or ');
    const value: unknown = same[0]?.value;
    const codecs = same.flatMap(({ context }) => context.slice(-1).map(({ type }) => type));
    const accepts = (other: unknown): boolean =>
      other !== undefined && codecs.some((codec) => E.isRight(codec.decode(other)));
    return describe({ path, expected, ...quotesOf(value, accepts) }, value);
  });

/** Returns what was meant, if anything near it is known. */
export const didYouMean = (nearest: string | undefined): Pick<Issue, 'suggestion'> =>
  nearest === undefined ? {} : { suggestion: `did you mean ${nearest}?` };

/** The longest text that an issue quotes, in characters. */
const maxQuoted = 60;

const isShort = (text: string): boolean => text.length <= maxQuoted;

/** Returns a value as an issue names it: `the number 7`, `the text "seven"`, `nothing`. Undefined for lists and records. */
export const wordsOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'string')
    return `the text ${JSON.stringify(isShort(value) ? value : `${value.slice(0, maxQuoted)}…`)}`;
  if (typeof value === 'number') return `the number ${String(value)}`;
  return typeof value === 'boolean' ? String(value) : undefined;
};

/** Adds to an issue what was there instead. That of the whole value is left out: it says nothing that its reader can use. */
export const describeValue: DescribeValue = (issue, value) => {
  const got = issue.path === '' ? undefined : wordsOf(value);
  return got === undefined ? issue : { ...issue, got };
};

/** Returns the paths of fields that are missing. */
export const missingFields = (errors: t.Errors): readonly string[] =>
  errors.filter(({ value }) => value === undefined).map(({ context }) => pathOf(context));

/** Maximum number of issues that are reported of one value or file (CONFIG-14). */
export const maxReportedIssues = 20;

/** Says how many issues aren't listed. */
export const moreIssues = (count: number): string => `and ${String(count)} more`;

/** Returns an issue as text, without its place. */
export const issueText = ({ expected, got, suggestion }: Issue): string =>
  [`expected ${expected}${got === undefined ? '' : `, got ${got}`}`, suggestion]
    .filter((part) => part !== undefined)
    .join('; ');

/** Returns an issue with its place, or with `root` for the value itself. */
export const formatIssue = (issue: Issue, root = 'the whole value'): string =>
  `${issue.path || root}: ${issueText(issue)}`;

/** Formats issues as one line: `devices[3].name: expected a text of 1 to 64 characters`. `root` names the value itself. */
export const formatIssues = (issues: readonly Issue[], root?: string): string => {
  const more = issues.length - maxReportedIssues;
  return [
    ...issues.slice(0, maxReportedIssues).map((issue) => formatIssue(issue, root)),
    ...(more > 0 ? [moreIssues(more)] : []),
  ].join('; ');
};

/** Returns issues of a value as those of the value around it. */
export const issuesWithin = (place: string, issues: readonly Issue[]): readonly Issue[] =>
  issues.map((issue) => ({
    ...issue,
    path: issue.path === '' ? place : `${place}.${issue.path}`,
    ...(issue.first !== undefined && { first: `${place}.${issue.first}` }),
  }));

/** Decodes a value, or returns a message with all its issues. `root` names the value itself. */
export const decodeOrMessage = <A>(codec: t.Decoder<unknown, A>, input: unknown, root?: string): E.Either<string, A> =>
  pipe(
    codec.decode(input),
    E.mapLeft((errors) => formatIssues(validationIssues(errors), root)),
  );
