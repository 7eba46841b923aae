// Which ids of servers and studios can be guessed.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGuessableId, minSecretIdLength } from '../../../domain/access/guessable-id.js';

describe('an id', () => {
  it.each([
    ...['', 'server-1', 'studio-one', 'example-server', '0123456789012345', 'broadcast-studio-london-2'],
    ...['StudioControlServer1', '2024-news-studio-server', 'server_room.studio one', 'correct-horse-battery-staple'],
    ...['k7f3q9x2m4t8w1z', 'студия-новостей-2024', '20240101broadcasting'],
  ])('of words and digits, or a short one, can be guessed: "%s"', (id) => {
    expect(isGuessableId(id)).toBe(true);
  });

  it.each([
    'k7f3q9x2m4t8w1z5',
    'server-k7f3q9x2m4t8w1z5',
    '3f2b1c4d-9a8e-4f60-b7c1-2d3e4f5a6b7c',
    'Xk3f-9aZq_71bT0pLw',
  ])('that mixes letters and digits at random can’t: "%s"', (id) => {
    expect(isGuessableId(id)).toBe(false);
  });

  it('from a generator of random bytes is never taken for one that can be guessed', () => {
    for (let times = 0; times < 1_000; times += 1) expect(isGuessableId(randomBytes(16).toString('hex'))).toBe(false);
  });

  it('can be guessed below the minimum length, whatever it consists of', () => {
    const short = fc.string({ maxLength: minSecretIdLength - 1 });
    fc.assert(fc.property(short, (id) => isGuessableId(id)));
  });

  it('of words can be guessed, however long', () => {
    const word = fc.stringMatching(/^[A-Za-z]{1,12}$/);
    const number = fc.nat({ max: 9_999 }).map(String);
    const separator = fc.constantFrom('-', '_', '.', ' ', '--');
    const id = fc.array(fc.tuple(fc.oneof(word, number), separator), { minLength: 1, maxLength: 9 });
    fc.assert(fc.property(id, (parts) => isGuessableId(parts.flat().join(''))));
  });
});
