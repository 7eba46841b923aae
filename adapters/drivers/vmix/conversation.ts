// The conversation with a vMix: its state is asked for regularly, and as soon as it reports a change.
import * as E from 'fp-ts/lib/Either.js';
import { steadyMs } from '../../../application/ports/clock.js';
import type { ConnectionDeps } from '../../../application/connections/connection-driver.js';
import type { PendingCommand } from '../shared/pending-commands.js';
import type { VmixFunction } from './functions.js';
import { VmixPlayers } from './players.js';
import { Requests, type Request } from './requests.js';
import type { VmixResponse } from './response-reader.js';
import type { MixCommand } from './scene-command.js';
import type { VmixSettings } from './settings.js';
import { readState, type VmixState } from './state.js';

/** The pause between two questions for the state, in milliseconds: after a command, while it is pending, while a clip is on, else. */
const pauseMs = { sent: 20, pending: 50, running: 250, idle: 1_000 };

/** How long a command was sent just now, and how long a pending one is watched closely, in milliseconds. */
const watchedMs = { sent: 1_000, pending: 10_000 };

/** The activators that change when other inputs come on air, into preview, or begin or end to play. */
const relevantActivator = /^Input(?:Playing|(?:Preview)?(?:Mix\d+)?)(?: |$)/;

/** A connection. */
export class VmixConversation {
  readonly players: VmixPlayers;
  readonly #requests: Requests;
  #state: VmixState | undefined;
  /** The XML of the state. Equal XML isn't parsed again. */
  #xml = '';
  #isAsking = false;
  /** Whether something changed since the state was asked for. */
  #isStale = false;
  #askedAtMs = 0;
  #sentAtMs = 0;
  #cancelAsk: () => void = () => undefined;

  constructor(
    settings: VmixSettings,
    private readonly deps: ConnectionDeps,
  ) {
    this.players = new VmixPlayers({
      id: deps.id,
      clock: deps.clock,
      changed: deps.changed,
      state: () => this.#state,
      execute: (sent, pending, isWanted) => {
        this.#execute(sent, pending, isWanted);
      },
    });
    this.#requests = new Requests(settings, deps, {
      connected: () => {
        this.#begin();
      },
      lost: () => {
        this.#lose();
      },
      event: (response) => {
        this.#notice(response);
      },
    });
  }

  close(): void {
    this.#cancelAsk();
    this.#requests.close();
  }

  /** A vMix that knows no activators is asked as often as one that reports nothing. */
  #begin(): void {
    const subscribe = {
      line: 'SUBSCRIBE ACTS',
      isWanted: () => true,
      sent: () => undefined,
      answered: () => undefined,
    };
    this.#requests.add([subscribe]);
    this.#ask();
  }

  #lose(): void {
    this.#cancelAsk();
    this.#isAsking = false;
    this.#isStale = false;
    this.#state = undefined;
    this.players.lose();
  }

  #execute(sent: readonly VmixFunction[], pending: PendingCommand<MixCommand>, isWanted: () => boolean): void {
    this.#sentAtMs = steadyMs(this.deps.clock);
    if (sent.length === 0) this.#accept(pending);
    else this.#requests.add(sent.map((one, index) => this.#request(one, pending, isWanted, index === sent.length - 1)));
  }

  #request(
    { line, movesPlayhead }: VmixFunction,
    pending: PendingCommand<MixCommand>,
    isWanted: () => boolean,
    isLast: boolean,
  ): Request {
    return {
      line,
      isWanted,
      sent: () => {
        if (movesPlayhead === true) pending.command.playhead?.sent(this.deps.clock.now());
      },
      answered: ({ status, message }) => {
        if (status !== 'OK') pending.fail(`the vMix refused ${line}: ${message}`);
        else if (isLast) this.#accept(pending);
      },
    };
  }

  #accept(pending: PendingCommand<MixCommand>): void {
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
    const answered = (response: VmixResponse): void => {
      this.#isAsking = false;
      this.#receive(response);
    };
    this.#requests.add([{ line: 'XML', isWanted: () => true, sent, answered }]);
  }

  #receive({ status, body, message }: VmixResponse): void {
    const state = E.tryCatch(() => (status === 'body' ? this.#read(body) : refused(message)), E.toError);
    if (E.isLeft(state)) {
      this.#requests.drop(`the state of the vMix can't be read: ${state.left.message}`);
      return;
    }
    const isFirst = this.#state === undefined;
    this.#state = state.right;
    this.#xml = body;
    this.players.follow(state.right, this.deps.clock.now(), isFirst);
    this.#askAfter(this.#isStale ? pauseMs.pending : this.#pauseMs);
  }

  #read(xml: string): VmixState {
    return this.#state !== undefined && xml === this.#xml ? this.#state : readState(xml);
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

  /** An activator may change many times a second, for example with a fader: changes are read together. */
  #notice({ command, message }: VmixResponse): void {
    if (command !== 'ACTS' || !relevantActivator.test(message)) return;
    if (this.#isAsking) this.#isStale = true;
    else this.#askAfter(Math.max(0, this.#askedAtMs + pauseMs.pending - steadyMs(this.deps.clock)));
  }
}

const refused = (message: string): never => {
  throw new Error(`it refused to send it: ${message}`);
};
