// One receiver of a webhook of the console: it is sent what is open and what is over, until it has accepted both (WEBHOOK-15).
import { jitteredDelayMs } from '../../../domain/backoff.js';
import { concerns, eventsOf, subjectOf, type OpenCondition } from '../../../domain/console/webhook.js';
import { steadyMs, type Clock } from '../../ports/clock.js';
import type { HashSecret } from '../../ports/console-secrets.js';
import type { StoredWebhook } from '../../ports/console-store.js';
import type { Attempt } from '../../ports/webhooks.js';
import { maxConcurrent, subjectsOfAway, type DeliveryLimits } from '../../webhooks/delivery-limits.js';
import { ReceiverPause } from '../../webhooks/receiver-pause.js';
import type { WriteAccepted } from './accepted-writer.js';
import { bodyOfCondition, messageId, studioRef, type Turn } from './messages.js';
import { ReceiverTrouble, type ReceiverTroubleDeps } from './receiver-trouble.js';
import type { SendSealed } from './send-sealed.js';
import type { StudioConditions } from './studio-conditions.js';

export interface ReceiverDeps extends ReceiverTroubleDeps {
  readonly writeAccepted: WriteAccepted;
  readonly clock: Clock;
  readonly random: () => number;
  readonly send: SendSealed;
  readonly hashSecret: HashSecret;
  readonly limits: DeliveryLimits;
  /** Returns what is open at a studio now. */
  readonly conditionsOf: (studioId: string) => StudioConditions;
}

/** What the receiver has to accept next about a subject. */
interface Step {
  readonly condition: OpenCondition;
  readonly turn: Turn;
}

/** A subject about which the receiver has to accept something. */
interface Due {
  readonly studioId: string;
  readonly subject: string;
  /** When that was noticed, in milliseconds since 1970 UTC. */
  sinceMs: number;
  failures: number;
  isRefused: boolean;
  /** Undefined unless it waits for its next attempt. */
  cancel: (() => void) | undefined;
}

/** How long after a failure of the store it is tried again, in milliseconds. */
const storeAgainMs = 2_000;

/** Whether what is open is what the receiver has accepted. A studio that was back unnoticed is still away. */
const isSame = (accepted: OpenCondition, open: OpenCondition): boolean =>
  open.alarm === null || accepted.since === open.since;

/** Adds an entry to a map of maps. */
const put = <A>(maps: Map<string, Map<string, A>>, studioId: string, subject: string, value: A): void => {
  maps.set(studioId, (maps.get(studioId) ?? new Map<string, A>()).set(subject, value));
};

/** Removes an entry from a map of maps. */
const drop = <A>(maps: Map<string, Map<string, A>>, studioId: string, subject: string): void => {
  const inner = maps.get(studioId);
  inner?.delete(subject);
  if (inner?.size === 0) maps.delete(studioId);
};

/** Sends the messages of one webhook. */
export class Receiver {
  /** What the receiver has accepted as open, by studio and subject. */
  readonly #accepted = new Map<string, Map<string, OpenCondition>>();
  /** By studio and subject. */
  readonly #due = new Map<string, Map<string, Due>>();
  /** Those that may be sent now. The first is the next one. */
  readonly #ready = new Set<Due>();
  readonly #sending = new Map<Due, AbortController>();
  readonly #failing = new Set<Due>();
  readonly #trouble: ReceiverTrouble;
  readonly #pause: ReceiverPause;
  #isStopped = false;
  /** Whether the receiver has accepted something in this run. */
  #hasAccepted = false;

