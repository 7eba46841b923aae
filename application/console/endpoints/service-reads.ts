// What operators read at a studio's service, which alone keeps it: the console passes it on and stores nothing.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import { ObservedCalls } from '../../../domain/access/observed-call.js';
import { stripUnknownKeys } from '../../../domain/codec/strip-unknown-keys.js';
import { AsRunDay, asRunOutcomes, AsRunPage, maxAsRunEntries } from '../../../domain/console/as-run-page.js';
import { studioNotFound } from '../../../domain/console/failure.js';
import { inStudio } from '../../../domain/console/requirement.js';
import type { ReadTopic } from '../../../domain/console/service-sends.js';
import { described } from '../../../domain/codec/codec.js';
import { decodeOrFailure, failure, type Failure } from '../../../domain/failure.js';
import { fromText, optional, someText, wholeNumber } from '../../api/parameters.js';
import type { ConsoleServices } from '../console-services.js';
import { parseObservedCalls } from '../sync/observed-calls.js';
import { noAnswer, nobody, type StudioAsks } from '../sync/studio-asks.js';
import { endpoint, type EndpointContext } from './endpoint.js';
import { studioParameter } from './studio-access.js';

/** The services of the endpoints. */
export interface ServiceReadPorts extends Pick<ConsoleServices, 'store'> {
  readonly asks: StudioAsks;
}

const tooOld = failure('conflict', 'the service of this studio is too old to answer this: update it');
const late = failure('unavailable', 'the service has not answered within 30 seconds: try again');
const unreadable = failure('unavailable', 'the service has answered what the console can’t read: update the console');

interface Read<A> {
  readonly about: ReadTopic;
  readonly request: Readonly<Record<string, unknown>>;
  readonly parse: (answer: object) => E.Either<Failure, A>;
}

/** Reads something at the service of a studio. */
const readAtService = async <A>(
  { store, asks }: ServiceReadPorts,
  studioId: string,
  { operator: { username: operator } }: EndpointContext,
  { about, request, parse }: Read<A>,
): Promise<E.Either<Failure, { readonly value: A }>> => {
  const [status] = await store.syncStatuses([studioId]);
  if (status === undefined) return E.left(studioNotFound(studioId));
  if (!status.connected) return E.left(nobody);
  const answered = await asks.ask({ studioId, operator, about, request });
  if (E.isLeft(answered)) {
    if (answered.left === nobody) return E.left(tooOld);
    return E.left(answered.left === noAnswer ? late : answered.left);
  }
  return pipe(
    parse(answered.right),
    E.bimap(
      () => unreadable,
      (value) => ({ value }),
    ),
  );
};

const parserOf =
  <A>(codec: t.Type<A, unknown>) =>
  (answer: object): E.Either<Failure, A> =>
    pipe(
      decodeOrFailure(codec, answer),
      E.map((decoded) => stripUnknownKeys(codec, decoded) as A),
    );

const day = fromText(AsRunDay.name, (text) => (AsRunDay.is(text) ? text : undefined));
const outcome = fromText(`one of ${asRunOutcomes.join(', ')}`, (text) => asRunOutcomes.find((one) => one === text));

const only = (what: string) => described(optional(someText), { description: `Only commands ${what}` });

export const listAsRun = endpoint({
  name: 'as-run.list',
  summary:
    'Read the as-run log of a studio at its service, newest first: what was sent to its devices, and what became of it. The console stores nothing of it',
  intent: 'read',
  requires: inStudio('viewer'),
  rechecks: true,
  path: '/studios/:id/as-run',
  params: studioParameter,
  query: {
    output: only('to the output with this id'),
    signal: only('to the signal with this id'),
    camera: only('to the camera with this id'),
    clip: only('whose clip contains this text'),
    caller: only('of callers, automations and macros that contain this text, or that these have run'),
    operation: only('of this operation, such as `clip.play`'),
    outcome: described(optional(outcome), { description: 'Only commands of which this became' }),
    from: described(optional(day), { description: "Only commands of this day of the studio's time zone or later" }),
    to: described(optional(day), { description: "Only commands of this day of the studio's time zone or earlier" }),
    limit: optional(wholeNumber(1, maxAsRunEntries)),
    older: described(optional(someText), { description: 'That of a page, with the same filter: continues it' }),
  },
  result: AsRunPage,
  run: (ports: ServiceReadPorts, { id, ...request }, context) =>
    readAtService(ports, id, context, { about: 'as-run', request, parse: parserOf(AsRunPage) }),
});

export const listRecentCalls = endpoint({
  name: 'call.recent',
  summary: "Read the last 100 calls of a studio's service, oldest first. The console stores nothing of them",
  intent: 'read',
  requires: inStudio('viewer'),
  rechecks: true,
  path: '/studios/:id/recent-calls',
  params: studioParameter,
  result: ObservedCalls,
  run: (ports: ServiceReadPorts, { id }, context) =>
    readAtService(ports, id, context, { about: 'recent-calls', request: {}, parse: parseObservedCalls }),
});

export const serviceReadEndpoints = [listAsRun, listRecentCalls];
