// The crosspoints of a Videohub as signal lines.
import * as E from 'fp-ts/lib/Either.js';
import type { ConnectedLines, ConnectionDeps } from '../../../application/connections/connection-driver.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { steadyMs } from '../../../application/ports/clock.js';
import { isEqual } from '../../../domain/codec/equality.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { LackingLines } from '../shared/lacking-lines.js';
import { labelOf, lineUnavailable, notConnected } from '../shared/lines.js';
import { connectionLost, PendingCommands, studioFileChanged, type PendingCommand } from '../shared/pending-commands.js';
import { RequestQueue } from '../shared/request-queue.js';
import { BlockReader, isAnswer, type Block } from './block-reader.js';
import { Router, titles } from './router.js';
import type { VideohubLine, VideohubSettings } from './settings.js';

type Lines = ReadonlyMap<string, VideohubLine>;

/** The input that a command brings to the output of its line. */
interface Route {
  readonly output: number;
  readonly input: number;
}

/** How long the equipment may say nothing until it is asked for an answer, in milliseconds. */
const quietMs = 2_000;

/** The pause between two questions for the routing after a command, and for how long, in milliseconds. */
const afterCommand = { everyMs: 100, forMs: 3_000 };

const routeOf = ({ output, input, offInput }: VideohubLine, on: boolean): Route | undefined => {
  const wanted = on ? input : offInput;
  return wanted === undefined ? undefined : { output, input: wanted };
};

const nothing = (): void => undefined;
const always = (): boolean => true;

/** The crosspoints of one Videohub. */
export class Crosspoints {
  readonly #requests: RequestQueue<Block>;
  readonly #pending: PendingCommands<Route>;
  readonly #values = new Map<string, boolean>();
  readonly #lacking: LackingLines;
  #router = new Router();
  #isRead = false;
  #commandAtMs = -Infinity;
  #cancelPing = nothing;
  #cancelAsk = nothing;

