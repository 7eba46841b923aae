// Reads messages of TSL UMD 3.1. A display of that version has a green lamp on its left and a red one on its right.
import { Buffer } from 'node:buffer';
import type { DisplayPacket } from './read-packet.js';

const messageBytes = 18;

/** The screen of displays in a protocol that has no screens. */
const onlyScreen = 0;

/** Returns a packet with the one message, or what is wrong with it. */
export const readMessage31 = (message: Buffer): DisplayPacket | string => {
  if (message.length !== messageBytes) return `a message of ${String(message.length)} bytes`;
  const [first, control] = [message.readUInt8(0), message.readUInt8(1)];
  if (first < 0x80) return `the first byte ${String(first)}`;
  if (first === 0xff) return 'the address 127';
  if ((control & 0xc0) !== 0) return 'reserved bits of the control byte';
  const text = message.toString('latin1', 2);
  if (!/^[ -~]*$/.test(text)) return `the text ${JSON.stringify(text)}`;
  const lamp = (bit: number, colour: 'green' | 'red') => (((control >> bit) & 1) === 1 ? colour : 'off');
  const lamps = { left: lamp(0, 'green'), right: lamp(1, 'red'), text: 'off' } as const;
  return {
    screen: onlyScreen,
    messages: [{ index: first & 0x7f, ...lamps, brightness: (control >> 4) & 3, label: text.trimEnd() }],
  };
};

/** Finds the messages in a byte stream. Only their first bytes have the highest bit. */
export class Message31Reader {
  #bytes: number[] = [];

  constructor(private readonly receive: (message: Buffer) => void) {}

  push(bytes: Buffer): void {
    for (const byte of bytes) {
      if (byte >= 0x80) this.#bytes = [];
      this.#bytes.push(byte);
      if (this.#bytes.length === messageBytes) this.receive(Buffer.from(this.#bytes));
    }
  }
}
