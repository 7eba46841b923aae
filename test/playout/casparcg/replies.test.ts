// The driver reads what a real server has said, in whatever pieces it arrives.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChannel } from '../../../adapters/playout/casparcg/channel.js';
import { maxReplyLength, ReplyReader, type AmcpReply } from '../../../adapters/playout/casparcg/reply-reader.js';
import { hasPicture } from '../../../adapters/playout/casparcg/picture.js';
import { recordedExchanges } from './recording.js';

const read = (pieces: readonly Buffer[]): readonly AmcpReply[] => {
  const replies: AmcpReply[] = [];
  const reader = new ReplyReader((reply) => replies.push(reply));
  for (const piece of pieces) reader.read(piece);
  return replies;
};

const everything = Buffer.from(recordedExchanges.map(({ reply: said }) => said).join(''));
const whole = read([everything]);

const cutAt = (places: readonly number[]): readonly Buffer[] => {
  const cuts = [0, ...[...new Set(places)].sort((a, b) => a - b), everything.length];
  return cuts.slice(1).map((cut, index) => everything.subarray(cuts[index], cut));
};

describe('recorded replies', () => {
  it('are read each with its code and its data', () => {
    const codes = Map.groupBy(whole, ({ code }) => code);
    expect([...codes.keys()].sort()).toEqual([200, 201, 202, 400, 402, 403, 404, 501]);
    expect(whole.find(({ id }) => id === 'abc124')).toEqual({
      ...{ id: 'abc124', code: 404, status: '404 PLAY FAILED', data: '' },
    });
    expect(whole.find(({ id }) => id === 'q1')?.data.split('\n')).toHaveLength(9);
    expect(whole.find(({ id }) => id === 'abc125')?.data).toBe('REQ abc125 BOGUS');
  });

  it('are the same in whatever pieces they come', () => {
    const places = fc.array(fc.integer({ min: 1, max: everything.length - 1 }), { maxLength: 400 });
    fc.assert(
      fc.property(places, (cuts) => {
        expect(read(cutAt(cuts))).toEqual(whole);
      }),
      { numRuns: 50 },
    );
  });

  it('tell the state of a channel', () => {
    const channels = whole.filter(({ data }) => data.includes('<channel>')).map(({ data }) => readChannel(data));
    expect(channels.length).toBeGreaterThan(20);
    expect(new Set(channels.map(({ framesPerSecond }) => framesPerSecond))).toEqual(new Set([25]));
    const files = channels.flatMap(({ layers }) => [...layers.values()].filter(({ path }) => path !== undefined));
    const without = files.filter((file) => !hasPicture(file)).map(({ path }) => path);
    expect([...new Set(without)].sort()).toEqual(
      ['corrupt.mp4', 'short.mp4', 'text.mp4', 'trunc.mp4', 'truncmov.mov', 'zero.mp4'].map((name) => `media/${name}`),
    );
  });
});

describe('a reply', () => {
  it('that never ends is no reply', () => {
    const line = Buffer.from(`RES 1 200 INFO OK\r\n${'1 720p2500 PLAYING\r\n'.repeat(1_000)}`);
    const endless = Array.from({ length: Math.ceil((2 * maxReplyLength) / line.length) }, () => line);
    expect(() => read(endless)).toThrow(String(maxReplyLength));
    expect(() => read([Buffer.alloc(maxReplyLength + 1, 'x')])).toThrow(String(maxReplyLength));
  });

  it('of any bytes ends nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 })), (pieces) => {
        expect(() => read(pieces.map((piece) => Buffer.from(piece)))).not.toThrow();
      }),
    );
  });
});
