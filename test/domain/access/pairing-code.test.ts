import { describe, expect, it } from 'vitest';
import { pairingCode } from '../../../domain/access/pairing-code.js';
import type { TokenHash } from '../../../domain/access/token.js';

const hash = (start: string) => start.padEnd(64, '0') as TokenHash;

describe('the code of a token', () => {
  it.each([
    ['0000000000', '0000-0000'],
    ['ffffffffff', 'ZZZZ-ZZZZ'],
    ['0000000001', '0000-0001'],
    ['00443214c7', '0123-4567'],
    ['42544a2d0f', '89A4-MB8F'],
  ])('of a hash that begins with %s is %s', (start, code) => {
    expect(pairingCode(hash(start))).toBe(code);
  });
});
