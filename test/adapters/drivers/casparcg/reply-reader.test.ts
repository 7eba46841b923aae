// The driver's parser with the recorded replies of a real server, split at arbitrary positions.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChannel } from '../../../../adapters/drivers/casparcg/info.js';
import { maxReplyLength, ReplyReader, type AmcpReply } from '../../../../adapters/drivers/casparcg/reply-reader.js';
import { hasPicture } from '../../../../adapters/drivers/casparcg/picture.js';
import { recordedExchanges } from './recording.js';

const read = (pieces: readonly Buffer[]): readonly AmcpReply[] => {
  const found: AmcpReply[] = [];
  const reader = new ReplyReader((reply) => found.push(reply));
  for (const piece of pieces) reader.read(piece);
  return found;
};

const recordedBytes = Buffer.from(recordedExchanges.map(({ reply }) => reply).join(''));
const replies = read([recordedBytes]);

const cutAt = (positions: readonly number[]): readonly Buffer[] => {
  const cuts = [0, ...[...new Set(positions)].sort((a, b) => a - b), recordedBytes.length];
  return cuts.slice(1).map((cut, index) => recordedBytes.subarray(cuts[index], cut));
};

describe('recorded replies', () => {
  it('are parsed with their codes and data', () => {
    const codes = Map.groupBy(replies, ({ code }) => code);
    expect([...codes.keys()].sort()).toEqual([200, 201, 202, 400, 402, 403, 404, 501]);
    expect(replies.find(({ id }) => id === 'abc124')).toEqual({
      id: 'abc124',
      code: 404,
      status: '404 PLAY FAILED',
      data: '',
    });
    expect(replies.find(({ id }) => id === 'q1')?.data.split('\n')).toHaveLength(9);
    expect(replies.find(({ id }) => id === 'abc125')?.data).toBe('REQ abc125 BOGUS');
  });

  it('are parsed the same however they are split', () => {
    const positions = fc.array(fc.integer({ min: 1, max: recordedBytes.length - 1 }), { maxLength: 400 });
    fc.assert(
      fc.property(positions, (cuts) => {
        expect(read(cutAt(cuts))).toEqual(replies);
      }),
      { numRuns: 50 },
    );
  });

  it('contain the state of a channel', () => {
    const channels = replies.filter(({ data }) => data.includes('<channel>')).map(({ data }) => readChannel(data));
    expect(channels.length).toBeGreaterThan(20);
    expect(new Set(channels.map(({ framesPerSecond }) => framesPerSecond))).toEqual(new Set([25]));
    const files = channels.flatMap(({ layers }) =>
      [...layers.values()].map(({ foreground }) => foreground).filter(({ path }) => path !== undefined),
    );
    const without = files.filter((file) => !hasPicture(file)).map(({ path }) => path);
    expect([...new Set(without)].sort()).toEqual(
      ['corrupt.mp4', 'short.mp4', 'text.mp4', 'trunc.mp4', 'truncmov.mov', 'zero.mp4'].map((name) => `media/${name}`),
    );
  });
});

it.each(['\u0001', '&#x1F;', '&eacute;', ' & '])('the state of a channel is read on after %j in a path', (odd) => {
  const layer = (number: number, path: string) =>
    `<layer_${String(number)}><foreground><file><path>${path}</path></file></foreground></layer_${String(number)}>`;
  const layers = `${layer(10, `media/a${odd}b.mp4`)}${layer(20, 'media/opener.mp4')}`;
  const state = readChannel(`<channel><stage><layer>${layers}</layer></stage></channel>`);
  expect(state.layers.get(20)?.foreground.path).toBe('media/opener.mp4');
});

describe('a reply', () => {
  it('keeps characters whose bytes arrive apart', () => {
    const bytes = Buffer.from('RES 1 201 INFO OK\r\n<path>médià/天気🎬.mov</path>\r\n');
    const expected = read([bytes]);
    expect(expected[0]?.data).toBe('<path>médià/天気🎬.mov</path>');
    for (let cut = 1; cut < bytes.length; cut += 1)
      expect(read([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(expected);
  });

  it('is rejected if it is too long', () => {
    const line = Buffer.from(`RES 1 200 INFO OK\r\n${'1 720p2500 PLAYING\r\n'.repeat(1_000)}`);
    const endless = Array.from({ length: Math.ceil((2 * maxReplyLength) / line.length) }, () => line);
    expect(() => read(endless)).toThrow(String(maxReplyLength));
    expect(() => read([Buffer.alloc(maxReplyLength + 1, 'x')])).toThrow(String(maxReplyLength));
  });

  it('counts for itself alone, however many came before', () => {
    const short = Buffer.from('RES 1 202 PLAY OK\r\n'.repeat(10_000));
    const pieces = Array.from({ length: Math.ceil((2 * maxReplyLength) / short.length) }, () => short);
    expect(read(pieces)).toHaveLength(10_000 * pieces.length);
  });

  it("of arbitrary bytes doesn't throw", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 200 })), (pieces) => {
        expect(() => read(pieces.map((piece) => Buffer.from(piece)))).not.toThrow();
      }),
    );
  });
});
