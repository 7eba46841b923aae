// Requests to one device, one at a time and in order: commands before questions.
import * as E from 'fp-ts/lib/Either.js';
import type { ConnectionDeps } from '../../../application/connections/connection-driver.js';
import { steadyMs, type Clock } from '../../../application/ports/clock.js';
import { connectionLost, studioFileChanged, type PendingCommand } from '../shared/pending-commands.js';
import { AskCycle } from '../shared/templates/ask-cycle.js';
import type { Moment, RecordHost, TemplatedRecord } from '../shared/templates/record.js';
import { HttpConnection } from '../shared/http-connection.js';
import { unauthorized } from '../shared/http-authentication.js';
import type { Exchange, ExchangeResult, ExchangeRequest, HttpTarget } from '../shared/http-exchange.js';
import { httpReply, type ReceivedReply } from './http-reply.js';
import { portOf, readTarget } from './target.js';
import { Reachability } from './reachability.js';
import type { HttpSettings } from './settings.js';
import { ConnectionLog } from '../../../application/connections/connection-log.js';

type Row = TemplatedRecord<ExchangeRequest, ReceivedReply>;

/** Maximum number of commands that wait for the device. */
const waitingLimit = 100;

/** Delay before a device that is away, or a secret that can't be read, is tried again, in milliseconds. */
const retryMs = 500;
const secretRetryMs = 5_000;

/** Limits of a request and its answer. */
const limits = { connectMs: 1_000, answerMs: 5_000, maxBytes: 65_536 } as const;

/** After this time a question counts as unanswered, in milliseconds. Each exchange has its own, shorter limit. */
const questionMs = 60_000;

/** A request that waits for its turn. */
interface Waiting {
  readonly record: Row;
  readonly request: ExchangeRequest;
  readonly pending: PendingCommand<string> | undefined;
}

/** What requests go through, once the secrets are read. */
interface Opened {
  readonly target: HttpTarget;
  readonly connection: HttpConnection;
}

/** What is known of a record. */
interface Served {
  readonly cycle: AskCycle<ExchangeRequest, ReceivedReply> | undefined;
  isConnected: boolean;
  /** The status of the last answer to its question. */
  status: number;
}

/** The exchanges with one device. */
export class HttpConversation implements RecordHost<ExchangeRequest, ReceivedReply> {
  readonly #served = new Map<Row, Served>();
  readonly #reachability: Reachability;
  #opened: Opened | undefined;
  #waiting: readonly Waiting[] = [];
  #exchange: Exchange | undefined;
  #order = 0;
  readonly #log: ConnectionLog;
  #isClosed = false;
  #cancelRetry: () => void = () => undefined;

