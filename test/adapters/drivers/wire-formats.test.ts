// What simulated equipment reads and writes, at the limits of its formats.
import { expect, it } from 'vitest';
import { treeOf } from '../../../simulator/emberplus/tree.js';
import { readPacket } from '../../../simulator/tsl/read-packet.js';
import { parseDatagram } from '../../../simulator/visca/message.js';

it('a VISCA camera reads numbers of 32 bits', () => {
  const inquiry = '81090400ff';
  const datagram = Buffer.from(`01100005fffe0001${inquiry}`, 'hex');
  expect(parseDatagram(datagram)).toEqual({ kind: 'inquiry', number: 0xfffe0001, contents: inquiry });
});

it.each([
  ['00', 'e9', 'é'],
  ['01', '3a04', 'к'],
])('a display reads labels in the encoding of the flags %s', (flags, label, text) => {
  const length = (label.length / 2).toString(16).padStart(2, '0');
  const body = `00${flags}010002000000${length}00${label}`;
  const packet = Buffer.from(`${(body.length / 2).toString(16).padStart(2, '0')}00${body}`, 'hex');
  expect(readPacket(packet)).toMatchObject({ screen: 1, messages: [{ index: 2, label: text }] });
});

it.each([
  [{ off: 5 }, { on: 1, off: 5 }],
  [{ off: false }, { on: true, off: false }],
  [{ on: 7 }, { on: 7, off: 0 }],
  [{}, { on: true, off: false }],
  [{ off: 'Idle' }, { on: 1, off: 0, names: ['Idle', '1'] }],
])('an Ember+ parameter with %j shows %j', (values, shown) => {
  const root = treeOf(new Map([['sig-1', { parameter: 'lamp', ...values }]]));
  expect(root.children[0]?.parameter).toMatchObject(shown);
});
