// Unsaved changes: on which saved state they are based, and what others saved meanwhile.
import { expect, it } from 'vitest';
import type { ConsoleReply } from '../../../../../adapters/web/console/api/client.js';
import {
  dropDraftsOf,
  merge,
  startEditing,
  useEditing,
  useHasDraft,
} from '../../../../../adapters/web/console/api/drafts.js';
import { hook } from '../../page-bench.js';

interface Value {
  readonly name: string;
  readonly list: readonly string[];
}
type Saved = ConsoleReply<Value>;

const key = 'a/access';
const saved = (name: string, etag: string): Saved => ({ value: { name, list: [] }, etag, version: null });
const [first, second] = [saved('one', '"1"'), saved('two', '"2"')];
const at = (of: Saved) => hook(() => useEditing(key, of)).current();
const add = (entry: string) => (value: Value) => ({ ...value, list: [...value.list, entry] });
const mine = { name: 'mine', list: [] };

it('an edit stays based on the state from which it began, also if it goes on from elsewhere', () => {
  startEditing(key, first, add('x'));
  startEditing(key, second, add('y'));
  expect(at(second)).toMatchObject({ base: first, conflict: second, value: { name: 'one', list: ['x', 'y'] } });
  at(second).edit(mine);
  expect(at(second)).toMatchObject({ base: first, conflict: second, value: mine });
});

it('an edit has no conflict with a state that is the same, and goes on with its tag', () => {
  at(first).edit(mine);
  const same = { ...first, etag: '"9"' };
  expect(at(same)).toMatchObject({ isDirty: true, base: same, conflict: undefined, value: mine });
  at(same).edit({ ...mine, list: ['x'] });
  expect(at(second)).toMatchObject({ base: same, conflict: second });
});

it('an edit is over once it is as before, discarded, or as what others saved', () => {
  at(first).edit(mine);
  const hasDraft = (of: string) => hook(() => useHasDraft(of)).current();
  expect([at(first).isDirty, hasDraft(key), hasDraft('b/access')]).toEqual([true, true, false]);
  at(first).edit({ ...first.value });
  expect(at(first).isDirty).toBe(false);
  at(first).edit(mine);
  at(first).discard();
  expect(at(second)).toMatchObject({ isDirty: false, value: second.value, base: second });
  at(first).edit(mine);
  at(second).rebase({ name: 'two', list: ['z'] });
  expect(at(second)).toMatchObject({ isDirty: true, base: second, conflict: undefined });
  at(second).rebase(second.value);
  expect(at(second).isDirty).toBe(false);
});

/** Whether the page asks before it is closed, because it has unsaved changes. */
const asks = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('the removal of a studio discards its unsaved changes, and not those of an id that begins the same', () => {
  for (const one of ['a/access', 'a/features', 'ab/access']) startEditing(one, first, add('x'));
  dropDraftsOf('a');
  expect(asks()).toBe(true);
  dropDraftsOf('ab');
  expect(asks()).toBe(false);
});

it('two edits of the same settings are merged field by field', () => {
  const base = { one: 1, two: 2, three: 3, list: ['a'] };
  const theirs = { ...base, two: 200, three: 300, list: ['b'] };
  expect(merge(base, { ...base, one: 10, two: 20, list: ['a'] }, theirs)).toEqual({
    ...{ one: 10, two: 20, three: 300, list: ['b'] },
  });
});
