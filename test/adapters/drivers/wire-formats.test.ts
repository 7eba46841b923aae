// What simulated equipment reads and writes, at the limits of its formats.
import { expect, it } from 'vitest';
import { treeOf } from '../../../simulator/emberplus/tree.js';
import { frameOf, opcodes } from '../../../simulator/obs/frames.js';
import { ObsSession } from '../../../simulator/obs/session.js';
import { readPacket } from '../../../simulator/tsl/read-packet.js';
import { parseDatagram } from '../../../simulator/visca/message.js';

it.each([
  [125, '817d'],
  [126, '817e007e'],
  [65_535, '817effff'],
  [65_536, '817f0000000000010000'],
])('OBS writes the length of %d bytes as RFC 6455 does', (length, head) => {
  const frame = frameOf(opcodes.text, Buffer.alloc(length));
  expect(frame.toString('hex', 0, head.length / 2)).toBe(head);
  expect(frame).toHaveLength(head.length / 2 + length);
});

it('OBS sends events to a client that has identified, not before', () => {
  const sent: { readonly op: number }[] = [];
  const peer = { send: (text: string) => void sent.push(JSON.parse(text) as { op: number }), close: () => undefined };
  const session = new ObsSession(peer, [], undefined);
  session.notify('MediaInputPlaybackStarted', {});
  session.receive(JSON.stringify({ op: 1, d: { rpcVersion: 1 } }));
  session.notify('MediaInputPlaybackEnded', {});
  expect(sent).toMatchObject([{ op: 0 }, { op: 2 }, { op: 5, d: { eventType: 'MediaInputPlaybackEnded' } }]);
});

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
