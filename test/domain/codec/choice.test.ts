// A choice between two codecs reports only what is wrong for the one that applies.
import * as t from 'io-ts';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { choiceOf } from '../../../domain/codec/choice.js';
import { decodeOrMessage } from '../../../domain/codec/issues.js';
import { openRecord } from '../../../domain/codec/open-record.js';
import { unknownKeysIn } from '../../../domain/codec/unknown-keys.js';

const Usual = t.type({ host: t.string });
const Other = openRecord({ connection: t.string }, 'Other');
const Either = choiceOf(Usual, Other, (input) => typeof input === 'object' && input !== null && 'connection' in input);
const Whole = t.type({ player: Either });

describe('a choice', () => {
  it.each([{ host: 'a' }, { connection: 'b', anything: 1 }])(
    'accepts what the codec that applies accepts: %j',
    (value) => {
      expect(Either.is(value)).toBe(true);
      expect(Either.decode(value)).toEqual(E.right(value));
    },
  );

  it.each([
    [{ player: { host: 1 } }, 'player.host: expected string; put it in quotes'],
    [{ player: { connection: 1 } }, 'player.connection: expected string; put it in quotes'],
    [{ player: 'x' }, 'player: expected an object'],
  ])('reports the issues of the codec that applies: %j', (value, message) => {
    expect(decodeOrMessage(Whole, value)).toEqual(E.left(message));
    expect(Whole.is(value)).toBe(false);
  });

  it('has the unknown fields of the codec that applies', () => {
    expect(unknownKeysIn(Whole, { player: { host: 'a', topic: 'b' } }).map(({ path }) => path)).toEqual([
      'player.topic',
    ]);
    expect(unknownKeysIn(Whole, { player: { connection: 'a', topic: 'b' } })).toEqual([]);
  });
});
