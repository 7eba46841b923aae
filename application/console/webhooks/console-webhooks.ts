// The webhooks of the console: compares what is open at the studios with what receivers have accepted, and has the difference
// sent. Of several console processes on one database, one does it (WEBHOOK-16).
import { isEqual } from '../../../domain/codec/equality.js';
import { steadyMs } from '../../ports/clock.js';
import type { ChangeEvent, ConsoleStore, StoredWebhook, StudioSyncStatus } from '../../ports/console-store.js';
import { deliveryLimits, type DeliveryLimits } from '../../webhooks/delivery-limits.js';
import { coalesce } from '../changes/coalesce.js';
import { affectedStudios } from '../changes/feed-messages.js';
import { logFailures } from '../sync/configuration-publisher.js';
import { acceptedWriter } from './accepted-writer.js';
import { Receiver, type ReceiverDeps } from './receiver.js';
import { awaySince, nothing, studioConditions, type StudioConditions } from './studio-conditions.js';

export interface ConsoleWebhooksDeps extends Omit<ReceiverDeps, 'store' | 'limits' | 'conditionsOf' | 'writeAccepted'> {
  readonly store: ConsoleStore;
  readonly limits?: DeliveryLimits;
}

/** How often the lease is renewed, and the time without a connection is looked at, in milliseconds. */
const everyMs = 3_000;

/** A studio is away once it has been disconnected for so long before the eyes of this process, in milliseconds. */
const awayAfterMs = 60_000;

/** What is known of a studio. */
interface KnownStudio {
  /** That of its status at the last read of all; undefined if it was read again since. */
  readonly stamp: string | undefined;
  readonly conditions: StudioConditions;
  /** Since when this process has seen it disconnected, by the steady clock; undefined while it is connected or away. */
  readonly disconnectedMs: number | undefined;
  readonly isAway: boolean;
}

/** What one process knows while it has the lease. */
class HeldWebhooks {
  readonly #receivers = new Map<string, Receiver>();
  readonly #definitions = new Map<string, StoredWebhook>();
  readonly #studios = new Map<string, KnownStudio>();
  /** Whether all studios were read. */
  #isRead = false;
  #isStopped = false;

  readonly #receiverDeps: ReceiverDeps;

  constructor(private readonly deps: ConsoleWebhooksDeps) {
    const { store, clock, limits = deliveryLimits } = deps;
    const conditionsOf = (id: string): StudioConditions => this.#studios.get(id)?.conditions ?? nothing;
    this.#receiverDeps = { ...deps, limits, conditionsOf, writeAccepted: acceptedWriter(store, clock) };
  }

