// Which calls with an idempotency key are one call: what of a call counts, and what does not.
import { expect, it } from 'vitest';
import { macroOperations } from '../../application/operations/macros.js';
import { rightOf } from '../domain/fixtures.js';

const run = macroOperations.find(({ name }) => name === 'macro.run');

/** Returns the text by which a run of a macro with this query is compared. */
const callOf = (query: string, macro = 'mac-1'): string | undefined => {
  if (run === undefined) throw new Error('macros can be run');
  const values = new Map([...new URLSearchParams(`key=a&${query}`)].map(([name, value]) => [name, [value]]));
  return rightOf(run.prepare({ path: new Map([['id', [macro]]]), query: values })).key?.call;
};

const first = callOf('guest=1&topic=news');

it.each([
  'topic=news&guest=1',
  'guest=1&topic=news&wait=0',
  'timeout=500&guest=1&topic=news',
  'guest=1&soft=1&topic=news',
  'topic=news&token=x&guest=1',
])('@IDEMPOTENCY-5: is the same call: %s', (query) => {
  expect(callOf(query)).toBe(first);
});

it.each(['guest=2&topic=news', 'guest=1', 'guest=1&topic=news&other=1', 'guest=news&topic=1'])(
  '@IDEMPOTENCY-5: is another call: %s',
  (query) => {
    expect(callOf(query)).not.toBe(first);
  },
);

it('@IDEMPOTENCY-5: is another call of another macro', () => {
  expect(callOf('guest=1&topic=news', 'mac-2')).not.toBe(first);
});
