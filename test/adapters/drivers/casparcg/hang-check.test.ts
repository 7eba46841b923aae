// When a server is asked for a reply, on one connection and on the ones after it.
import { expect, it } from 'vitest';
import type { Connection, ReplyResult } from '../../../../adapters/drivers/casparcg/connection.js';
import { HangCheck } from '../../../../adapters/drivers/casparcg/hang-check.js';
import type { AmcpReply } from '../../../../adapters/drivers/casparcg/reply-reader.js';

const reply: AmcpReply = { id: '1', code: 201, status: '201 VERSION OK', data: '2.5.0' };

const checked = () => {
  const asked: ReplyResult[] = [];
  const connection = { waitedMs: 0, request: (_line: string, onReply: ReplyResult) => asked.push(onReply) };
  const check = new HangCheck(connection as unknown as Connection);
  /** Returns whether the connection hangs after a wait, and how often the server was asked. */
  const after = (waitedMs: number): readonly [boolean, number] => {
    connection.waitedMs = waitedMs;
    return [check.isHanging(), asked.length];
  };
  return { after, asked };
};

it('asks once while a reply is awaited, and gives up after 35 s', () => {
  const { after } = checked();
  expect([5_000, 5_001, 20_000, 35_000, 35_001].map(after)).toEqual([
    ...[[false, 0] as const, [false, 1] as const, [false, 1] as const, [false, 1] as const],
    [true, 1],
  ]);
});

it.each<readonly [string, AmcpReply | undefined]>([
  ['a reply', reply],
  ['the connection', undefined],
])('asks again once the question has ended with %s', (_, end) => {
  const { after, asked } = checked();
  after(6_000);
  asked[0]?.(end);
  expect(after(0)).toEqual([false, 1]);
  expect(after(6_000)).toEqual([false, 2]);
});
