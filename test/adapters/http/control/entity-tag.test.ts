// Calls whose callers have the reply already.
import { expect, it } from 'vitest';
import { unlessKnown } from '../../../../adapters/http/control/entity-tag.js';

const picture = { status: 200, headers: { ETag: '"a1"' }, body: 'picture' };

it.each([
  ['"a1"', 304],
  ['W/"a1"', 304],
  ['"b2", "a1"', 304],
  ['*', 304],
  ['"b2"', 200],
  ['a1', 200],
  [undefined, 200],
])('@PICTURE-1: If-None-Match %s is answered with %i', (known, status) => {
  const headers = known === undefined ? {} : { 'if-none-match': known };
  const body = status === 304 ? '' : 'picture';
  expect(unlessKnown(picture, { headers })).toEqual({ ...picture, status, body });
});

it('a reply without a tag is always sent', () => {
  const reply = { status: 200, body: 'record' };
  expect(unlessKnown(reply, { headers: { 'if-none-match': '*' } })).toBe(reply);
});
