// Reads messages of TSL UMD 3.1: 18 bytes each. What follows one up to the next, such as the extension of version 4.0, is skipped.
import { message31Bytes, startBit } from './message31.js';
import { readDatagram } from './packet-reader.js';
import type { ReceivedTallies } from './received.js';

/** The bits of the control byte that are 0 in a message with a text. */
const reservedBits = 0xc0;

/** The address that no display has. */
const noAddress = 0x7f;

/** How much is skipped without a message in between before it is no TSL UMD, in bytes. */
const maxSkipped = 1_024;

export const noMessage = 'it sends what is no TSL UMD 3.1';

/** Returns what a message sets; undefined if it isn't one. */
const readMessage = (message: Buffer): ReceivedTallies | undefined => {
  const [first = 0, control = 0] = message;
  const display = first & noAddress;
  return display === noAddress || (control & reservedBits) !== 0 ? undefined : { display, tallies: control & 0x0f };
};

/** A packet of version 5.0 may look like a message to display 126: it begins with DLE STX. */
const isBeginning = (chunk: Buffer): boolean => (chunk[0] ?? 0) >= startBit && typeof readDatagram(chunk) === 'string';

/** Reads one connection, or one datagram. */
export class Message31Reader {
  #bytes: number[] = [];
  #isBegun = false;
  #skipped = 0;

  constructor(private readonly onDisplays: (displays: readonly ReceivedTallies[]) => void) {}

  /** Takes a part of what was sent. Returns why it can't be TSL UMD 3.1; undefined if it can. */
  read(chunk: Buffer): string | undefined {
    if (!this.#isBegun && !isBeginning(chunk)) return noMessage;
    this.#isBegun = true;
    for (const byte of chunk) this.#take(byte);
    return this.#skipped > maxSkipped ? noMessage : undefined;
  }

  #take(byte: number): void {
    if (this.#bytes.length === 0 && byte < startBit) {
      this.#skipped += 1;
      return;
    }
    this.#bytes.push(byte);
    if (this.#bytes.length < message31Bytes) return;
    const message = readMessage(Buffer.from(this.#bytes));
    this.#bytes = [];
    if (message === undefined) this.#skipped += message31Bytes;
    else {
      this.#skipped = 0;
      this.onDisplays([message]);
    }
  }
}

/** Reads a datagram. Returns why it is no message. */
export const readDatagram31 = (datagram: Buffer): readonly ReceivedTallies[] | string => {
  const read: ReceivedTallies[] = [];
  new Message31Reader((displays) => read.push(...displays)).read(datagram);
  return read.length === 0 ? noMessage : read;
};
