// One receiver of a webhook of the console: it is sent what is open and what is over, until it has accepted both (WEBHOOK-15).
import { concerns, eventsOf, subjectOf, type OpenCondition } from '../../../domain/console/webhook.js';
import type { Clock } from '../../ports/clock.js';
import type { HashSecret } from '../../ports/console-secrets.js';
import type { StoredWebhook } from '../../ports/console-store.js';
import { Attempts, type Outcome } from '../../webhooks/attempts.js';
import type { DeliveryLimits } from '../../webhooks/delivery-limits.js';
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
  readonly sinceMs: number;
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
  readonly #trouble: ReceiverTrouble;
  readonly #attempts: Attempts<Due>;
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
    this.#attempts = new Attempts({ ...deps, begin: this.#begin, ended: this.#ended });
    this.#attempts.start();
  }

  /** Returns the studios of which the receiver has accepted something. */
  studios(): readonly string[] {
    return [...this.#accepted.keys()];
  }

  /** Serves a changed webhook: what is due is sent there at once. The caller looks at all studios afterwards. */
  serve(webhook: StoredWebhook): void {
    this.webhook = webhook;
    this.#trouble.serve(webhook);
    this.#attempts.retryAll();
  }

  /** Compares what is open at studios with what the receiver has accepted, and sends the difference. */
  look(studioIds: Iterable<string>): void {
    for (const studioId of studioIds) this.#lookAt(studioId);
    this.#attempts.pump();
    this.#assess();
  }

  /** Sends nothing more. */
  stop(): void {
    this.#isStopped = true;
    this.#trouble.stop();
    this.#attempts.stop();
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
      const added: Due = { studioId, subject, sinceMs: this.deps.clock.now() };
      put(this.#due, studioId, subject, added);
      this.#attempts.offer(added);
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
    if (this.#attempts.isSending(due)) return;
    this.#attempts.forget(due);
    drop(this.#due, due.studioId, due.subject);
  }

  readonly #begin = (due: Due, signal: AbortSignal): Promise<Outcome> | undefined => {
    const step = this.#step(due.studioId, due.subject);
    if (step !== undefined) return this.#take(due, step, signal);
    this.#settle(due);
    return undefined;
  };

  /** Takes a step: sends its message, and stores that it was accepted. */
  async #take(due: Due, step: Step, signal: AbortSignal): Promise<Outcome> {
    const outcome = await this.#send(due, step, signal);
    if (outcome === undefined || outcome.isDelivered) await this.#accept(due, step);
    return outcome;
  }

  /** Sends a message, unless the webhook hasn't chosen it. */
  async #send({ sinceMs }: Due, { condition, turn }: Step, signal: AbortSignal): Promise<Outcome> {
    const { id, events } = this.webhook;
    if (!concerns(this.webhook, condition) || !events.includes(eventsOf(condition)[turn])) return undefined;
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
  readonly #ended = (due: Due, outcome: Outcome): void => {
    if (outcome?.isDelivered === true) this.#hasAccepted = true;
    if (outcome?.isDelivered === false) this.#failed(due, outcome.reason);
    else this.#done(due);
    this.#assess();
  };

  #failed(due: Due, reason: string): void {
    if (this.#step(due.studioId, due.subject) === undefined) this.#settle(due);
    else this.#trouble.failed(reason);
  }

  #done(due: Due): void {
    this.#settle(due);
    this.#lookAt(due.studioId);
  }

  /** Notes that nothing has failed any more. After a start, that is known once something was accepted, or nothing is due. */
  #assess(): void {
    if (this.#attempts.failing === 0 && (this.#hasAccepted || this.#due.size === 0)) this.#trouble.ended();
  }
}
