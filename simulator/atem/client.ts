// A client of the simulated switcher: its session, and the packets that it hasn't acknowledged.
import type { Buffer } from 'node:buffer';
import { inOrder } from '../in-order.js';
import { contentsOf, writePacket } from './packets.js';

/** Sequence numbers begin anew here. */
const wrap = 0x8000;

/** The most packets that are kept for a client that acknowledges nothing. */
const maxKept = 2_000;

/** Whether a sequence number is at most another one. */
const isUpTo = (number: number, last: number): boolean => (last - number + wrap) % wrap < wrap / 2;

export class AtemClient {
  /** The client's packets that were seen, and those that were answered, up to these. */
  #seen = 0;
  #answered = 0;
  #sent = 0;
  #kept: { readonly sequence: number; readonly datagram: Buffer }[] = [];
  readonly #state = { destroyed: false };
  readonly #inOrder = inOrder(this.#state);

  constructor(
    readonly session: number,
    private readonly send: (datagram: Buffer) => void,
  ) {}

  /** Sends reports. */
  report(fields: readonly Buffer[]): void {
    for (const bytes of contentsOf(fields)) {
      this.#sent = (this.#sent + 1) % wrap;
      const datagram = writePacket({ session: this.session, sequence: this.#sent, bytes });
      this.#kept.push({ sequence: this.#sent, datagram });
      this.#kept.splice(0, this.#kept.length - maxKept);
      this.send(datagram);
    }
  }

  /** Takes an acknowledgement of the client. */
  acknowledge(number: number): void {
    this.#kept = this.#kept.filter(({ sequence }) => !isUpTo(sequence, number));
  }

  /**
   * Takes a packet that is to be acknowledged: once it is done, and after those before. One that was seen already is only
   * acknowledged, and the ones before one that came too early are asked for. The client's packets are also the time at which it gets
   * what it has missed.
   */
  take(sequence: number, act: () => unknown): void {
    for (const { datagram } of this.#kept) this.send(datagram);
    const next = (this.#seen + 1) % wrap;
    if (sequence !== next) {
      if (isUpTo(sequence, this.#answered)) this.#acknowledge();
      else if (!isUpTo(sequence, this.#seen)) this.send(writePacket({ session: this.session, resend: next }));
      return;
    }
    this.#seen = sequence;
    this.#inOrder(async () => {
      await act();
      if (this.#state.destroyed) return;
      this.#answered = sequence;
      this.#acknowledge();
    });
  }

  end(): void {
    this.#state.destroyed = true;
  }

  #acknowledge(): void {
    this.send(writePacket({ session: this.session, ackNumber: this.#answered }));
  }
}
