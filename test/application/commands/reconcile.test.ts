// What is opened and closed when definitions change.
import { expect, it } from 'vitest';
import { reconcile } from '../../../application/commands/reconcile.js';

const bench = () => {
  const opened = new Map<string, { readonly address: string }>();
  const done: string[] = [];
  const follow = (...definitions: readonly { readonly id: string; readonly address: string }[]) => {
    reconcile(opened, definitions, {
      open: ({ address }) => {
        done.push(`open ${address}`);
        return { address };
      },
      serves: (one, { address }) => one.address === address,
      close: ({ address }) => done.push(`close ${address}`),
    });
    return done.splice(0);
  };
  return { opened, follow };
};

it('keeps what serves its definition, and closes before it opens', () => {
  const { opened, follow } = bench();
  expect(follow({ id: 'a', address: '1' }, { id: 'b', address: '2' })).toEqual(['open 1', 'open 2']);
  const kept = opened.get('a');
  expect(follow({ id: 'c', address: '2' }, { id: 'a', address: '1' })).toEqual(['close 2', 'open 2']);
  expect(opened.get('a')).toBe(kept);
  expect(follow({ id: 'a', address: '3' }, { id: 'c', address: '2' })).toEqual(['close 1', 'open 3']);
  expect(follow()).toEqual(['close 2', 'close 3']);
  expect(opened.size).toBe(0);
});
