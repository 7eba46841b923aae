// Sessions, hidden inputs and frames of simulated OBS by themselves.
import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { fieldOf } from '../../../domain/codec/unchecked.js';
import { frameOf, opcodes, readFrame } from '../../../simulator/obs/frames.js';
import { ObsSession } from '../../../simulator/obs/session.js';

const sessionBench = (password?: string) => {
  const sent: unknown[] = [];
  const closed: number[] = [];
  const peer = { send: (text: string) => sent.push(JSON.parse(text)), close: (code: number) => closed.push(code) };
  const session = new ObsSession(peer, [], password);
  const receive = (op: number, d: object = {}): void => {
    session.receive(JSON.stringify({ op, d }));
  };
  return { session, receive, closed, ops: () => sent.map((message) => fieldOf(message, 'op')) };
};

it.each([{}, { authentication: 'wrong' }])('a session with a wrong password stays unidentified: %j', (answer) => {
  const { session, receive, closed, ops } = sessionBench('secret');
  receive(1, answer);
  expect([closed, ops()]).toEqual([[4_009], [0]]);
  session.notify('MediaInputPlaybackStarted', {});
  receive(6, { requestType: 'GetVersion', requestId: '1' });
  expect([closed, ops()]).toEqual([[4_009, 4_007], [0]]);
});

it('a session gets events from its identification on, and ends with an unknown message', () => {
  const { session, receive, closed, ops } = sessionBench();
  session.notify('MediaInputPlaybackStarted', {});
  receive(1);
  session.notify('MediaInputPlaybackEnded', {});
  expect(ops()).toEqual([0, 2, 5]);
  receive(3);
  expect(closed).toEqual([4_006]);
});

it.each([
  [0, '8100'],
  [125, '817d'],
  [126, '817e007e'],
  [65_535, '817effff'],
  [65_536, '817f0000000000010000'],
])('a message of %i bytes begins with %s', (length, head) => {
  const frame = frameOf(opcodes.text, Buffer.alloc(length, 'x'));
  expect([frame.subarray(0, head.length / 2).toString('hex'), frame.length]).toEqual([head, head.length / 2 + length]);
});

it.each([5, 126, 65_536])('a masked frame with %i bytes is read once it is complete', (length) => {
  const mask = Buffer.from('01020304', 'hex');
  const payload = Buffer.alloc(length, 'ab');
  const plain = frameOf(opcodes.text, payload);
  const head = Buffer.from(plain.subarray(0, plain.length - length));
  head.writeUInt8(head.readUInt8(1) | 0x80, 1);
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  const bytes = Buffer.concat([head, mask, masked]);
  for (const end of [1, 2, head.length, head.length + 3, bytes.length - 1])
    expect(readFrame(bytes.subarray(0, end))).toBeUndefined();
  const read = readFrame(Buffer.concat([bytes, Buffer.from('next')]));
  expect(read?.frame).toMatchObject({ isLast: true, opcode: opcodes.text });
  expect(read?.frame.payload.equals(payload)).toBe(true);
  expect(read?.rest.toString()).toBe('next');
  expect(() => readFrame(plain)).toThrow('masked');
});
