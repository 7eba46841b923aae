// Answers what operators ask about the studio file. Who owns the console must not own the machinery: the host decides whether
// anything is answered, and an operator is never treated as somebody at the host (EDITING-7).
import * as E from 'fp-ts/lib/Either.js';
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
import { failure } from '../../domain/failure.js';
import type { ConsoleClient } from './console-client.js';
import { errorReason, requestWithTimeout } from './request-with-timeout.js';

/** What the answerer uses. `clock` is that of the network. */
export interface AskAnswererDeps {
  /** Undefined while editing is off. */
  readonly editor: Pick<StudioEditor, 'ask'> | undefined;
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
const busy = failure('unavailable', 'the service has too many requests about its studio file: try again soon');
const failed = failure('unavailable', 'the service could not read or write its files; the studio file is as it was');
const tooLong = failure('conflict', `the answer has more than ${String(maxAskLength)} bytes`);

const textWithin = (id: string, answered: Answered): string => {
  const text = JSON.stringify(sentAnswer({ id, answered }));
  return Buffer.byteLength(text) <= maxAskLength ? text : JSON.stringify(sentAnswer({ id, answered: E.left(tooLong) }));
};

const answerOf = async (
  { editor, log }: AskAnswererDeps,
  { operator, request }: StudioAsk,
  isBusy: boolean,
): Promise<Answered> => {
  if (editor === undefined) return E.left(off);
  if (isBusy) return E.left(busy);
  const read = readEditingRequest(request);
  if (E.isLeft(read)) return read;
  return editor.ask(read.right, { name: `operator:${operator}`, isHost: false }).catch((error: unknown) => {
    log.error('what an operator asks about the studio file could not be answered', { reason: errorReason(error) });
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
