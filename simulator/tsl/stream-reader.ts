// Finds the packets in a byte stream: each one begins with DLE STX, and a DLE within it is doubled.
import { Buffer } from 'node:buffer';
const dle = 0xfe;
const stx = 0x02;

/** Reads one connection. */
export class StreamReader {
  #bytes: number[] | null = null;
  #isAfterDle = false;

  constructor(private readonly receive: (packet: Buffer) => void) {}

  push(bytes: Buffer): void {
    for (const byte of bytes) this.#next(byte);
  }

  #next(byte: number): void {
    if (!this.#isAfterDle && byte === dle) {
      this.#isAfterDle = true;
      return;
    }
    if (this.#isAfterDle && byte === stx) this.#bytes = [];
    else this.#bytes?.push(byte);
    this.#isAfterDle = false;
    this.#finish();
  }

  /** The packet's own count shows where it ends. */
  #finish(): void {
    const bytes = this.#bytes;
    const [low, high] = bytes ?? [];
    if (bytes === null || low === undefined || high === undefined || bytes.length < low + 256 * high + 2) return;
    this.receive(Buffer.from(bytes));
    this.#bytes = null;
  }
}