  constructor(
    settings: VideohubSettings,
    private lineBySignal: Lines,
    private readonly deps: ConnectionDeps,
  ) {
    this.#pending = new PendingCommands(deps.clock);
    this.#lacking = new LackingLines(deps);
    const protocol = {
      name: 'the Videohub',
      end: '\n',
      reader: (onBlock: (block: Block) => void) => new BlockReader(onBlock),
      isAnswer: (_line: string, block: Block) => isAnswer(block),
    };
    this.#requests = new RequestQueue(settings, protocol, deps, {
      connected: () => {
        this.#router = new Router();
        this.#pingLater();
      },
      lost: () => {
        this.#cancelPing();
        this.#lose(connectionLost);
      },
      event: (block) => {
        this.#pingLater();
        this.#take(block);
      },
    });
  }

  readonly lines: ConnectedLines = {
    send: ({ signal, on }) => this.#switch(signal, on),
    refusal: ({ signal, on }) => this.#refusal(signal, on),
    value: (signal) => this.#values.get(signal) ?? null,
    connected: (signal) => this.#isRead && this.#lack(signal) === undefined,
  };

  /** Serves other lines from now on. */
  follow(lines: Lines): void {
    const gone = [...this.lineBySignal].filter(([id, line]) => !isEqual(line, lines.get(id))).map(([id]) => id);
    this.#pending.fail(studioFileChanged, gone);
    for (const signal of gone) this.#values.delete(signal);
    this.lineBySignal = lines;
    if (!this.#isRead) return;
    this.#logLacks();
    this.#ask();
  }

  close(): void {
    this.#requests.close();
  }

  #lack(signal: string): string | undefined {
    const line = this.lineBySignal.get(signal);
    return line && this.#router.lack(line);
  }

  #refusal(signal: string, on: boolean): Failure | undefined {
    const line = this.lineBySignal.get(signal);
    if (line === undefined || !this.#isRead) return undefined;
    const refused = (reason: string): Failure => failure('conflict', `${labelOf(signal)} ${reason}`);
    if (routeOf(line, on) === undefined)
      return refused('has no offInput: it can be switched on, but not off, because an output always takes an input');
    if (this.#router.isLocked(line.output))
      return refused(`can't be switched: output ${String(line.output)} is locked by another client of the Videohub`);
    return undefined;
  }

  #switch(signal: string, on: boolean): SendResult {
    const line = this.lineBySignal.get(signal);
    if (line === undefined || !this.#isRead) return notConnected('signal', signal, this.deps.id);
    const lack = this.#lack(signal);
    if (lack !== undefined) return lineUnavailable(signal, lack);
    const refusal = this.#refusal(signal, on);
    const route = routeOf(line, on);
    if (refusal !== undefined || route === undefined) return E.left(refusal ?? failure('conflict', labelOf(signal)));
    return E.right(this.#route(signal, route));
  }

  #route(signal: string, { output, input }: Route) {
    const pending = this.#pending.add(signal, labelOf(signal), { output, input });
    let isSent = false;
    this.#requests.add([
      {
        line: `${titles.routing}:\n${String(output - 1)} ${String(input - 1)}\n`,
        isWanted: () => !pending.isOver(),
        sent: () => (isSent = true),
        answered: (answer) => {
          this.#answer(answer, pending);
        },
      },
    ]);
    const failureAtTimeout = (): Failure | undefined => {
      if (!isSent) pending.fail('the Videohub did not answer what was sent before; the command was not sent');
      return pending.sent.failureAtTimeout?.();
    };
    return { ...pending.sent, failureAtTimeout };
  }

  #answer({ title }: Block, pending: PendingCommand<Route>): void {
    this.#pingLater();
    if (title === 'NAK') {
      const { output, input } = pending.command;
      pending.fail(`the Videohub refused to connect input ${String(input)} to output ${String(output)} (NAK)`);
      return;
    }
    pending.accept();
    this.#commandAtMs = steadyMs(this.deps.clock);
    this.#ask();
  }

  /** Asks for the routing, and again while a command waits for its effect: equipment may report only what has changed. */
  #ask(): void {
    this.#cancelAsk();
    const line = `${titles.routing}:\n`;
    this.#requests.add([{ line, isWanted: always, sent: nothing, answered: this.#askLater }]);
  }

  readonly #askLater = (): void => {
    this.#pingLater();
    this.#cancelAsk();
    this.#cancelAsk = this.deps.clock.after(afterCommand.everyMs, () => {
      const isSoon = steadyMs(this.deps.clock) < this.#commandAtMs + afterCommand.forMs;
      if (isSoon && !this.#pending.isEmpty) this.#ask();
    });
  };

  /** Asks for an answer when the equipment was quiet: one that is away doesn't give it. */
  readonly #pingLater = (): void => {
    this.#cancelPing();
    this.#cancelPing = this.deps.clock.after(quietMs, () => {
      const areConnected = [...this.lineBySignal.keys()].every((signal) => this.lines.connected(signal));
      for (const title of areConnected ? ['PING'] : [titles.device, titles.routing])
        this.#requests.add([{ line: `${title}:\n`, isWanted: always, sent: nothing, answered: this.#pingLater }]);
    });
  };

  #take(block: Block): void {
    if (block.title === titles.device) this.#takeDevice(block);
    else if (block.title === titles.locks) this.#router.takeLocks(block);
    else if (block.title === titles.routing) this.#takeRouting(block);
  }

  #takeDevice(block: Block): void {
    if (!this.#router.takeDevice(block)) return;
    this.#lose('the Videohub reported another router after the command was sent');
    this.#logLacks();
  }

  #takeRouting(block: Block): void {
    const outputs = new Set(this.#router.takeRouting(block));
    const isFirst = !this.#isRead;
    this.#isRead = this.#router.isRead && this.#router.absence === undefined;
    if (!this.#isRead) return;
    if (isFirst) this.#logLacks();
    for (const [signal, line] of this.lineBySignal) {
      if (outputs.has(line.output)) this.#show(signal, line);
      else if (isFirst) this.deps.changed(signal);
    }
  }

  #show(signal: string, { output, input }: VideohubLine): void {
    const shown = this.#router.inputOf(output);
    this.#values.set(signal, shown === input);
    const pending = this.#pending.of(signal);
    if (pending?.isAccepted === true) {
      if (shown === pending.command.input) pending.confirm();
      else pending.observe(`output ${String(output)} takes input ${String(shown)}`);
    }
    this.deps.changed(signal);
  }

  #logLacks(): void {
    for (const signal of this.lineBySignal.keys())
      this.#lacking.note(signal, this.#router.absence ?? this.#lack(signal));
  }

  #lose(message: string): void {
    this.#cancelAsk();
    this.#pending.fail(message);
    if (!this.#isRead) return;
    this.#isRead = false;
    for (const signal of this.lineBySignal.keys()) this.deps.changed(signal);
  }
}
