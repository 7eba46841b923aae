// Watches the lengths of the packets that a broker sends, so that none fills the memory.

/** The longest packet that the service receives, in bytes. */
export const maxPacketLength = 65_536;

/** A length takes at most this many bytes (MQTT 5, section 1.5.5). */
const maxLengthBytes = 4;

/** Reads the lengths of packets from a stream of bytes. */
export class PacketLengths {
  /** Bytes of the current packet that are still to come; undefined while its header is read. */
  #rest: number | undefined;
  /** Bytes of the current header that were read, and the length that they state so far. */
  #headerBytes = 0;
  #length = 0;

  /** `onPacket` is called at the end of each packet. */
  constructor(private readonly onPacket: () => void = () => undefined) {}

  /** Reads a chunk. Returns whether no packet so far is too long. */
  accepts(chunk: Uint8Array): boolean {
    let at = 0;
    while (at < chunk.length) {
      if (this.#rest === undefined) {
        this.#readHeader(chunk[at] ?? 0);
        at += 1;
        if (this.#length > maxPacketLength || this.#headerBytes > maxLengthBytes + 1) return false;
      } else {
        const skipped = Math.min(this.#rest, chunk.length - at);
        at += skipped;
        this.#skip(skipped);
      }
    }
    return true;
  }

  #readHeader(byte: number): void {
    this.#headerBytes += 1;
    if (this.#headerBytes === 1) return;
    this.#length += (byte & 0x7f) * 128 ** (this.#headerBytes - 2);
    if ((byte & 0x80) === 0) this.#begin();
  }

  #begin(): void {
    this.#rest = this.#length;
    this.#skip(0);
  }

  #skip(bytes: number): void {
    this.#rest = (this.#rest ?? 0) - bytes;
    if (this.#rest > 0) return;
    this.onPacket();
    this.#rest = undefined;
    this.#headerBytes = 0;
    this.#length = 0;
  }
}
