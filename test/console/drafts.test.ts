// Unsaved changes of the console's page, in a page without a browser.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { pageModule, pageWindow } from './page-hooks.js';

/** What a test uses of the module, which is compiled with the page. */
interface Drafts {
  readonly startEditing: (key: string, saved: object, change: (value: number) => number) => void;
  readonly dropDraftsOf: (studioId: string) => void;
  readonly clearDrafts: () => void;
  readonly merge: <A extends object>(base: A, mine: A, theirs: A) => A;
}

let drafts: Drafts;

beforeAll(async () => {
  drafts = await pageModule<Drafts>('api/drafts.js');
});
afterEach(() => {
  drafts.clearDrafts();
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** Whether the page asks before it is closed, because it has unsaved changes. */
const asks = (): boolean => !pageWindow.dispatchEvent(new Event('beforeunload', { cancelable: true }));

const edit = (key: string): void => {
  drafts.startEditing(key, { value: 1, version: '"1"' }, (value) => value + 1);
};

describe('the removal of a studio', () => {
  it('discards its unsaved changes', () => {
    edit('studio-1/access');
    edit('studio-1/features');
    expect(asks()).toBe(true);
    drafts.dropDraftsOf('studio-1');
    expect(asks()).toBe(false);
  });

  it('leaves those of a studio alone whose id begins the same', () => {
    for (const id of ['studio-1', 'studio-10']) edit(`${id}/access`);
    drafts.dropDraftsOf('studio-1');
    expect(asks()).toBe(true);
  });
});

describe('edits of the same settings', () => {
  const base = { one: 1, two: 2, three: 3, list: ['a'] };

  it('are merged field by field: what I changed is mine, all else theirs', () => {
    const mine = { ...base, one: 10, two: 20, list: ['a'] };
    const theirs = { ...base, two: 200, three: 300, list: ['b'] };
    expect(drafts.merge(base, mine, theirs)).toEqual({ one: 10, two: 20, three: 300, list: ['b'] });
  });
});
