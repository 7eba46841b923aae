// Unsaved changes of the console's page, in a page without a browser.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

const page = new EventTarget();

/** What a test uses of the module, which is compiled with the page. */
interface Drafts {
  readonly startEditing: (key: string, saved: object, change: (value: number) => number) => void;
  readonly dropDraftsOf: (studioId: string) => void;
  readonly clearDrafts: () => void;
}

const path = '../../adapters/web/console/api/drafts.js';
let drafts: Drafts;

beforeAll(async () => {
  vi.stubGlobal('window', page);
  drafts = (await import(path)) as Drafts;
  vi.unstubAllGlobals();
});
afterEach(() => {
  drafts.clearDrafts();
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** Whether the page asks before it is closed, because it has unsaved changes. */
const asks = (): boolean => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

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
    edit('studio-10/access');
    drafts.dropDraftsOf('studio-1');
    expect(asks()).toBe(true);
  });
});
