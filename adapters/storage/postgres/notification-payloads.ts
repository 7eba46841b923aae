// The payloads of notifications. Everybody who can connect to the database can send them, so they are decoded.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { parseLiveState } from '../../../application/console/sync/live-states.js';
import { parseObservedCalls } from '../../../application/console/sync/observed-calls.js';
import type { ConsoleMessage } from '../../../application/ports/console-messages.js';
import type { ChangedSection, ChangeEvent } from '../../../application/ports/console-store.js';
import type { ObservedCalls } from '../../../domain/access/observed-call.js';
import { oneOf } from '../../../domain/codec/codec.js';
import { decodeOrMessage } from '../../../domain/codec/issues.js';
import type { LiveState } from '../../../domain/console/live-state.js';
import { watchTopics } from '../../../domain/console/service-sends.js';
import type { Failure } from '../../../domain/failure.js';

/** Each changed section, so that a new one can't be left out. */
const sections: Readonly<Record<ChangedSection, true>> = {
  studio: true,
  access: true,
  features: true,
  devices: true,
  refused: true,
  operators: true,
  sessions: true,
};

const Section = oneOf(...(Object.keys(sections) as ChangedSection[]));

const Change = t.intersection([
  t.type({ studioId: t.union([t.string, t.null]), section: Section }),
  t.partial({ isReport: t.literal(true) }),
]);

/**
 * The payload of a change. Consoles of other versions may be connected: its field names must not change. Those of earlier versions
 * neither send nor know `isReport`.
 */
const ChangePayload = t.type({ from: t.string, told: Change }, 'a change');

/** A change, and the process that it comes from. */
export interface ChangeNotice {
  readonly from: string;
  readonly change: Exclude<ChangeEvent, 'unknown'>;
}

/** Returns the payload of a change. */
export const changePayload = ({ from, change }: ChangeNotice): string =>
  JSON.stringify({ from, told: change } satisfies t.TypeOf<typeof ChangePayload>);

const changeOf = ({ studioId, section, isReport }: t.TypeOf<typeof Change>): ChangeNotice['change'] => ({
  studioId,
  section,
  ...(isReport && { isReport }),
});

const topic = oneOf(...watchTopics);
const Watching = t.type({ kind: oneOf('watch', 'end-watch'), topic, studioId: t.string, from: t.string });
const Service = t.type({ kind: oneOf('service'), topic, studioId: t.string, sends: t.boolean });
const Calls = t.type({ kind: oneOf('calls'), studioId: t.string, calls: t.unknown });
const State = t.type({ kind: oneOf('state'), studioId: t.string, state: t.unknown });
const Heartbeat = t.type({ kind: oneOf('heartbeat'), studioId: t.string, stream: t.string });

const Asking = t.intersection([
  t.type({ kind: oneOf('ask', 'ask-service'), studioId: t.string, ask: t.string, from: t.string }),
  t.partial({ about: t.string }),
]);
const Part = t.type({
  kind: oneOf('ask-part'),
  studioId: t.string,
  ask: t.string,
  to: t.string,
  index: t.number,
  count: t.number,
  text: t.string,
});

const RawMessage = t.union([Watching, Service, Calls, State, Heartbeat, Asking, Part]);

/**
 * The payload of a message. `number` makes payloads differ: PostgreSQL sends equal ones of a transaction only once.
 * Consoles of earlier versions send none.
 */
export interface MessagePayload {
  readonly from: string;
  readonly number?: number;
  readonly message: ConsoleMessage;
}

const RawMessagePayload = t.type({ from: t.string, message: RawMessage }, 'a message');

const parseJson = (text: string): E.Either<string, unknown> =>
  E.tryCatch(
    () => JSON.parse(text) as unknown,
    () => 'expected JSON',
  );

/** Parses the payload of a change; the left value is what was wrong with it. */
export const parseChangePayload = (text: string): E.Either<string, ChangeNotice> =>
  pipe(
    parseJson(text),
    E.chain((payload) => decodeOrMessage(ChangePayload, payload)),
    E.map((payload) => ({ from: payload.from, change: changeOf(payload.told) })),
  );

/** Parses what a service has sent. */
const parseSent = (message: t.TypeOf<typeof RawMessage>): E.Either<Failure, ConsoleMessage> => {
  switch (message.kind) {
    case 'calls':
      return E.map((calls: ObservedCalls) => ({ ...message, calls }))(parseObservedCalls(message.calls));
    case 'state':
      return E.map((state: LiveState) => ({ ...message, state }))(parseLiveState(message.state));
    case 'watch':
    case 'end-watch':
    case 'service':
    case 'heartbeat':
    case 'ask':
    case 'ask-service':
    case 'ask-part':
      return E.right(message);
  }
};

/** Parses the payload of a message; the left value is what was wrong with it. */
export const parseMessagePayload = (text: string): E.Either<string, MessagePayload> =>
  pipe(
    parseJson(text),
    E.chain((payload) => decodeOrMessage(RawMessagePayload, payload)),
    E.chain(({ from, message }) =>
      pipe(
        parseSent(message),
        E.bimap(
          (failure) => failure.message,
          (parsed) => ({ from, message: parsed }),
        ),
      ),
    ),
  );
