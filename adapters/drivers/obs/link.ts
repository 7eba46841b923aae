// The connection to obs-websocket 5 of OBS. Each has a socket of its own, so that no request is ever sent late.
import { connect, isIPv6 } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import type { WebSocket } from 'ws';
import { steadyMs } from '../../../application/ports/clock.js';
import type { ConnectionDeps, LinkDeps } from '../../../application/connections/connection-driver.js';
import { ConnectionLog, shortened } from '../../../application/connections/connection-log.js';
import { ReceiveBudget } from '../../../application/connections/receive-budget.js';
import { RetryPause } from '../../../application/connections/retry-pause.js';
import { fieldOf, listIn, textIn } from '../../../domain/codec/unchecked.js';
import { authenticationString } from './authentication.js';
import { eventSubscriptions, type ObsRequest } from './requests.js';
import type { Results } from './scene-report.js';
import { parsedJson } from '../shared/json-pointer.js';
import { PacedSocket } from '../shared/paced-socket.js';
import { defaultPort, type ObsSettings } from './settings.js';

/** How long an attempt may take: until the socket is open, and until OBS has admitted the service. Milliseconds. */
const connectMs = 1_000;
const admissionMs = 5_000;

/**
 * How long OBS may take to answer a reading and a command, in milliseconds. Afterwards its connection counts as lost. Callers
 * wait for a command up to 30 s; whether OBS is frozen shows earlier, by the readings.
 */
const answerMs = { reading: 5_000, command: 35_000 };

/** The shortest pause between two attempts, in milliseconds. */
const pauseMs = 20;

/** The pause after OBS has refused the password. The file may be corrected meanwhile. Milliseconds. */
const refusedPauseMs = 5_000;

/** The longest message, in bytes: a list of several thousand sources. */
const maxMessageLength = 4 * 1_024 * 1_024;

/** The version of the protocol's requests. */
const rpcVersion = 1;

/** The kinds of messages (`op`). */
const ops = { hello: 0, identify: 1, identified: 2, event: 5, batch: 8, batchResponse: 9 } as const;

/** Why OBS closed a connection, by its close codes. */
const closeReasons: ReadonlyMap<number, string> = new Map([
  [4_009, 'OBS refused the password'],
  [4_010, 'OBS does not support version 1 of the requests'],
  [4_011, 'OBS closed the session'],
]);
const passwordRefused = 4_009;

/** Why a batch has no results. OBS `refused` a request, or the connection was lost. */
export interface NoResults {
  readonly refused: boolean;
  readonly reason: string;
}

/** The results of a batch, or why there are none. */
export type BatchAnswer = E.Either<NoResults, Results>;

/** Reacts to the connection. */
export interface ObsLinkEvents {
  /** OBS has admitted the service: requests can be sent. */
  readonly opened: () => void;
  readonly lost: () => void;
  readonly event: (type: string, data: unknown) => void;
}

const lost: BatchAnswer = E.left({ refused: false, reason: 'the connection was lost' });

/** Returns the results of a batch, or why OBS refused one of its requests. */
const answerOf = (requests: readonly ObsRequest[], data: unknown): BatchAnswer => {
  const results = listIn(data, 'results');
  const failed = results.findIndex((one) => fieldOf(fieldOf(one, 'requestStatus'), 'result') !== true);
  const index = failed === -1 ? results.length : failed;
  const refused = requests[index];
  if (refused === undefined) return E.right(results);
  const status = fieldOf(results[failed], 'requestStatus');
  const comment = textIn(status, 'comment') ?? `code ${JSON.stringify(fieldOf(status, 'code') ?? 'unknown')}`;
  return E.left({ refused: true, reason: `OBS refused ${refused.requestType}: ${comment}` });
};

/** A batch that OBS hasn't answered. */
interface Unanswered {
  readonly requests: readonly ObsRequest[];
  readonly answer: (answer: BatchAnswer) => void;
  readonly cancelTimer: () => void;
}

/** A connection to OBS that is opened again whenever it is lost. Logs once when it is lost, and once when it is back. */
export class ObsLink {
  #socket: WebSocket | undefined;
  #reason: string | undefined;
  #isOpen = false;
  #isClosed = false;
  readonly #log: ConnectionLog;
  readonly #budget: ReceiveBudget;
  readonly #pause: RetryPause;
  #lastId = 0;
  readonly #unanswered = new Map<string, Unanswered>();
  #cancelTimer: () => void = () => undefined;

  constructor(
    private readonly settings: ObsSettings,
    private readonly deps: LinkDeps & Pick<ConnectionDeps, 'readSecret'>,
    private readonly events: ObsLinkEvents,
  ) {
    this.#log = new ConnectionLog(deps, { host: settings.host, port: settings.port ?? defaultPort });
    this.#budget = new ReceiveBudget(deps);
    this.#pause = new RetryPause(this.#budget);
    this.#dial();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends requests, which OBS executes in their order, up to the first that it refuses. Never rejects. */
  request(kind: keyof typeof answerMs, requests: readonly ObsRequest[]): Promise<BatchAnswer> {
    if (!this.#isOpen) return Promise.resolve(lost);
    this.#lastId += 1;
    const requestId = String(this.#lastId);
    const { promise, resolve } = Promise.withResolvers<BatchAnswer>();
    const cancelTimer = this.deps.clock.after(answerMs[kind], () => {
      this.#drop('OBS does not answer');
    });
    this.#unanswered.set(requestId, { requests, answer: resolve, cancelTimer });
    this.#send(ops.batch, { requestId, haltOnFailure: true, requests });
    return promise;
  }

  /** Closes the connection for good. */
  close(): void {
    this.#isClosed = true;
    this.#cancelTimer();
    this.#budget.close();
    this.#lose();
    this.#socket?.terminate();
  }

  #dial(): void {
    const startedAtMs = steadyMs(this.deps.clock);
    const retry = (reason: string, code?: number): void => {
      this.#miss(reason);
      if (this.#isClosed) return;
      const elapsedMs = steadyMs(this.deps.clock) - startedAtMs;
      const delayMs = Math.max(this.#pause.ms, code === passwordRefused ? refusedPauseMs : 0) - elapsedMs;
      this.#cancelTimer = this.deps.clock.after(Math.max(pauseMs, delayMs), () => {
        this.#dial();
      });
    };
    this.#open(retry).catch((error: unknown) => {
      retry(error instanceof Error ? error.message : String(error));
    });
  }

