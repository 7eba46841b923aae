// Reads packets of TSL UMD 5.0.

/** The colours of lamps and texts, by their number in a packet. */
const colours = ['off', 'red', 'green', 'amber'] as const;
export type Colour = (typeof colours)[number];

/** A message for one display. */
export interface DisplayMessage {
  readonly index: number;
  readonly left: Colour;
  readonly text: Colour;
  readonly right: Colour;
  readonly brightness: number;
  readonly label: string;
}

/** A packet for one screen. */
export interface DisplayPacket {
  readonly screen: number;
  readonly messages: readonly DisplayMessage[];
}

const colourAt = (control: number, bit: number): Colour => colours[(control >> bit) & 3] ?? 'off';

const reservedBits = 0xff00;

const readMessages = (bytes: Buffer, encoding: BufferEncoding): readonly DisplayMessage[] | string => {
  const messages: DisplayMessage[] = [];
  for (let at = 0; at < bytes.length;) {
    if (at + 6 > bytes.length) return 'a message ends within its head';
    const [index, control, length] = [0, 2, 4].map((offset) => bytes.readUInt16LE(at + offset));
    if (index === undefined || control === undefined || length === undefined) return 'a message has no head';
    if ((control & reservedBits) !== 0) return 'a message has control data or reserved bits';
    const end = at + 6 + length;
    if (end > bytes.length) return 'a text ends after its packet';
    messages.push({
      index,
      right: colourAt(control, 0),
      text: colourAt(control, 2),
      left: colourAt(control, 4),
      brightness: (control >> 6) & 3,
      label: bytes.toString(encoding, at + 6, end),
    });
    at = end;
  }
  return messages;
};

/** Returns a packet with display messages, or what is wrong with it. */
export const readPacket = (packet: Buffer): DisplayPacket | string => {
  if (packet.length < 6 || packet.length > 2_048) return `a packet of ${String(packet.length)} bytes`;
  const count = packet.readUInt16LE(0);
  if (count !== packet.length - 2) return `a byte count of ${String(count)} in ${String(packet.length)} bytes`;
  const [version, flags] = [packet.readUInt8(2), packet.readUInt8(3)];
  if (version !== 0) return `the version 5.${String(version)}`;
  if (flags > 1) return `the flags ${String(flags)}`;
  const messages = readMessages(packet.subarray(6), flags === 1 ? 'utf16le' : 'latin1');
  return typeof messages === 'string' ? messages : { screen: packet.readUInt16LE(4), messages };
};
