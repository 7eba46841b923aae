// The packets of VISCA over IP: one UDP datagram each, with a header of eight bytes.

/** What a packet carries, as its header names it. */
export const packetTypes = {
  command: 0x0100,
  inquiry: 0x0110,
  reply: 0x0111,
  controlCommand: 0x0200,
  controlReply: 0x0201,
} as const;

/** A packet: its type, its sequence number and its payload of 1 to 16 bytes. */
export interface Packet {
  readonly type: number;
  readonly sequence: number;
  readonly payload: Uint8Array;
}

const headerLength = 8;
const maxPayloadLength = 16;

/** Returns the datagram of a packet. */
export const encodePacket = ({ type, sequence, payload }: Packet): Buffer => {
  const datagram = Buffer.alloc(headerLength + payload.length);
  datagram.writeUInt16BE(type, 0);
  datagram.writeUInt16BE(payload.length, 2);
  datagram.writeUInt32BE(sequence, 4);
  datagram.set(payload, headerLength);
  return datagram;
};

/** Returns the packets of a datagram: some cameras send several at once. What follows them and is none doesn't count. */
export const decodePackets = (datagram: Buffer): readonly Packet[] => {
  const packets: Packet[] = [];
  for (let at = 0; at + headerLength < datagram.length;) {
    const begin = at + headerLength;
    const end = begin + datagram.readUInt16BE(at + 2);
    if (end === begin || end > datagram.length || end > begin + maxPayloadLength) break;
    const payload = datagram.subarray(begin, end);
    packets.push({ type: datagram.readUInt16BE(at), sequence: datagram.readUInt32BE(at + 4), payload });
    at = end;
  }
  return packets;
};