  async #open(ended: (reason: string, code: number) => void): Promise<void> {
    const { host, port = defaultPort, passwordFile } = this.settings;
    const password = passwordFile === undefined ? undefined : await this.deps.readSecret(passwordFile);
    // Loaded here, so that services without OBS don't load it.
    const { WebSocket: Socket } = await import('ws');
    if (this.#isClosed) return;
    const url = `ws://${isIPv6(host) ? `[${host}]` : host}:${String(port)}`;
    const socket = new Socket(url, 'obswebsocket.json', {
      perMessageDeflate: false,
      maxPayload: maxMessageLength,
      // Names may contain bytes that aren't UTF-8. They are read as U+FFFD.
      skipUTF8Validation: true,
      // One message in each turn of the event loop.
      allowSynchronousEvents: false,
      // The library needs no more than a stream.
      createConnection: (() => this.#connect(host, port)) as unknown as typeof connect,
    });
    this.#socket = socket;
    this.#reason = undefined;
    this.#giveUpAfter(connectMs);
    socket.on('open', () => {
      this.#giveUpAfter(admissionMs);
    });
    socket.on('message', (message) => {
      // The library delivers what it has received before it closes the socket.
      this.#budget.takeMessage();
      if (this.#reason === undefined) this.#receive((message as Buffer).toString(), password);
    });
    socket.on('ping', () => this.#budget.takeMessage());
    socket.on('error', (error) => (this.#reason ??= error.message));
    socket.on('close', (code) => {
      this.#cancelTimer();
      this.#lose();
      if (this.#budget.isExceeded) this.#reason = this.#budget.reason;
      ended(this.#reason ?? closeReasons.get(code) ?? `OBS closed the connection (${String(code)})`, code);
    });
  }

  #connect(host: string, port: number): PacedSocket {
    const transport = connect({ host, port, noDelay: true }).once('connect', () => {
      this.#pause.accepted();
    });
    return new PacedSocket(transport, this.#budget);
  }

  #giveUpAfter(ms: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.deps.clock.after(ms, () => {
      this.#drop('OBS does not answer');
    });
  }

  #receive(text: string, password: string | undefined): void {
    this.deps.wire?.note('received', text);
    const message = parsedJson(text);
    const content = fieldOf(message, 'd');
    switch (fieldOf(message, 'op')) {
      case ops.hello:
        this.#identify(content, password);
        return;
      case ops.identified:
        this.#admit();
        return;
      case ops.event:
        if (this.#isOpen) this.events.event(textIn(content, 'eventType') ?? '', fieldOf(content, 'eventData'));
        return;
      case ops.batchResponse:
        this.#answer(content);
        return;
      default:
        this.#drop(`the peer does not use obs-websocket 5: it sent ${JSON.stringify(shortened(text))}`);
    }
  }

  #identify(hello: unknown, password: string | undefined): void {
    const challenge = fieldOf(hello, 'authentication');
    if (challenge !== undefined && password === undefined) {
      this.#drop('OBS asks for a password; expected passwordFile in its connection');
      return;
    }
    const authentication = challenge === undefined ? undefined : authenticationString(password ?? '', challenge);
    if (authentication !== undefined) this.deps.wire?.hide(authentication, 'authentication');
    this.#send(ops.identify, { rpcVersion, eventSubscriptions, authentication });
  }

  #admit(): void {
    if (this.#isOpen) return;
    this.#cancelTimer();
    this.#isOpen = true;
    this.#pause.spoke();
    this.#log.back();
    this.events.opened();
  }

  #answer(content: unknown): void {
    const requestId = textIn(content, 'requestId') ?? '';
    const unanswered = this.#unanswered.get(requestId);
    if (unanswered === undefined) return;
    this.#unanswered.delete(requestId);
    unanswered.cancelTimer();
    unanswered.answer(answerOf(unanswered.requests, content));
  }

  #send(op: number, d: object): void {
    const message = JSON.stringify({ op, d });
    this.deps.wire?.note('sent', message);
    this.#socket?.send(message, () => undefined);
  }

  #drop(reason: string): void {
    this.#reason ??= reason;
    this.#socket?.terminate();
  }

  #miss(reason: string): void {
    if (!this.#isClosed) this.#log.lost(reason);
  }

  /** Fails what is unanswered: OBS may or may not have executed it. */
  #lose(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const unanswered = [...this.#unanswered.values()];
    this.#unanswered.clear();
    this.events.lost();
    for (const { answer, cancelTimer } of unanswered) {
      cancelTimer();
      answer(lost);
    }
  }
}
