// Notices a provider that is silent: it has to answer keep-alive requests (Ember+ specification, "Keep-Alive mechanism").
import type { Buffer } from 'node:buffer';
import type { Clock } from '../../../application/ports/clock.js';
import { keepAliveRequest } from './s101.js';

/** How often the silence is measured, from when on the provider is asked, and when it counts as lost. Milliseconds. */
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
  #lastAtMs = 0;
  #cancel: () => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    private readonly wire: KeepAliveWire,
  ) {}

  start(): void {
    this.received();
    this.#watch();
  }

  /** Notes that the provider sent a message. */
  received(): void {
    this.#lastAtMs = this.clock.now();
  }

  stop(): void {
    this.#cancel();
  }

  #watch(): void {
    this.#cancel = this.clock.after(everyMs, () => {
      const silentMs = this.clock.now() - this.#lastAtMs;
      if (silentMs >= lostMs) {
        this.wire.drop(`the provider was silent for ${String(lostMs)} ms`);
        return;
      }
      if (silentMs >= quietMs) this.wire.send(keepAliveRequest);
      this.#watch();
    });
  }
}
