// HTTP requests to a Panasonic camera: one at a time, with the pause between them that the maker's specification demands.
import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { Credentials } from '../shared/digest.js';
import { unauthorized } from '../shared/http-authentication.js';
import { HttpConnection, type HttpConnectionDeps } from '../shared/http-connection.js';
import type { ExchangeResult, HttpAnswer } from '../shared/http-exchange.js';

/** Where a camera listens. */
export interface CameraAddress {
  readonly host: string;
  readonly port: number;
}

/** Receives the body of an answer, or the reason why there is none. Called once. */
export type OnAnswer = (answer: E.Either<string, string>) => void;

/** The smallest pause between two requests, in milliseconds. */
const pauseMs = 130;

/** Limits of a recall, and of other requests. A recall may take longer. */
const common = { connectMs: 1_000, maxBytes: 16_384 } as const;
const recallLimits = { ...common, answerMs: 7_000 } as const;
const questionLimits = { ...common, answerMs: 3_000 } as const;

/** A request that waits for its turn. */
interface Waiting {
  readonly path: string;
  readonly isRecall: boolean;
  readonly onAnswer: OnAnswer;
}

/** Limits of a request that nobody waits for. They are measured by the machine's clock: the studio's may have ended. */
const lastLimits = { ...common, connectMs: 500, answerMs: 1_000 } as const;

const machineClock: Clock = {
  now: Date.now,
  after: (delayMs, task) => {
    const timer = setTimeout(task, delayMs);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** The requests to one camera. */
export class PacedRequests {
  #connection: HttpConnection;
  #hasUser = false;
  #isRefused = false;
  #waiting: readonly Waiting[] = [];
  #isBusy = false;
  #cancel: () => void = () => undefined;

  constructor(
    private readonly address: CameraAddress,
    private readonly deps: HttpConnectionDeps,
  ) {
    this.#connection = this.#connectionOf(undefined);
  }

  /** Whether the camera has refused the last request that it answered. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Sends what follows as this user; undefined for a camera that asks for none. */
  authorize(credentials: Credentials | undefined): void {
    this.#connection.close();
    this.#connection = this.#connectionOf(credentials);
    this.#hasUser = credentials !== undefined;
  }

  /** Sends a question as soon as those before it are answered. It replaces one for the same path that still waits. */
  send(path: string, onAnswer: OnAnswer): void {
    this.#waiting = [...this.#waiting.filter((one) => one.path !== path), { path, isRecall: false, onAnswer }];
    this.#next();
  }

  /** Sends a recall before all that wait, and drops these. */
  sendFirst(path: string, onAnswer: OnAnswer): void {
    this.#waiting = [{ path, isRecall: true, onAnswer }];
    this.#next();
  }

  /** Sends a request whose answer makes no difference. Resolves once it has ended, whatever its result. */
  sendLast(path: string): Promise<void> {
    return new Promise((resolve) => {
      const onEnd = (): void => {
        resolve();
      };
      this.#connection.command({ path }, lastLimits, onEnd, machineClock);
    });
  }

  /** Forgets every request, and closes the connection. None of those that wait is sent later. */
  clear(): void {
    this.#waiting = [];
    this.#isBusy = false;
    this.#isRefused = false;
    this.#cancel();
    this.#connection.close();
  }

  #next(): void {
    const [first, ...others] = this.#waiting;
    if (this.#isBusy || first === undefined) return;
    this.#isBusy = true;
    this.#waiting = others;
    let isCleared = false;
    const { cancel } = this.#sent(first, (result) => {
      if (!isCleared) this.#take(first, result);
    });
    this.#cancel = () => {
      isCleared = true;
      cancel();
    };
  }

  #sent({ path, isRecall }: Waiting, onEnd: (result: ExchangeResult) => void) {
    return isRecall
      ? this.#connection.command({ path }, recallLimits, onEnd)
      : this.#connection.ask({ path }, questionLimits, onEnd);
  }

  #take(sent: Waiting, result: ExchangeResult): void {
    this.#pause();
    if (E.isRight(result)) sent.onAnswer(this.#textOf(result.right));
    else if (sent.isRecall || !result.left.isStale) sent.onAnswer(E.left(result.left.reason));
    else if (!this.#waiting.some(({ path, isRecall }) => isRecall || path === sent.path))
      this.#waiting = [sent, ...this.#waiting];
  }

  #textOf({ status, body }: HttpAnswer): E.Either<string, string> {
    this.#isRefused = status < 200 || status >= 300;
    if (status === 401) return E.left(unauthorized(this.#hasUser));
    return this.#isRefused
      ? E.left(`it answers with status ${String(status)}`)
      : E.right(body.toString('latin1').trim());
  }

  #connectionOf(credentials: Credentials | undefined): HttpConnection {
    const { host, port } = this.address;
    return new HttpConnection(
      { host, port, tls: false, ca: undefined, headers: {}, credentials },
      { ...this.deps, isBasicUnasked: false },
    );
  }

  #pause(): void {
    this.#cancel = this.deps.clock.after(pauseMs, () => {
      this.#isBusy = false;
      this.#next();
    });
  }
}
