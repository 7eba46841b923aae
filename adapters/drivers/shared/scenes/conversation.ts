// The conversation with equipment that plays scenes: its state is asked for regularly, and as soon as it reports a change.
import * as E from 'fp-ts/lib/Either.js';
import type { ConnectionDeps } from '../../../../application/connections/connection-driver.js';
import { steadyMs } from '../../../../application/ports/clock.js';
import type { PendingCommand } from '../pending-commands.js';
import { RequestQueue, type Request, type RequestProtocol } from '../request-queue.js';
import type { TcpAddress } from '../tcp-link.js';
import type { MovedPlayhead } from './playhead.js';

/** The pause between two questions for the state, in milliseconds: after a command, while it is pending, while a clip is on, else. */
const pauseMs = { sent: 20, pending: 50, running: 250, idle: 1_000 };

/** How long a command was sent just now, and how long a pending one is watched closely, in milliseconds. */
const watchedMs = { sent: 1_000, pending: 10_000 };

/** A line of a command. `movesPlayhead` is absent if it only prepares or follows one that does. */
export interface CommandLine {
  readonly line: string;
  readonly movesPlayhead?: true;
}

/** What a conversation needs of a command. */
export interface PlayheadCommand {
  readonly playhead?: MovedPlayhead;
}

/** What carries out the commands of scenes. */
export interface ConversationHost<State, Command> {
  readonly clock: ConnectionDeps['clock'];
  /** The last state; undefined while the equipment isn't connected. */
  readonly state: () => State | undefined;
  /** Sends lines in turn, as long as `isWanted`. The command is accepted with the last one. */
  readonly execute: (sent: readonly CommandLine[], pending: PendingCommand<Command>, isWanted: () => boolean) => void;
}

/** The players of a conversation. */
export interface FollowingPlayers<State> {
  /** Whether a command waits for its effect. */
  readonly hasPending: boolean;
  /** Whether a clip is on. */
  readonly hasClip: boolean;
  /** Takes a state. `atMs` is when it arrived, in milliseconds since 1970 UTC. With the first one the equipment is connected. */
  readonly follow: (state: State, atMs: number, isFirst: boolean) => void;
  /** The connection is lost. */
  readonly lose: () => void;
}

/** What the equipment understands and answers. */
export interface StateProtocol<Response, State> extends RequestProtocol<Response> {
  /** What makes the equipment report changes. Equipment that doesn't know it is asked as often as one that reports nothing. */
  readonly subscription: string;
  /** Returns the questions for the state. The answer to the last one completes it. */
  readonly questions: () => readonly string[];
  /** Returns the state, or undefined if more answers follow. Throws if the answer can't be read. */
  readonly read: (question: string, answer: Response) => State | undefined;
  /** Returns why the equipment refuses a line; undefined if it doesn't. */
  readonly refusal: (answer: Response, line: string) => string | undefined;
  /** Takes a response to no request. Returns whether the state may have changed. */
  readonly isChange: (response: Response) => boolean;
  /** The connection is lost. */
  readonly lose: () => void;
}

/** A connection. */
export class SceneConversation<
  Response,
  State,
  Command extends PlayheadCommand,
  Players extends FollowingPlayers<State>,
> {
  readonly players: Players;
  readonly #requests: RequestQueue<Response>;
  #state: State | undefined;
  #isAsking = false;
  /** Whether something changed since the state was asked for. */
  #isStale = false;
  #askedAtMs = 0;
  #sentAtMs = 0;
  #cancelAsk: () => void = () => undefined;

  constructor(
    address: TcpAddress,
    private readonly protocol: StateProtocol<Response, State>,
    private readonly deps: ConnectionDeps,
    open: (host: ConversationHost<State, Command>) => Players,
  ) {
    this.players = open({
      clock: deps.clock,
      state: () => this.#state,
      execute: (sent, pending, isWanted) => {
        this.#execute(sent, pending, isWanted);
      },
    });
    this.#requests = new RequestQueue(address, protocol, deps, {
      connected: () => {
        this.#begin();
      },
      lost: () => {
        this.#lose();
      },
      event: (response) => {
        if (protocol.isChange(response)) this.#notice();
      },
    });
  }

  close(): void {
    this.#cancelAsk();
    this.#requests.close();
  }

  #begin(): void {
    const nothing = (): void => undefined;
    this.#requests.add([{ line: this.protocol.subscription, isWanted: () => true, sent: nothing, answered: nothing }]);
    this.#ask();
  }

  #lose(): void {
    this.#cancelAsk();
    this.#isAsking = false;
    this.#isStale = false;
    this.#state = undefined;
    this.protocol.lose();
    this.players.lose();
  }

  #execute(sent: readonly CommandLine[], pending: PendingCommand<Command>, isWanted: () => boolean): void {
    this.#sentAtMs = steadyMs(this.deps.clock);
    if (sent.length === 0) this.#accept(pending);
    else this.#requests.add(sent.map((one, index) => this.#request(one, pending, isWanted, index === sent.length - 1)));
  }

  #request(
    { line, movesPlayhead }: CommandLine,
    pending: PendingCommand<Command>,
    isWanted: () => boolean,
    isLast: boolean,
  ): Request<Response> {
    return {
      line,
      isWanted,
      sent: () => {
        if (movesPlayhead === true) pending.command.playhead?.sent(this.deps.clock.now());
      },
      answered: (response) => {
        const refusal = this.protocol.refusal(response, line);
        if (refusal !== undefined) pending.fail(refusal);
        else if (isLast) this.#accept(pending);
      },
    };
  }

  #accept(pending: PendingCommand<Command>): void {
    pending.accept();
    this.#sentAtMs = steadyMs(this.deps.clock);
    this.#ask();
  }

  #ask(): void {
    this.#isStale = this.#isAsking;
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#cancelAsk();
    const sent = (): void => {
      this.#askedAtMs = steadyMs(this.deps.clock);
      this.#isStale = false;
    };
    const question = (line: string): Request<Response> => ({
      line,
      isWanted: () => true,
      sent,
      answered: (response) => {
        this.#receive(line, response);
      },
    });
    this.#requests.add(this.protocol.questions().map(question));
  }

  #receive(question: string, answer: Response): void {
    const read = E.tryCatch(() => this.protocol.read(question, answer), E.toError);
    if (E.isLeft(read)) {
      this.#requests.drop(`the state of the ${this.protocol.name} can't be read: ${read.left.message}`);
      return;
    }
    const state = read.right;
    if (state === undefined) return;
    this.#isAsking = false;
    const isFirst = this.#state === undefined;
    this.#state = state;
    this.players.follow(state, this.deps.clock.now(), isFirst);
    this.#askAfter(this.#isStale ? pauseMs.pending : this.#pauseMs);
  }

  get #pauseMs(): number {
    const sinceMs = steadyMs(this.deps.clock) - this.#sentAtMs;
    if (this.players.hasPending && sinceMs < watchedMs.sent) return pauseMs.sent;
    if (this.players.hasPending && sinceMs < watchedMs.pending) return pauseMs.pending;
    return this.players.hasClip ? pauseMs.running : pauseMs.idle;
  }

  #askAfter(delayMs: number): void {
    this.#cancelAsk();
    this.#cancelAsk = this.deps.clock.after(delayMs, () => {
      this.#ask();
    });
  }

  /** Something may change many times a second, for example with a fader: changes are read together. */
  #notice(): void {
    if (this.#isAsking) this.#isStale = true;
    else this.#askAfter(Math.max(0, this.#askedAtMs + pauseMs.pending - steadyMs(this.deps.clock)));
  }
}
