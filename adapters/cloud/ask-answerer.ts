// Answers what operators ask: reads of what the service keeps, and what concerns the studio file. Who owns the console must not own the machinery: the host decides whether
// whether the studio file is answered for, and an operator is never treated as somebody at the host (EDITING-7).
import * as E from 'fp-ts/lib/Either.js';
import { operatorCaller } from '../../application/audit/sign-in-events.js';
import { readEditingRequest } from '../../application/editing/requests.js';
import type { StudioEditor } from '../../application/editing/studio-editor.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import {
  maxAskLength,
  readStudioAsk,
  sentAnswer,
  type Answered,
  type StudioAsk,
} from '../../domain/console/studio-ask.js';
import { readTopics, type ReadTopic } from '../../domain/console/service-sends.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { ConsoleClient } from './console-client.js';
import { errorReason, requestWithTimeout } from './request-with-timeout.js';

/** What the answerer uses. `clock` is that of the network. */
export interface AskAnswererDeps {
  /** Undefined while editing is off. */
  readonly editor: Pick<StudioEditor, 'ask'> | undefined;
  /** What may always be read, because it changes nothing. */
  readonly reads: Readonly<Partial<Record<ReadTopic, (request: object) => Promise<Answered>>>>;
  readonly client: Pick<ConsoleClient, 'sendAnswer'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Answers what the console asks. */
export interface AskAnswerer {
  /** Answers an event of the console in the background. One that isn't an ask is ignored. */
  readonly answer: (data: unknown) => void;
  /** Sends nothing any more. What a request changes is changed. */
  readonly stop: () => Promise<void>;
}

/** The most asks that are answered at the same time; the studio file is asked for one after the other. */
const maxAnswering = 16;

/** How long an answer may be on its way, in milliseconds. Operators wait no longer. */
const sendingMs = 30_000;

const off = failure('forbidden', 'the host does not allow editing (STUDIO_EDITING)');
const unknown = failure('conflict', 'the service of this studio is too old to answer this');
const busy = failure('unavailable', 'the service has too many requests of operators: try again soon');
const readFailed = failure('unavailable', 'the service could not read its files');
const editingFailed = failure(
  'unavailable',
  'the service could not read or write its files; the studio file is as it was',
);
const tooLong = failure('conflict', `the answer has more than ${String(maxAskLength)} bytes`);

const textWithin = (id: string, answered: Answered): string => {
  const text = JSON.stringify(sentAnswer({ id, answered }));
  return Buffer.byteLength(text) <= maxAskLength ? text : JSON.stringify(sentAnswer({ id, answered: E.left(tooLong) }));
};

const editingAnswer = async (
  editor: NonNullable<AskAnswererDeps['editor']>,
  { operator, request }: StudioAsk,
): Promise<Answered> => {
  const read = readEditingRequest(request);
  return E.isLeft(read) ? read : editor.ask(read.right, { name: operatorCaller(operator), isHost: false });
};

/** Returns what answers a topic, and the failure if it can't; a failure if nothing does. */
const answererOf = ({ editor, reads }: AskAnswererDeps, { about }: StudioAsk): E.Either<Failure, TopicAnswerer> => {
  if (about === 'editing')
    return editor === undefined
      ? E.left(off)
      : E.right({ answer: (ask) => editingAnswer(editor, ask), failed: editingFailed });
  const topic = readTopics.find((one) => one === about);
  const read = topic && reads[topic];
  return read === undefined ? E.left(unknown) : E.right({ answer: ({ request }) => read(request), failed: readFailed });
};

interface TopicAnswerer {
  readonly answer: (ask: StudioAsk) => Promise<Answered>;
  /** What is answered if the disk fails. */
  readonly failed: Failure;
}

const answerOf = async (deps: AskAnswererDeps, ask: StudioAsk, isBusy: boolean): Promise<Answered> => {
  const answerer = answererOf(deps, ask);
  if (E.isLeft(answerer)) return answerer;
  if (isBusy) return E.left(busy);
  const { answer, failed } = answerer.right;
  return answer(ask).catch((error: unknown) => {
    deps.log.error('what an operator asks could not be answered', { about: ask.about, reason: errorReason(error) });
    return E.left(failed);
  });
};

/** Creates an answerer. */
export const askAnswerer = (deps: AskAnswererDeps): AskAnswerer => {
  const stopping = new AbortController();
  let answering = 0;

  const answer = async (ask: StudioAsk): Promise<void> => {
    const answered = answerOf(deps, ask, answering >= maxAnswering);
    answering += 1;
    const text = textWithin(ask.id, await answered);
    if (!stopping.signal.aborted)
      await requestWithTimeout(deps, (signal) => deps.client.sendAnswer(text, signal), stopping.signal, sendingMs);
    answering -= 1;
  };

  return {
    answer: (data) => {
      const ask = readStudioAsk(data);
      if (ask !== undefined) void answer(ask);
    },
    stop: () => {
      stopping.abort();
      return Promise.resolve();
    },
  };
};