  constructor(
    private webhook: StoredWebhook,
    accepted: readonly OpenCondition[],
    private readonly deps: ReceiverDeps,
  ) {
    for (const condition of accepted) put(this.#accepted, condition.studio.id, subjectOf(condition), condition);
    this.#trouble = new ReceiverTrouble(webhook, deps);
    const lengthMs = (number: number) => Math.min(this.#delayMs(number, 0), deps.limits.maxPauseMs);
    this.#pause = new ReceiverPause({ clock: deps.clock, lengthMs, onAttempt: this.#pump });
  }

  /** Returns the studios of which the receiver has accepted something. */
  studios(): readonly string[] {
    return [...this.#accepted.keys()];
  }

  /** Serves a changed webhook: what is due is sent there at once. The caller looks at all studios afterwards. */
  serve(webhook: StoredWebhook): void {
    this.webhook = webhook;
    this.#trouble.serve(webhook);
    this.#pause.end(Infinity);
    for (const due of this.#failing) this.#retryNow(due);
  }

  /** Compares what is open at studios with what the receiver has accepted, and sends the difference. */
  look(studioIds: Iterable<string>): void {
    for (const studioId of studioIds) this.#lookAt(studioId);
    this.#pump();
    this.#assess();
  }

  /** Sends nothing more. */
  stop(): void {
    this.#isStopped = true;
    this.#trouble.stop();
    this.#pause.end(Infinity);
    for (const due of this.#failing) due.cancel?.();
    for (const abort of this.#sending.values()) abort.abort();
  }

  /** Returns the subjects of a studio about which something is known. */
  #subjects(studioId: string): ReadonlySet<string> {
    const maps = [this.#accepted.get(studioId), this.#due.get(studioId), this.deps.conditionsOf(studioId).open];
    return new Set(maps.flatMap((map) => [...(map?.keys() ?? [])]));
  }

  #lookAt(studioId: string): void {
    const due = this.#due.get(studioId);
    for (const subject of this.#subjects(studioId)) {
      const known = due?.get(subject);
      const step = this.#step(studioId, subject);
      if (step === undefined && known !== undefined) this.#settle(known);
      if (step === undefined || known !== undefined) continue;
      const sinceMs = this.deps.clock.now();
      const added: Due = { studioId, subject, sinceMs, failures: 0, isRefused: false, cancel: undefined };
      put(this.#due, studioId, subject, added);
      this.#ready.add(added);
    }
  }

  /** Returns what the receiver has to accept next about a subject; undefined if nothing. */
  #step(studioId: string, subject: string): Step | undefined {
    const { open, mayBeOpen } = this.deps.conditionsOf(studioId);
    const [accepted, present] = [this.#accepted.get(studioId)?.get(subject), open.get(subject)];
    if (accepted === undefined)
      return present && concerns(this.webhook, present) ? { condition: present, turn: 'begin' } : undefined;
    const isOpen = present === undefined ? mayBeOpen(accepted) : isSame(accepted, present);
    return isOpen && concerns(this.webhook, accepted) ? undefined : { condition: accepted, turn: 'end' };
  }

  /** Forgets that a subject is due, unless a message about it is under way. */
  #settle(due: Due): void {
    if (this.#sending.has(due)) return;
    due.cancel?.();
    this.#failing.delete(due);
    this.#ready.delete(due);
    drop(this.#due, due.studioId, due.subject);
  }

  readonly #pump = (): void => {
    while (!this.#isStopped && !this.#pause.isResting) {
      if (this.#sending.size >= (this.#pause.isOn ? 1 : maxConcurrent)) return;
      const due = this.#next();
      if (due === undefined) return;
      this.#ready.delete(due);
      const step = this.#step(due.studioId, due.subject);
      if (step === undefined) this.#settle(due);
      else void this.#begin(due, step);
    }
  };

  /** Returns what is sent next. To a receiver that was left alone, a subject that hasn't failed: others may fail whatever its state. */
  #next(): Due | undefined {
    if (this.#pause.isOn) for (const due of this.#ready) if (!this.#failing.has(due)) return due;
    const [first] = this.#ready;
    return first;
  }

  async #begin(due: Due, step: Step): Promise<void> {
    const abort = new AbortController();
    const begunMs = steadyMs(this.deps.clock);
    this.#sending.set(due, abort);
    const attempt = await this.#send(due, step, abort.signal);
    if (attempt === 'unsent' || attempt.isDelivered) await this.#accept(due, step);
    this.#sending.delete(due);
    if (this.#isStopped) return;
    if (attempt === 'unsent') this.#done(due);
    else if (attempt.isDelivered) this.#delivered(due, begunMs);
    else this.#failed(due, attempt, begunMs);
    this.#pump();
    this.#assess();
  }

  /** Sends a message, unless the webhook hasn't chosen it. */
  async #send({ sinceMs }: Due, { condition, turn }: Step, signal: AbortSignal): Promise<Attempt | 'unsent'> {
    const { id, events } = this.webhook;
    if (!concerns(this.webhook, condition) || !events.includes(eventsOf(condition)[turn])) return 'unsent';
    const { hashSecret: hash } = this.deps;
    const body = bodyOfCondition(studioRef(hash, id, condition), condition, turn, sinceMs);
    const message = { id: messageId(hash, id, condition, turn), body };
    return this.deps.send(this.webhook, message, signal);
  }

  /** Notes and stores what the receiver has accepted, or need not be sent. Resolves once it is stored: it won't be sent again. */
  async #accept(due: Due, { condition, turn }: Step): Promise<void> {
    const isOpen = turn === 'begin';
    if (isOpen) put(this.#accepted, due.studioId, due.subject, condition);
    else drop(this.#accepted, due.studioId, due.subject);
    while (!this.#isStopped && !(await this.deps.writeAccepted({ webhook: this.webhook.id, condition, isOpen })))
      await new Promise<void>((resolve) => {
        this.deps.clock.after(storeAgainMs, resolve);
      });
  }

  /** Looks what comes next about a subject: an alarm that was cleared may be raised again. */
  #done(due: Due): void {
    this.#settle(due);
    this.#lookAt(due.studioId);
  }

  #delivered(due: Due, begunMs: number): void {
    this.#hasAccepted = true;
    this.#endPause(begunMs);
    this.#done(due);
  }

  #failed(due: Due, attempt: Extract<Attempt, { isDelivered: false }>, begunMs: number): void {
    if (this.#step(due.studioId, due.subject) === undefined) {
      this.#settle(due);
      return;
    }
    const leaveAloneMs = Math.min(attempt.retryAfterMs ?? 0, this.deps.limits.maxRetryAfterMs);
    due.failures += 1;
    due.isRefused = attempt.isRefused;
    this.#failing.add(due);
    this.#trouble.failed(attempt.reason);
    due.cancel = this.deps.clock.after(this.#delayMs(due.failures, leaveAloneMs), () => {
      this.#retryNow(due);
      this.#pump();
    });
    if (attempt.isRefused) this.#endPause(begunMs);
    else if (this.#pause.isOn || leaveAloneMs > 0 || this.#failingWhole() >= subjectsOfAway)
      this.#pause.begin(leaveAloneMs);
  }

  /** Returns how many subjects have failed because of the receiver as a whole. */
  #failingWhole(): number {
    return [...this.#failing].filter(({ isRefused }) => !isRefused).length;
  }

  #retryNow(due: Due): void {
    due.cancel?.();
    due.cancel = undefined;
    if (!this.#sending.has(due)) this.#ready.add(due);
  }

  #delayMs(failures: number, leastMs: number): number {
    return Math.max(jitteredDelayMs(this.deps.limits.backoff, failures, this.deps.random()), leastMs);
  }

  /** Ends the pause. Attempts everything again that has failed no more often than the receiver as a whole. */
  #endPause(begunMs: number): void {
    const failures = this.#pause.end(begunMs);
    if (failures === undefined) return;
    for (const due of this.#failing) if (!due.isRefused && due.failures <= failures) this.#retryNow(due);
  }

  /** Notes that nothing has failed any more. After a start, that is known once something was accepted, or nothing is due. */
  #assess(): void {
    if (this.#failing.size === 0 && (this.#hasAccepted || this.#due.size === 0)) this.#trouble.ended();
  }
}
