// What operators ask of a studio's service, such as about its studio file, and its answers. The service's stream, the operator's request and the
// service's answer may each be at another console process.
import * as E from 'fp-ts/lib/Either.js';
import {
  maxAskLength,
  parseStudioAnswer,
  type Answered,
  type StudioAnswer,
  type StudioAsk,
} from '../../../domain/console/studio-ask.js';
import type { AskTopic } from '../../../domain/console/service-sends.js';
import { failure, type Failure } from '../../../domain/failure.js';
import type { AskPart, ConsoleMessage } from '../../ports/console-messages.js';
import type { Secrets } from '../../ports/secrets.js';
import {
  answerMs,
  foreignAsks,
  openStreams,
  parsedJson,
  type ForeignAsksDeps,
  type AskStreams,
} from './foreign-asks.js';
import { partsCollector, sendParts } from './message-parts.js';

/** What is asked. */
export interface AskedRequest extends Pick<StudioAsk, 'operator' | 'request'> {
  readonly studioId: string;
  readonly about: AskTopic;
}

/** The asks of all operators. */
export interface StudioAsks {
  /** Adds a stream to a service that can be asked; the returned function removes it. */
  readonly connect: AskStreams['connect'];
  /** Asks a studio's service. Returns {@link nobody} if no stream to it is found. */
  readonly ask: (asked: AskedRequest) => Promise<Answered>;
  /** Takes the answer of a studio's service. Resolves with whether an ask waits for it. */
  readonly receive: (studioId: string, answer: StudioAnswer) => Promise<boolean>;
  /** Ends all asks, because the console stops. */
  readonly endAll: () => void;
}

/** What the asks use. */
export interface StudioAsksDeps extends ForeignAsksDeps {
  readonly secrets: Pick<Secrets, 'id'>;
}

/** How long an ask waits for a process that has a stream to the service, in milliseconds. */
const findMs = 3_000;

/** The most asks of an operator that wait at the same time. */
const maxWaiting = 4;

/** There is no stream to a service that can be asked. */
export const nobody: Failure = failure('unavailable', 'the service of this studio is not connected');

/** The service has not answered in time. */
export const noAnswer: Failure = failure(
  'unavailable',
  'the service has not answered within 30 seconds: read the studio file again, because it may have changed',
);

const tooMany = failure('conflict', `${String(maxWaiting)} requests of yours are being answered: wait for one`);
const stopped = failure('unavailable', 'the console is stopping: try again soon');

/** An ask that waits at this process. */
interface Waiting extends AskedRequest {
  readonly settle: (answered: Answered) => void;
  readonly collect: ReturnType<typeof partsCollector>;
  /** Whether a stream to the service was found. */
  isSent: boolean;
}

/** The asks that wait at this process. */
const waitingAsks = () => {
  const waiting = new Map<string, Waiting>();
  return {
    of: (studioId: string, ask: string): Waiting | undefined => {
      const found = waiting.get(ask);
      return found?.studioId === studioId ? found : undefined;
    },
    countOf: (operator: string): number => [...waiting.values()].filter((one) => one.operator === operator).length,
    add: (ask: string, added: Waiting): void => {
      waiting.set(ask, added);
    },
    remove: (ask: string): void => {
      waiting.delete(ask);
    },
    endAll: (): void => {
      for (const { settle } of waiting.values()) settle(E.left(stopped));
    },
  };
};

type WaitingAsks = ReturnType<typeof waitingAsks>;

/** Returns the function that asks a service: by its stream to this process, or at the process that has one. */
const asker = ({ messages, clock, secrets, id }: StudioAsksDeps, streams: AskStreams, waiting: WaitingAsks) => {
  const search = (ask: string, { studioId, about, settle }: Waiting): void => {
    void messages.send({ kind: 'ask', studioId, ask, from: id, about });
    clock.after(findMs, () => {
      if (waiting.of(studioId, ask)?.isSent === false) settle(E.left(nobody));
    });
  };

  return async (asked: AskedRequest): Promise<Answered> => {
    const { studioId, operator, about, request } = asked;
    if (waiting.countOf(operator) >= maxWaiting) return E.left(tooMany);
    const ask = secrets.id();
    const { promise, resolve: settle } = Promise.withResolvers<Answered>();
    const send = streams.newest(studioId, about);
    const added: Waiting = { ...asked, settle, collect: partsCollector(maxAskLength), isSent: send !== undefined };
    waiting.add(ask, added);
    const cancel = clock.after(answerMs, () => {
      settle(E.left(noAnswer));
    });
    if (send === undefined) search(ask, added);
    else send({ id: ask, operator, about, request });
    const answered = await promise;
    cancel();
    waiting.remove(ask);
    return answered;
  };
};

/** Keeps track of the asks, until the messages end. */
export const studioAsks = (deps: StudioAsksDeps): StudioAsks => {
  const { messages } = deps;
  const streams = openStreams();
  const waiting = waitingAsks();
  const foreign = foreignAsks(deps, streams);

  /** Sends an ask to the first process that has a stream. */
  const onService = ({ studioId, ask, from: to }: Extract<ConsoleMessage, { readonly kind: 'ask-service' }>): void => {
    const found = waiting.of(studioId, ask);
    if (found?.isSent !== false) return;
    found.isSent = true;
    const { operator, about, request } = found;
    void sendParts(messages, { studioId, ask, to }, JSON.stringify({ id: ask, operator, about, request }));
  };

  const onPart = (part: AskPart): void => {
    if (part.to !== deps.id) return;
    const found = waiting.of(part.studioId, part.ask);
    if (found === undefined) {
      foreign.onPart(part);
      return;
    }
    const answer = parseStudioAnswer(parsedJson(found.collect(part)));
    if (E.isRight(answer)) found.settle(answer.right.answered);
  };

  messages.watch((message) => {
    if (message.kind === 'ask') foreign.onAsk(message);
    if (message.kind === 'ask-service') onService(message);
    if (message.kind === 'ask-part') onPart(message);
  });

  return {
    connect: streams.connect,
    ask: asker(deps, streams, waiting),
    receive: async (studioId, answer) => {
      const found = waiting.of(studioId, answer.id);
      if (found === undefined) return foreign.answer(studioId, answer);
      found.settle(answer.answered);
      return true;
    },
    endAll: waiting.endAll,
  };
};