  /** Follows changes. */
  async follow(events: readonly ChangeEvent[]): Promise<void> {
    if (events.some((event) => event === 'unknown' || event.studioId === null)) await this.#followWebhooks();
    if (this.#receivers.size === 0) this.#forget();
    else if (this.#isRead) this.#look(await this.#read(affectedStudios(events)));
    else await this.#readAll();
  }

  /** Returns the studios that may be away by now. */
  overdue(): readonly string[] {
    const nowMs = steadyMs(this.deps.clock);
    return [...this.#studios].flatMap(([id, { disconnectedMs }]) =>
      disconnectedMs !== undefined && nowMs >= disconnectedMs + awayAfterMs ? [id] : [],
    );
  }

  stop(): void {
    this.#isStopped = true;
    for (const receiver of this.#receivers.values()) receiver.stop();
  }

  #forget(): void {
    this.#studios.clear();
    this.#isRead = false;
  }

  async #readAll(): Promise<void> {
    await this.#read(undefined);
    this.#isRead = true;
    // Something may still be open to receivers about studios that were removed.
    for (const receiver of this.#receivers.values())
      if (!this.#isStopped) receiver.look(new Set([...this.#studios.keys(), ...receiver.studios()]));
  }

  #look(studioIds: Iterable<string>): void {
    const looked = [...studioIds];
    for (const receiver of this.#receivers.values()) if (!this.#isStopped) receiver.look(looked);
  }

  /** Follows the list of webhooks. */
  async #followWebhooks(): Promise<void> {
    const webhooks = await this.deps.store.webhooks();
    for (const [id, receiver] of this.#receivers)
      if (webhooks.every((webhook) => webhook.id !== id)) this.#end(id, receiver);
    const added = webhooks.filter(({ id }) => !this.#receivers.has(id));
    const accepted = added.length === 0 ? [] : await this.deps.store.acceptedConditions();
    if (this.#isStopped) return;
    for (const webhook of added) {
      const own = accepted.filter((one) => one.webhook === webhook.id).map(({ condition }) => condition);
      this.#receivers.set(webhook.id, new Receiver(webhook, own, this.#receiverDeps));
    }
    for (const webhook of webhooks) this.#define(webhook);
  }

  #end(id: string, receiver: Receiver): void {
    receiver.stop();
    this.#receivers.delete(id);
    this.#definitions.delete(id);
  }

  /** Serves a webhook as it is now, unless nothing but its trouble has changed. */
  #define(webhook: StoredWebhook): void {
    const before = this.#definitions.get(webhook.id);
    if (before !== undefined && isEqual({ ...before, trouble: null }, { ...webhook, trouble: null })) return;
    this.#definitions.set(webhook.id, webhook);
    const receiver = this.#receivers.get(webhook.id);
    if (before !== undefined) receiver?.serve(webhook);
    if (this.#isRead) receiver?.look(new Set([...this.#studios.keys(), ...receiver.studios()]));
  }

  /** Reads studios, of all of them those that have changed. Returns those whose state may be another one. */
  async #read(affected: readonly string[] | undefined): Promise<readonly string[]> {
    const { store } = this.deps;
    const stamps = affected === undefined ? await store.statusStamps() : undefined;
    const ids =
      affected ?? [...(stamps ?? [])].flatMap(([id, stamp]) => (this.#studios.get(id)?.stamp === stamp ? [] : [id]));
    const statuses = ids.length === 0 ? [] : await store.syncStatuses(ids);
    for (const status of statuses) this.#note(status, stamps?.get(status.studio.id));
    const existing = new Set([...(stamps?.keys() ?? []), ...statuses.map(({ studio }) => studio.id)]);
    const removed = (affected ?? [...this.#studios.keys()]).filter(
      (id) => !existing.has(id) && this.#studios.delete(id),
    );
    return [...ids, ...removed];
  }

  #note(status: StudioSyncStatus, stamp: string | undefined): void {
    const nowMs = steadyMs(this.deps.clock);
    const { disconnectedMs = nowMs, isAway: wasAway = false } = this.#studios.get(status.studio.id) ?? {};
    const isDisconnected = awaySince(status) !== undefined;
    const isAway = isDisconnected && (wasAway || nowMs >= disconnectedMs + awayAfterMs);
    this.#studios.set(status.studio.id, {
      stamp,
      conditions: studioConditions(status, isAway),
      disconnectedMs: isDisconnected && !isAway ? disconnectedMs : undefined,
      isAway,
    });
  }
}

/** Sends what happens at the studios of a console until it is stopped, while this process has the lease. */
export class ConsoleWebhooks {
  #held: HeldWebhooks | undefined;
  #isStopped = false;
  #cancel = (): void => undefined;
  readonly #unwatch: () => void;
  readonly #follow: (event: ChangeEvent) => void;

  constructor(private readonly deps: ConsoleWebhooksDeps) {
    this.#follow = coalesce(
      logFailures(deps, 'webhooks could not follow a change', (events) => this.#followChanges(events)),
    );
    this.#unwatch = deps.store.watch((event) => {
      if (this.#held !== undefined) this.#follow(event);
    });
    this.#repeat();
  }

  stop(): void {
    this.#isStopped = true;
    this.#unwatch();
    this.#cancel();
    this.#end();
  }

  async #followChanges(events: readonly ChangeEvent[]): Promise<void> {
    try {
      await this.#held?.follow(events);
    } catch (error) {
      // Everything is read again.
      this.#end();
      throw error;
    }
  }

  #end(): void {
    this.#held?.stop();
    this.#held = undefined;
  }

  /** Takes or renews the lease, and looks at studios that may be away by now. */
  async #renew(): Promise<void> {
    const { store } = this.deps;
    const isHeld = await store.holdWebhooks().catch(() => false);
    if (!isHeld || this.#isStopped) {
      this.#end();
      return;
    }
    if (this.#held === undefined) {
      this.#held = new HeldWebhooks(this.deps);
      this.#follow('unknown');
    }
    for (const studioId of this.#held.overdue()) this.#follow({ studioId, section: 'studio', isReport: true });
  }

  readonly #repeat = (): void => {
    void this.#renew().then(() => {
      if (!this.#isStopped) this.#cancel = this.deps.clock.after(everyMs, this.#repeat);
    });
  };
}
