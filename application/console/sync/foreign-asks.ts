// The part of one console process in what operators ask at another one: it may have the service's stream, or receive its answer.
import {
  maxAskLength,
  readStudioAsk,
  sentAnswer,
  type StudioAnswer,
  type StudioAsk,
} from '../../../domain/console/studio-ask.js';
import type { Clock } from '../../ports/clock.js';
import type { AskPart, ConsoleMessage, ConsoleMessages } from '../../ports/console-messages.js';
import { partsCollector, sendParts } from './message-parts.js';

/** Sends an ask to a service by its stream. */
export type SendAsk = (ask: StudioAsk) => void;

/** What the asks use. `id` identifies this process. */
export interface ForeignAsksDeps {
  readonly messages: ConsoleMessages;
  readonly clock: Pick<Clock, 'after'>;
  readonly id: string;
}

/** How long an ask waits for its answer, in milliseconds. */
export const answerMs = 30_000;

/** The most asks of operators at other processes that are remembered. */
const maxForeign = 1_000;

/** An ask of an operator at another process. */
interface Foreign {
  readonly studioId: string;
  readonly process: string;
  readonly collect: ReturnType<typeof partsCollector>;
}

/** Returns what a text contains as JSON; undefined if it isn't JSON. */
export const parsedJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The streams to this process, by studio. */
export interface AskStreams {
  /** Returns the newest stream whose service answers what is asked about. */
  readonly newest: (studioId: string, about: string) => SendAsk | undefined;
  /** Adds a stream; the returned function removes it. */
  readonly connect: (studioId: string, stream: AskStream) => () => void;
}

/** A stream to a service that can be asked. */
export interface AskStream {
  readonly send: SendAsk;
  /** What its service answers. */
  readonly topics: readonly string[];
}

/** Keeps track of the streams. The newest is asked: an older one may be one that has not timed out yet. */
export const openStreams = (): AskStreams => {
  const streams = new Map<string, readonly AskStream[]>();
  return {
    newest: (studioId, about) => streams.get(studioId)?.findLast(({ topics }) => topics.includes(about))?.send,
    connect: (studioId, stream) => {
      streams.set(studioId, [...(streams.get(studioId) ?? []), stream]);
      return () => {
        const left = streams.get(studioId)?.filter((one) => one !== stream) ?? [];
        if (left.length > 0) streams.set(studioId, left);
        else streams.delete(studioId);
      };
    },
  };
};

/** The asks of operators at other processes. */
export interface ForeignAsks {
  readonly onAsk: (message: Extract<ConsoleMessage, { readonly kind: 'ask' }>) => void;
  /** Sends an ask to the service once all parts are here. */
  readonly onPart: (part: AskPart) => void;
  /** Passes an answer on, once. Resolves with whether anybody has asked. */
  readonly answer: (studioId: string, answer: StudioAnswer) => Promise<boolean>;
}

/** Keeps track of the asks of operators at other processes: their services may be here, and their answers may arrive here. */
export const foreignAsks = ({ messages, clock, id }: ForeignAsksDeps, streams: AskStreams): ForeignAsks => {
  const foreign = new Map<string, Foreign>();
  return {
    onAsk: ({ studioId, ask, from, about = 'editing' }) => {
      if (from === id || foreign.size >= maxForeign) return;
      foreign.set(ask, { studioId, process: from, collect: partsCollector(maxAskLength) });
      clock.after(answerMs, () => {
        foreign.delete(ask);
      });
      if (streams.newest(studioId, about) !== undefined)
        void messages.send({ kind: 'ask-service', studioId, ask, from: id });
    },
    onPart: (part) => {
      const found = foreign.get(part.ask);
      if (found?.studioId !== part.studioId) return;
      const ask = readStudioAsk(parsedJson(found.collect(part)));
      if (ask?.id === part.ask) streams.newest(part.studioId, ask.about)?.(ask);
    },
    answer: async (studioId, answer) => {
      const found = foreign.get(answer.id);
      if (found?.studioId !== studioId) return false;
      foreign.delete(answer.id);
      const part = { studioId, ask: answer.id, to: found.process };
      await sendParts(messages, part, JSON.stringify(sentAnswer(answer)));
      return true;
    },
  };
};
