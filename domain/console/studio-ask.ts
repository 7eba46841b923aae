// What an operator asks of a studio's service, such as about its studio file, and the answer, as both are sent.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { shownText } from '../access/shown-text.js';
import { boundedListOf, refined, text } from '../codec/codec.js';
import type { Issue } from '../codec/issues.js';
import { decodeOrFailure, withoutData, type Failure } from '../failure.js';
import { Username } from './operator.js';

/** The longest request or answer, in octets of JSON. */
export const maxAskLength = 8 * 1_048_576;

const Id = text(1, 64);

/** Who asks: an operator of the console or of an identity provider, or a program with an API token. */
const Asker = t.union([
  Username,
  refined(t.string, (name) => /^(?:sso|api-token):[A-Za-z0-9._@-]{1,64}$/.test(name), 'a name with a prefix'),
]);

/** What the console asks, on behalf of an operator. Consoles of earlier versions state no topic: they ask about the studio file. */
const SentAsk = t.intersection([
  t.type({ id: Id, operator: Asker, request: t.UnknownRecord }),
  t.partial({ about: text(1, 64) }),
]);

/** An ask with its topic, which a service may not know. */
export interface StudioAsk extends Omit<t.TypeOf<typeof SentAsk>, 'about'> {
  readonly about: string;
}

/** Reads what the console asks; nothing if it can't be answered. */
export const readStudioAsk = (input: unknown): StudioAsk | undefined =>
  pipe(
    SentAsk.decode(input),
    E.match(
      () => undefined,
      ({ id, operator, request, about = 'editing' }) => ({ id, operator, request, about }),
    ),
  );

/** What an ask is answered. */
export type Answered = E.Either<Failure, object>;

/** The answer of a service to an ask. */
export interface StudioAnswer {
  readonly id: string;
  readonly answered: Answered;
}

/** Returns an answer as it is sent. */
export const sentAnswer = ({ id, answered }: StudioAnswer): object =>
  pipe(
    answered,
    E.match<Failure, object, object>(
      ({ code, message, ...data }) => ({
        id,
        failure: { code, message, ...('issues' in data && { issues: data.issues }) },
      }),
      (answer) => ({ id, answer }),
    ),
  );

const Issues = boundedListOf(
  t.intersection([t.type({ path: t.string, expected: t.string }), t.partial({ got: t.string, suggestion: t.string })]),
  100,
);

const SentFailure = t.intersection([t.type({ code: t.string, message: t.string }), t.partial({ issues: Issues })]);
type SentFailure = t.TypeOf<typeof SentFailure>;

const SentAnswer = t.intersection([
  t.type({ id: Id }),
  t.union([t.type({ answer: t.UnknownRecord }), t.type({ failure: SentFailure })]),
]);

/** The longest part of a failure that is shown, in characters. */
const maxShown = 500;

const shown = (value: string): string => shownText(value, maxShown);

const shownIssue = ({ path, expected, got, suggestion }: Issue): Issue => ({
  path: shown(path),
  expected: shown(expected),
  ...(got !== undefined && { got: shown(got) }),
  ...(suggestion !== undefined && { suggestion: shown(suggestion) }),
});

/** The codes that a service may answer. Others concern the caller of the console, about whom a service decides nothing. */
const codes = ['conflict', 'invalid_parameter', 'not_found', 'unavailable'] as const;

const failureOf = ({ code, message, issues = [] }: SentFailure): Failure => {
  const known = withoutData(codes.find((one) => one === code) ?? 'conflict', shown(message));
  return 'issues' in known || known.code === 'conflict' ? { ...known, issues: issues.map(shownIssue) } : known;
};

/** Parses an answer. Tokens in a failure are redacted: the console doesn't rely on services for that. */
export const parseStudioAnswer = (body: unknown): E.Either<Failure, StudioAnswer> =>
  pipe(
    decodeOrFailure(SentAnswer, body),
    E.map((sent) => ({
      id: sent.id,
      answered: 'answer' in sent ? E.right(sent.answer) : E.left(failureOf(sent.failure)),
    })),
  );
