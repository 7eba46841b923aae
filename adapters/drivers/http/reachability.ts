// Finds out whether a device whose state can't be read is there: it accepts TCP connections.
import { connect, type Socket } from 'node:net';
import type { Clock } from '../../../application/ports/clock.js';
import type { HttpTarget } from '../shared/http-exchange.js';

/** How often a device is tried, and how long one trial may take, in milliseconds. */
const everyMs = 1_000;
const awayMs = 500;
const trialMs = 1_000;

/** The trials of one device. */
export class Reachability {
  #socket: Socket | undefined;
  #isRunning = false;
  #cancel: () => void = () => undefined;

  constructor(
    private readonly clock: Clock,
    private readonly onResult: (isReachable: boolean) => void,
  ) {}

  /** Begins, unless it has begun already. */
  start(target: Pick<HttpTarget, 'host' | 'port'>): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#try(target);
  }

  stop(): void {
    this.#isRunning = false;
    this.#cancel();
    this.#socket?.destroy();
  }

  #try({ host, port }: Pick<HttpTarget, 'host' | 'port'>): void {
    const socket = connect({ host, port });
    this.#socket = socket;
    let isReachable = false;
    this.#cancel = this.clock.after(trialMs, () => socket.destroy());
    socket.once('connect', () => {
      isReachable = true;
      socket.destroy();
    });
    // Why it can't be reached makes no difference.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (!this.#isRunning || this.#socket !== socket) return;
      this.#cancel();
      this.#cancel = this.clock.after(isReachable ? everyMs : awayMs, () => {
        this.#try({ host, port });
      });
      this.onResult(isReachable);
    });
  }
}
