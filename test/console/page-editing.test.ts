// An edit of the console's page, without a browser: on which saved state it is based, and what others saved meanwhile.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageModule, pageView, textOf, used } from './page-hooks.js';

interface Saved {
  readonly value: { readonly name: string; readonly list: readonly string[] };
  readonly etag: string;
}

/** What a test uses of the modules, which are compiled with the page. */
interface Drafts {
  readonly startEditing: (key: string, saved: Saved, change: (value: Saved['value']) => Saved['value']) => void;
  readonly useHasDraft: (key: string) => boolean;
  readonly useEditing: (
    key: string,
    saved: Saved,
  ) => {
    readonly value: Saved['value'];
    readonly isDirty: boolean;
    readonly base: Saved;
    readonly conflict: Saved | undefined;
    readonly edit: (value: Saved['value']) => void;
    readonly discard: () => void;
    readonly rebase: (value: Saved['value']) => void;
  };
  readonly clearDrafts: () => void;
}
interface Sync {
  readonly isInEffect: (studio: object, version: number) => boolean;
}
interface Status {
  readonly consoleReachable: { readonly set: (value: boolean) => void };
}

let drafts: Drafts;

beforeEach(async () => {
  drafts = await pageModule<Drafts>('api/drafts.js');
});
afterEach(() => {
  drafts.clearDrafts();
  vi.unstubAllGlobals();
});

const key = 'a/access';
const first: Saved = { value: { name: 'one', list: [] }, etag: '"1"' };
const second: Saved = { value: { name: 'two', list: [] }, etag: '"2"' };
const at = (saved: Saved) => used(() => drafts.useEditing(key, saved));
const add = (entry: string) => (value: Saved['value']) => ({ ...value, list: [...value.list, entry] });

describe('an edit', () => {
  it('stays based on the state from which it began, also if it goes on from elsewhere', () => {
    drafts.startEditing(key, first, add('x'));
    drafts.startEditing(key, second, add('y'));
    expect(at(second)).toMatchObject({ base: first, conflict: second, value: { name: 'one', list: ['x', 'y'] } });
    at(second).edit({ name: 'mine', list: [] });
    expect(at(second)).toMatchObject({ base: first, conflict: second, value: { name: 'mine', list: [] } });
  });

  it('has no conflict with a state that is the same, and goes on with its tag', () => {
    at(first).edit({ name: 'mine', list: [] });
    const same = { ...first, etag: '"9"' };
    expect(at(same)).toMatchObject({ isDirty: true, base: same, conflict: undefined, value: { name: 'mine' } });
    at(same).edit({ name: 'mine', list: ['x'] });
    expect(at(second)).toMatchObject({ base: same, conflict: second });
  });

  it('is over once it is as before, discarded, or as what others saved', () => {
    at(first).edit({ name: 'mine', list: [] });
    expect([
      at(first).isDirty,
      used(() => drafts.useHasDraft(key)),
      used(() => drafts.useHasDraft('b/access')),
    ]).toEqual([...[true, true, false]]);
    at(first).edit({ ...first.value });
    expect(at(first).isDirty).toBe(false);
    at(first).edit({ name: 'mine', list: [] });
    at(first).discard();
    expect(at(second)).toMatchObject({ isDirty: false, value: second.value, base: second });
    at(first).edit({ name: 'mine', list: [] });
    at(second).rebase({ name: 'two', list: ['z'] });
    expect(at(second)).toMatchObject({ isDirty: true, base: second, conflict: undefined });
    at(second).rebase(second.value);
    expect(at(second).isDirty).toBe(false);
  });
});

describe('the status of a studio', () => {
  const studio = {
    ...{ id: 'a', name: 'A', labels: [], key: 'none', apiEnabled: false, connected: true, service: null },
    ...{
      appliedVersion: 3,
      desiredVersion: 3,
      appliedAt: null,
      confirmedAt: null,
      disconnectedAt: null,
      refusal: null,
    },
  };
  const shown = async (change: object): Promise<readonly string[]> => {
    const row = await pageView('studios/studio-row.js', 'StudioRow');
    const line = await pageView('studio/sync-status-view.js', 'SyncStatusLine');
    return [row({ studio: { ...studio, ...change }, problems: [] }), line({ studio: { ...studio, ...change } })].map(
      (element) => textOf(element),
    );
  };

  it.each([
    [{}, 'A a · no key In effect', 'API off Connected In effect All settings are in effect at the studio.'],
    [
      { appliedVersion: 2, labels: ['Oslo', 'TV'] },
      'A a · no key · Oslo, TV In effect',
      'API off Connected Not yet in effect The latest settings are being sent to the studio.',
    ],
    [{ connected: false, key: 'set' }, 'A a', 'API off Offline Offline. It had all settings then.'],
    [
      { connected: false, appliedVersion: 2 },
      'A a · no key',
      'API off Offline Not yet in effect Offline. It receives the latest settings when it reconnects.',
    ],
    [
      { connected: false, appliedVersion: null },
      'A a · no key',
      'API off Not connected yet The studio’s service hasn’t connected yet. It receives these settings when it connects.',
    ],
    [{ refusal: { version: 3 } }, 'A a · no key In effect', 'API off Connected Refused by the service'],
    [
      { refusal: { version: 2 } },
      'A a · no key In effect',
      'API off Connected In effect All settings are in effect at the studio.',
    ],
  ])('of %j is in its row and above its sections', async (change, row, line) => {
    expect(await shown(change)).toEqual([row, line]);
  });

  it.each([
    [{}, true],
    [{ appliedVersion: 2 }, false],
    [{ appliedVersion: 4, desiredVersion: 4 }, true],
    [{ appliedVersion: null }, false],
    [{ connected: false }, false],
    [{ refusal: { version: 3 } }, false],
    [{ refusal: { version: 2 } }, true],
  ])('of %j says whether version 3 is in effect: %s', async (change, isKnown) => {
    const { isInEffect } = await pageModule<Sync>('studio/sync-status.js');
    expect(isInEffect({ ...studio, ...change }, 3)).toBe(isKnown);
  });

  it('is unknown while the console can’t be reached', async () => {
    const { consoleReachable } = await pageModule<Status>('api/connection-status.js');
    consoleReachable.set(false);
    expect(await shown({})).toEqual(['A a · no key Status unknown', 'API off Status unknown']);
    consoleReachable.set(true);
  });
});
