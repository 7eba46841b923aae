// HTTP requests to a Panasonic camera: one at a time, with the pause between them that the maker's specification demands.
import * as E from 'fp-ts/lib/Either.js';
import { HttpConnection, type HttpConnectionDeps } from '../shared/http-connection.js';
import { answerParsing, type ExchangeResult, type HttpAnswer } from '../shared/http-exchange.js';
import { request } from '../shared/node-http.js';

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
const common = { connectMs: 1_000, maxBytes: 1_024 } as const;
const recallLimits = { ...common, answerMs: 7_000 } as const;
const questionLimits = { ...common, answerMs: 3_000 } as const;

/** A request that waits for its turn. */
interface Waiting {
  readonly path: string;
  readonly isRecall: boolean;
  readonly onAnswer: OnAnswer;
}

const textOf = ({ status, body }: HttpAnswer): E.Either<string, string> =>
  status >= 200 && status < 300
    ? E.right(body.toString('latin1').trim())
    : E.left(`it answers with status ${String(status)}`);

/** How long a camera may take for a request that nobody waits for, in milliseconds on the machine's clock. */
const unansweredMs = 1_000;

/** Sends a request whose answer makes no difference. Resolves once it has ended, whatever its result. */
export const sendUnanswered = async ({ host, port }: CameraAddress, path: string): Promise<void> => {
  const options = { ...answerParsing, host, port, path, agent: false, headers: { connection: 'close' } } as const;
  const sent = request(options, (response) => {
    response.on('error', () => undefined).resume();
  });
  const timer = setTimeout(() => sent.destroy(), unansweredMs);
  sent.on('error', () => undefined).end();
  await new Promise<void>((resolve) => sent.once('close', resolve));
  clearTimeout(timer);
};

/** The requests to one camera. */
export class PacedRequests {
  readonly #connection: HttpConnection;
  #waiting: readonly Waiting[] = [];
  #isBusy = false;
  #cancel: () => void = () => undefined;

  constructor(
    address: CameraAddress,
    private readonly deps: HttpConnectionDeps,
  ) {
    this.#connection = new HttpConnection({ ...address, tls: false, ca: undefined, headers: {} }, deps);
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

  /** Forgets every request, and closes the connection. None of those that wait is sent later. */
  clear(): void {
    this.#waiting = [];
    this.#isBusy = false;
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
    if (E.isRight(result)) sent.onAnswer(textOf(result.right));
    else if (sent.isRecall || !result.left.isStale) sent.onAnswer(E.left(result.left.reason));
    else if (!this.#waiting.some(({ path, isRecall }) => isRecall || path === sent.path))
      this.#waiting = [sent, ...this.#waiting];
  }

  #pause(): void {
    this.#cancel = this.deps.clock.after(pauseMs, () => {
      this.#isBusy = false;
      this.#next();
    });
  }
}
