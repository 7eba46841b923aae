// When a receiver is attempted: some subjects at once, each again after a failure, and one at a time while the receiver is away (WEBHOOK-5).
import { jitteredDelayMs } from '../../domain/backoff.js';
import { steadyMs, type Clock } from '../ports/clock.js';
import type { Attempt } from '../ports/webhooks.js';
import { maxConcurrent, subjectsOfAway, type DeliveryLimits } from './delivery-limits.js';
import { ReceiverPause } from './receiver-pause.js';

/** What became of an attempt; undefined if nothing was sent, or nothing has to be any more. */
export type Outcome = Attempt | undefined;

export interface AttemptsDeps<Subject extends string | object> {
  readonly clock: Clock;
  readonly random: () => number;
  readonly limits: Pick<DeliveryLimits, 'backoff' | 'maxPauseMs' | 'maxRetryAfterMs'>;
  /** Begins to send what is next about a subject; returns undefined if that is nothing. */
  readonly begin: (subject: Subject, signal: AbortSignal) => Promise<Outcome> | undefined;
  /** Called with each outcome, before anything else is attempted. */
  readonly ended: (subject: Subject, outcome: Outcome) => void;
}

/** A subject whose last attempt has failed. */
interface Retry {
  failures: number;
  isRefused: boolean;
  /** Undefined once the delay is over. */
  cancel: (() => void) | undefined;
}

/** The attempts at one receiver, of which each subject has one at a time. */
export class Attempts<Subject extends string | object> {
  /** The subjects that may be attempted now. The first is the next one. */
  readonly #ready = new Set<Subject>();
  readonly #sending = new Map<Subject, AbortController>();
  readonly #retries = new Map<Subject, Retry>();
  readonly #pause: ReceiverPause;
  #isRunning = false;
  #isPumping = false;
  /** Which receiver is served: what was sent to an earlier one says nothing about this one. */
  #served = 0;

  constructor(private readonly deps: AttemptsDeps<Subject>) {
    const lengthMs = (number: number) => Math.min(this.#delayMs(number, 0), deps.limits.maxPauseMs);
    this.#pause = new ReceiverPause({ clock: deps.clock, lengthMs, onAttempt: this.pump });
  }

  /** How many subjects have failed since they were accepted last. */
  get failing(): number {
    return this.#retries.size;
  }

  isSending(subject: Subject): boolean {
    return this.#sending.has(subject);
  }

  start(): void {
    this.#isRunning = true;
    this.pump();
  }

  /** Attempts nothing more, and aborts what is under way: its outcome is not reported. */
  stop(): void {
    this.#isRunning = false;
    this.#pause.end(Infinity);
    for (const retry of this.#retries.values()) {
      retry.cancel?.();
      retry.cancel = undefined;
    }
    const aborted = [...this.#sending.values()];
    this.#sending.clear();
    for (const abort of aborted) abort.abort();
  }

  /** Makes a subject ready, unless it is under way or waits for its next attempt. */
  offer(subject: Subject): void {
    const isWaiting = this.#retries.get(subject)?.cancel !== undefined;
    if (!this.#sending.has(subject) && !isWaiting) this.#ready.add(subject);
  }

  /** Forgets a subject about which nothing has to be sent, and its failures. */
  forget(subject: Subject): void {
    this.#retries.get(subject)?.cancel?.();
    this.#retries.delete(subject);
    this.#ready.delete(subject);
  }

  /** Makes all that has failed ready: the receiver is another one now. */
  retryAll(): void {
    this.#served += 1;
    this.#pause.end(Infinity);
    for (const [subject, retry] of this.#retries) this.#retryNow(subject, retry);
  }

  /** Begins as many attempts as there are places. What is begun may ask for more: the outer call goes on with it. */
  readonly pump = (): void => {
    if (this.#isPumping) return;
    this.#isPumping = true;
    try {
      this.#beginAll();
    } finally {
      this.#isPumping = false;
    }
  };

  #beginAll(): void {
    while (this.#places() > 0) {
      const subject = this.#next();
      if (subject === undefined) return;
      this.#ready.delete(subject);
      this.#begin(subject);
    }
  }

  #places(): number {
    if (!this.#isRunning || this.#pause.isResting) return 0;
    return (this.#pause.isOn ? 1 : maxConcurrent) - this.#sending.size;
  }

  /** Returns the next subject. For a receiver that was left alone, one that hasn't failed: others may fail whatever its state. */
  #next(): Subject | undefined {
    if (this.#pause.isOn) for (const subject of this.#ready) if (!this.#retries.has(subject)) return subject;
    const [first] = this.#ready;
    return first;
  }

  #begin(subject: Subject): void {
    const abort = new AbortController();
    const begunMs = steadyMs(this.deps.clock);
    const served = this.#served;
    const sent = this.deps.begin(subject, abort.signal);
    if (sent === undefined) return;
    // What is begun may have offered its own subject.
    this.#ready.delete(subject);
    this.#sending.set(subject, abort);
    void sent.then((outcome) => {
      if (this.#sending.get(subject) !== abort) return;
      this.#sending.delete(subject);
      if (outcome?.isDelivered === false && served !== this.#served) this.offer(subject);
      else this.#note(subject, outcome, begunMs);
      this.pump();
    });
  }

  #note(subject: Subject, outcome: Outcome, begunMs: number): void {
    if (outcome?.isDelivered === true) this.#delivered(subject, begunMs);
    else if (outcome !== undefined) this.#failed(subject, outcome, begunMs);
    this.deps.ended(subject, outcome);
  }

  #delivered(subject: Subject, begunMs: number): void {
    this.#retries.delete(subject);
    this.#endPause(begunMs);
  }

  #failed(subject: Subject, attempt: Extract<Attempt, { isDelivered: false }>, begunMs: number): void {
    const { isRefused, retryAfterMs = 0 } = attempt;
    const retry = this.#retries.get(subject) ?? { failures: 0, isRefused, cancel: undefined };
    this.#retries.set(subject, retry);
    retry.failures += 1;
    retry.isRefused = isRefused;
    const leaveAloneMs = Math.min(retryAfterMs, this.deps.limits.maxRetryAfterMs);
    // A receiver that refuses is there.
    if (isRefused) this.#endPause(begunMs);
    retry.cancel = this.deps.clock.after(this.#delayMs(retry.failures, leaveAloneMs), () => {
      this.#retryNow(subject, retry);
      this.pump();
    });
    if (!isRefused && (this.#pause.isOn || leaveAloneMs > 0 || this.#failingWhole() >= subjectsOfAway))
      this.#pause.begin(leaveAloneMs);
  }

  /** Returns how many subjects have failed because of the receiver as a whole. */
  #failingWhole(): number {
    return [...this.#retries.values()].filter(({ isRefused }) => !isRefused).length;
  }

  #delayMs(failures: number, leastMs: number): number {
    return Math.max(jitteredDelayMs(this.deps.limits.backoff, failures, this.deps.random()), leastMs);
  }

  #retryNow(subject: Subject, retry: Retry): void {
    retry.cancel?.();
    retry.cancel = undefined;
    this.offer(subject);
  }

  /** Attempts everything again that has failed no more often than the receiver as a whole. */
  #endPause(begunMs: number): void {
    const failures = this.#pause.end(begunMs);
    if (failures === undefined) return;
    for (const [subject, retry] of this.#retries)
      if (!retry.isRefused && retry.failures <= failures) this.#retryNow(subject, retry);
  }
}