  constructor(
    private readonly settings: HttpSettings,
    private readonly deps: ConnectionDeps,
  ) {
    this.#log = new ConnectionLog(deps, { host: settings.host, port: portOf(settings) });
    this.#reachability = new Reachability(deps.clock, (isReachable) => {
      for (const [record, { cycle }] of this.#served)
        if (cycle === undefined) this.#setConnected(record, isReachable ? undefined : 'it can not be reached');
    });
    void this.#start();
  }

  get id(): string {
    return this.deps.id;
  }

  get clock(): Clock {
    return this.deps.clock;
  }

  get changed(): (record: string) => void {
    return this.deps.changed;
  }

  add(record: Row): void {
    const question = record.plan.ask;
    const cycle = question === undefined ? undefined : this.#cycleOf(record, question);
    this.#served.set(record, { cycle, isConnected: false, status: 200 });
    if (this.#opened !== undefined) this.#begin(this.#opened.target, cycle);
  }

  remove(record: Row): void {
    this.#served.get(record)?.cycle?.stop();
    this.#served.delete(record);
    if ([...this.#served.values()].every(({ cycle }) => cycle !== undefined)) this.#reachability.stop();
    this.#waiting = this.#waiting.filter((one) => one.record !== record);
    record.lost(studioFileChanged);
  }

  isConnected(record: Row): boolean {
    return this.#served.get(record)?.isConnected ?? false;
  }

  moment(): Moment {
    this.#order += 1;
    return { order: this.#order, atMs: steadyMs(this.clock) };
  }

  /** A command that still waits is replaced by the new one for its record. */
  send(record: Row, request: ExchangeRequest, pending: PendingCommand<string>): boolean {
    const others = this.#waiting.filter((one) => one.record !== record || one.pending === undefined);
    const commands = others.filter((one) => one.pending !== undefined);
    if (commands.length >= waitingLimit) return false;
    const questions = others.filter((one) => one.pending === undefined);
    this.#waiting = [...commands, { record, request, pending }, ...questions];
    this.#next();
    return true;
  }

  askSoon(record: Row, delayMs: number): void {
    this.#served.get(record)?.cycle?.soon(delayMs);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelRetry();
    this.#reachability.stop();
    this.#waiting = [];
    for (const [record, served] of this.#served) {
      served.cycle?.stop();
      served.isConnected = false;
      record.lost(connectionLost);
    }
    this.#exchange?.cancel();
    this.#opened?.connection.close();
  }

  /** Reads the secrets, and then begins. */
  async #start(): Promise<void> {
    const target = await readTarget(this.settings, this.deps.readSecret);
    if (this.#isClosed) return;
    if (E.isRight(target)) {
      // The whole values are hidden already. Equipment may return the credentials in them without the name of their scheme.
      for (const value of Object.values(target.right.headers)) this.deps.wire?.hide(value.replace(/^[\w-]+ +/, ''));
      this.#opened = { target: target.right, connection: new HttpConnection(target.right, this.deps) };
      for (const { cycle } of this.#served.values()) this.#begin(target.right, cycle);
      return;
    }
    this.#log.lost(target.left);
    this.#cancelRetry = this.clock.after(secretRetryMs, () => {
      void this.#start();
    });
  }

  #begin(target: HttpTarget, cycle: Served['cycle']): void {
    if (cycle === undefined) this.#reachability.start(target);
    else cycle.start();
  }

  #cycleOf(record: Row, question: ExchangeRequest): AskCycle<ExchangeRequest, ReceivedReply> {
    return new AskCycle(record, {
      clock: this.clock,
      ask: () => {
        this.#enqueue(record, question);
        this.#next();
        return this.moment();
      },
      answerMs: () => questionMs,
      missed: () => undefined,
    });
  }

  /** Adds a question, unless the same waits already. */
  #enqueue(record: Row, request: ExchangeRequest): void {
    if (this.#waiting.some((one) => one.record === record && one.pending === undefined)) return;
    this.#waiting = [...this.#waiting, { record, request, pending: undefined }];
  }

  #next(): void {
    const [next, ...others] = this.#waiting;
    const connection = this.#opened?.connection;
    if (this.#exchange !== undefined || next === undefined || connection === undefined) return;
    this.#waiting = others;
    const asked = this.moment();
    const onEnd = (result: ExchangeResult): void => {
      this.#exchange = undefined;
      if (!this.#isClosed) this.#take(next, result, asked);
    };
    const { request, pending } = next;
    this.#exchange =
      pending === undefined ? connection.ask(request, limits, onEnd) : connection.command(request, limits, onEnd);
  }

  #take(sent: Waiting, result: ExchangeResult, asked: Moment): void {
    const { record, pending } = sent;
    if (pending !== undefined) this.#takeReply(record, result, pending);
    else if (E.isLeft(result) && result.left.isStale) this.#askAgain(sent);
    else this.#takeState(record, result, asked);
    this.#next();
  }

  /** Asks before all other questions. */
  #askAgain(question: Waiting): void {
    const isCommand = ({ pending }: Waiting): boolean => pending !== undefined;
    const others = this.#waiting.filter((one) => isCommand(one) || one.record !== question.record);
    this.#waiting = [...others.filter(isCommand), question, ...others.filter((one) => !isCommand(one))];
  }

  #takeState(record: Row, result: ExchangeResult, asked: Moment): void {
    const cycle = this.#served.get(record)?.cycle;
    cycle?.answered();
    if (E.isLeft(result)) {
      const { reason, isAway } = result.left;
      for (const lost of isAway ? this.#served.keys() : [record]) {
        this.#setConnected(lost, reason);
        this.askSoon(lost, retryMs);
      }
      return;
    }
    this.#noteStatus(record, result.right.status);
    this.#setConnected(record, undefined);
    const reply = httpReply(result.right);
    record.showed(reply.status < 300 ? (record.plan.read?.(reply) ?? null) : null, asked);
  }

  /** Logs once that the device refuses the question of a record, whose state is unknown as long as it does. */
  #noteStatus(record: Row, status: number): void {
    const served = this.#served.get(record);
    if (served === undefined || served.status === status) return;
    served.status = status;
    if (status >= 300) this.#log.refused(`${this.#refusalOf(status)}, so the state of "${record.id}" is unknown`);
  }

  /** Returns what a status of a refusal means, with the way out. */
  #refusalOf(status: number): string {
    const meaning = status === 401 ? `: ${unauthorized(this.settings.username !== undefined)}` : '';
    return `HTTP status ${String(status)}${meaning}`;
  }

  #takeReply(record: Row, result: ExchangeResult, pending: PendingCommand<string>): void {
    const { plan } = record;
    if (E.isLeft(result)) {
      pending.fail(`${result.left.reason}; it is unknown whether the command was executed`);
      this.askSoon(record, 0);
      return;
    }
    const reply = httpReply(result.right);
    if (reply.status >= 300) pending.fail(`the device refused the command: ${this.#refusalOf(reply.status)}`);
    else if (plan.isRefused(reply, pending.command)) pending.fail('the device refused the command');
    else if (plan.isAccepted(reply, pending.command)) record.accepted(pending);
    else pending.fail('the answer is not the one that is configured in accepted');
  }

  /** Notes whether a device answers. `reason` is why it doesn't. */
  #setConnected(record: Row, reason: string | undefined): void {
    const served = this.#served.get(record);
    const isConnected = reason === undefined;
    if (reason !== undefined) this.#log.lost(reason);
    if (served === undefined || served.isConnected === isConnected) return;
    served.isConnected = isConnected;
    // A record with a question is connected by its answer, which shows the state.
    if (isConnected && served.cycle === undefined) record.forget();
    this.#noticeReturn();
    if (isConnected) this.changed(record.id);
    else record.lost(connectionLost);
  }

  #noticeReturn(): void {
    if ([...this.#served.values()].every(({ isConnected }) => isConnected)) this.#log.back();
  }
}
