// Texts in parts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, partsCollector } from '../../../../application/console/sync/message-parts.js';
import type { AskPart } from '../../../../application/ports/console-messages.js';

const part = (index: number, count: number, text: string): AskPart => ({
  ...{ kind: 'ask-part', studioId: 'a', ask: '1', to: 'b' },
  ...{ index, count, text },
});

const collected = (texts: readonly string[], maxLength = 1_000): readonly (string | undefined)[] => {
  const collect = partsCollector(maxLength);
  return texts.map((text, index) => collect(part(index, texts.length, text)));
};

describe('a text', () => {
  it('is the same once its parts are together, each of which is short enough as JSON', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
        fc.integer({ min: 16, max: 64 }),
        (text, max) => {
          const parts = cut(text, max);
          expect(collected(parts).at(-1)).toBe(text);
          for (const one of parts)
            expect(new TextEncoder().encode(JSON.stringify(one)).length).toBeLessThanOrEqual(max);
        },
      ),
    );
  });

  it('is dropped if a part is lost, comes twice, is empty, or if it is too long', () => {
    const collect = partsCollector(1_000);
    const received = [part(0, 3, 'a'), part(2, 3, 'c'), part(1, 3, 'b'), part(0, 1, 'whole')].map(collect);
    expect(received).toEqual([undefined, undefined, undefined, undefined]);
    expect(collected(['a', '', 'b']).at(-1)).toBeUndefined();
    expect(collected(['abc', 'def'], 5).at(-1)).toBeUndefined();
    const again = partsCollector(10);
    expect([again(part(0, 1, 'a')), again(part(0, 1, 'a'))]).toEqual(['a', undefined]);
  });
});
