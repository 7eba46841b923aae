// Notices a provider that is silent, and shows it that the service isn't: both sides have to answer keep-alive requests, and
// may close a connection on which they receive nothing (Ember+ specification, "Keep-Alive mechanism").
import type { Buffer } from 'node:buffer';
import { steadyMs, type Clock } from '../../../application/ports/clock.js';
import { keepAliveRequest } from './s101.js';

/**
 * How often the silence of both directions is measured, from when on a request is sent because of either, and when a silent
 * provider counts as lost. Milliseconds.
 */
const everyMs = 1_000;
const quietMs = 2_000;
const lostMs = 5_000;

/** What carries the requests. */
export interface KeepAliveWire {
  readonly send: (request: Buffer) => void;
  readonly drop: (reason: string) => void;
}

/** Watches the silence of one connection. */
export class KeepAlive {
  #receivedAtMs = 0;
  #sentAtMs = 0;
  #cancel: () => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    private readonly wire: KeepAliveWire,
  ) {}

  start(): void {
    this.received();
    this.sent();
    this.#watch();
  }

  /** Notes that the provider sent a message. */
  received(): void {
    this.#receivedAtMs = steadyMs(this.clock);
  }

  /** Notes that something was sent to the provider. */
  sent(): void {
    this.#sentAtMs = steadyMs(this.clock);
  }

  stop(): void {
    this.#cancel();
  }

  #watch(): void {
    this.#cancel = this.clock.after(everyMs, () => {
      const nowMs = steadyMs(this.clock);
      const silentMs = nowMs - this.#receivedAtMs;
      if (silentMs >= lostMs) {
        this.wire.drop(`the provider was silent for ${String(lostMs)} ms`);
        return;
      }
      if (silentMs >= quietMs || nowMs - this.#sentAtMs >= quietMs) this.wire.send(keepAliveRequest);
      this.#watch();
    });
  }
}
