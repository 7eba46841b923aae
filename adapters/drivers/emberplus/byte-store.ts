// Bytes that are collected until they are complete, up to a bound.
import { Buffer } from 'node:buffer';

/** The first capacity, in bytes. It doubles as often as needed. */
const firstCapacity = 2_048;

/** Collects bytes. */
export class ByteStore {
  #bytes = Buffer.alloc(firstCapacity);
  #length = 0;

  constructor(private readonly maxLength: number) {}

  /** The bytes so far. They are overwritten after {@link ByteStore.clear}. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  /** Adds a byte. Returns whether it fits. */
  addByte(byte: number): boolean {
    if (!this.#reserve(1)) return false;
    this.#bytes[this.#length] = byte;
    this.#length += 1;
    return true;
  }

  /** Adds bytes. Returns whether they fit. */
  add(bytes: Buffer): boolean {
    if (!this.#reserve(bytes.length)) return false;
    bytes.copy(this.#bytes, this.#length);
    this.#length += bytes.length;
    return true;
  }

  #reserve(count: number): boolean {
    const needed = this.#length + count;
    if (needed > this.maxLength) return false;
    if (needed <= this.#bytes.length) return true;
    const grown = Buffer.alloc(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
    return true;
  }
}
