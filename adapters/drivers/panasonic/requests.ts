// HTTP requests to a Panasonic camera: one at a time, with the pause between them that the maker's specification demands.
import { request } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../../../application/ports/clock.js';

/** Where a camera listens. */
export interface CameraAddress {
  readonly host: string;
  readonly port: number;
}

/** Receives the body of an answer, or the reason why there is none. Called once. */
export type OnAnswer = (answer: E.Either<string, string>) => void;

/** The smallest pause between two requests, and the longest time until an answer, to a recall and to others. Milliseconds. */
const pauseMs = 130;
const recallAnswerMs = 7_000;
const answerMs = 3_000;

/** The longest answer, in characters. */
const maxLength = 1_024;

/** A request that waits for its turn, and how long its answer may take. */
interface Waiting {
  readonly path: string;
  readonly limitMs: number;
  readonly onAnswer: OnAnswer;
}

/** Sends one request. Returns a function that cancels it: `onAnswer` is not called then. */
const get = ({ host, port }: CameraAddress, { path, limitMs, onAnswer }: Waiting, clock: Clock): (() => void) => {
  let isEnded = false;
  const end = (answer: E.Either<string, string>): void => {
    if (isEnded) return;
    isEnded = true;
    cancelTimeout();
    sent.destroy();
    onAnswer(answer);
  };
  const fail = (error: Error): void => {
    end(E.left(error.message));
  };
  const sent = request({ host, port, path, agent: false, headers: { connection: 'close' } }, (response) => {
    let body = '';
    response.setEncoding('latin1');
    response.on('error', fail);
    response.on('data', (chunk: string) => {
      body += chunk;
      if (body.length > maxLength) end(E.left('its answer is too long'));
    });
    response.once('end', () => {
      const { statusCode = 0 } = response;
      const isSuccess = statusCode >= 200 && statusCode < 300;
      end(isSuccess ? E.right(body.trim()) : E.left(`it answers with status ${String(statusCode)}`));
    });
  });
  const cancelTimeout = clock.after(limitMs, () => {
    end(E.left('it does not answer'));
  });
  sent.on('error', fail);
  sent.once('close', () => {
    end(E.left('it closed the connection without an answer'));
  });
  sent.end();
  return () => {
    isEnded = true;
    cancelTimeout();
    sent.destroy();
  };
};

/** How long a camera may take for a request that nobody waits for, in milliseconds on the machine's clock. */
const unansweredMs = 1_000;

/** Sends a request whose answer makes no difference. Resolves once it has ended, whatever its result. */
export const sendUnanswered = async ({ host, port }: CameraAddress, path: string): Promise<void> => {
  const sent = request({ host, port, path, agent: false, headers: { connection: 'close' } }, (response) => {
    response.on('error', () => undefined).resume();
  });
  const timer = setTimeout(() => sent.destroy(), unansweredMs);
  sent.on('error', () => undefined).end();
  await new Promise<void>((resolve) => sent.once('close', resolve));
  clearTimeout(timer);
};

/** The requests to one camera. */
export class PacedRequests {
  #waiting: readonly Waiting[] = [];
  #isBusy = false;
  #cancel: () => void = () => undefined;

  constructor(
    private readonly address: CameraAddress,
    private readonly clock: Clock,
  ) {}

  /** Sends a request as soon as those before it are answered. It replaces one for the same path that still waits. */
  send(path: string, onAnswer: OnAnswer): void {
    this.#waiting = [...this.#waiting.filter((one) => one.path !== path), { path, limitMs: answerMs, onAnswer }];
    this.#next();
  }

  /** Sends a recall before all that wait, and drops these. */
  sendFirst(path: string, onAnswer: OnAnswer): void {
    this.#waiting = [{ path, limitMs: recallAnswerMs, onAnswer }];
    this.#next();
  }

  /** Forgets every request. None of those that wait is sent later. */
  clear(): void {
    this.#waiting = [];
    this.#isBusy = false;
    this.#cancel();
  }

  #next(): void {
    const [first, ...others] = this.#waiting;
    if (this.#isBusy || first === undefined) return;
    this.#isBusy = true;
    this.#waiting = others;
    const onAnswer: OnAnswer = (answer) => {
      this.#pause();
      first.onAnswer(answer);
    };
    this.#cancel = get(this.address, { ...first, onAnswer }, this.clock);
  }

  #pause(): void {
    this.#cancel = this.clock.after(pauseMs, () => {
      this.#isBusy = false;
      this.#next();
    });
  }
}
