// Messages of VISCA over IP as a camera receives and sends them, by Sony's technical manuals (SRG-300H, "Command List").
import { Buffer } from 'node:buffer';

/** A datagram of a controller: what it contains, its number, and its contents as hexadecimal digits. */
export interface Received {
  readonly kind: 'command' | 'inquiry' | 'control' | 'other';
  readonly number: number;
  readonly contents: string;
}

const kinds = new Map<number, Received['kind']>([
  [0x0100, 'command'],
  [0x0110, 'inquiry'],
  [0x0200, 'control'],
]);

/** Parses a datagram; undefined if it has no complete header. */
export const parseDatagram = (datagram: Buffer): Received | undefined => {
  if (datagram.length < 8) return undefined;
  const view = new DataView(datagram.buffer, datagram.byteOffset, datagram.byteLength);
  const isWhole = view.getUint16(2) === datagram.length - 8;
  const kind = isWhole ? (kinds.get(view.getUint16(0)) ?? 'other') : 'other';
  return { kind, number: view.getUint32(4), contents: datagram.toString('hex', 8) };
};

/** What a camera sends: a VISCA reply, the acknowledgement of a reset, or the report of an error in the packet. */
export type SentKind = 'reply' | 'controlReply' | 'controlError';

const sentTypes: Readonly<Record<SentKind, string>> = {
  reply: '0111',
  controlReply: '0201',
  controlError: '0200',
};

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** Returns the datagram of a message whose contents are given in hexadecimal digits. */
export const datagramOf = (kind: SentKind, number: number, contents: string): Buffer =>
  Buffer.from(`${sentTypes[kind]}${hex(contents.length / 2, 4)}${hex(number, 8)}${contents}`, 'hex');

/** Returns a number as `digits` bytes, each of which carries one hexadecimal digit. */
export const spread = (value: number, digits: number): string =>
  hex(value, digits)
    .split('')
    .map((digit) => `0${digit}`)
    .join('');
