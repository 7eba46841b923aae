// Datagrams of multicast DNS, written from RFC 1035: announcements, and what is wrong with hostile ones.
import { Buffer } from 'node:buffer';
import { isIPv4 } from 'node:net';
import type { Random } from '../../../simulator/random.js';

const u16 = (value: number): Buffer => Buffer.from([(value >> 8) & 0xff, value & 0xff]);

const nameOf = (labels: readonly string[]): Buffer =>
  Buffer.concat([...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label)])), Buffer.from([0])]);

const record = (labels: readonly string[], type: number, data: Buffer): Buffer =>
  Buffer.concat([nameOf(labels), u16(type), u16(1), Buffer.from([0, 0, 0, 120]), u16(data.length), data]);

const addressBytes = (address: string): Buffer =>
  isIPv4(address)
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.concat([u16(0xfd12), Buffer.alloc(12), u16(Number(`0x${address.split(':').at(-1) ?? '0'}`))]);

/** Returns the announcement of a service by its host, whose address is of IPv4, or of the form `fd12::9`. */
export const announcement = (service: string, address: string, port = 9_000): Buffer => {
  const type = ['_ember', '_tcp', 'local'];
  const host = [`host-${service}`, 'local'];
  const answers = [
    record(type, 12, nameOf([service, ...type])),
    record([service, ...type], 33, Buffer.concat([u16(0), u16(0), u16(port), nameOf(host)])),
    record(host, isIPv4(address) ? 1 : 28, addressBytes(address)),
  ];
  return Buffer.concat([u16(0), u16(0x8400), u16(0), u16(answers.length), u16(0), u16(0), ...answers]);
};

/** Returns one hostile datagram: noise, or an announcement that is cut, changed, miscounted, or one of very many. */
export const hostileDatagram = (random: Random, index: number): Buffer => {
  const below = (limit: number): number => random.between(0, limit - 1);
  const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => below(256)));
  const whole = announcement(`x${String(index)}`, below(2) === 0 ? '192.168.1.9' : 'fd12::9', below(65_536));
  const changed = (): Buffer => {
    for (let count = 0; count < 4; count += 1) whole[below(whole.length)] = below(256);
    return whole;
  };
  const looped = (): Buffer => Buffer.concat([whole.subarray(0, 12), Buffer.from([0xc0, below(16)]), bytes(10)]);
  const miscounted = (): Buffer => Buffer.concat([whole.subarray(0, 4), bytes(8), whole.subarray(12)]);
  const kinds = [
    () => bytes(below(600)),
    () => whole.subarray(0, below(whole.length)),
    changed,
    looped,
    miscounted,
    () => Buffer.concat([whole, bytes(below(1_000))]),
    () => whole,
  ];
  return kinds[below(kinds.length)]?.() ?? whole;
};
