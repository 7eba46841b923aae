// The console's page as a whole, without a browser: which view an address has, and for whom.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageBench, pageModule, pageView } from './page-hooks.js';
import { buttonsOf, press, shows } from './stage-actions.js';
import { refused, replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, textOfPart, type Stage } from './stage.js';

/** What a test uses of the modules, which are compiled with the page. */
interface Status {
  readonly hasSessionEnded: { readonly get: () => boolean; readonly set: (value: boolean) => void };
}
interface Drafts {
  readonly startEditing: (key: string, saved: object, change: (value: unknown) => unknown) => void;
  readonly clearDrafts: () => void;
}

class Feed extends EventTarget {
  static readonly CLOSED = 2;
  static open: string[] = [];

  constructor(readonly url: string) {
    super();
    Feed.open.push(url);
  }

  close(): void {
    Feed.open.splice(Feed.open.indexOf(this.url), 1);
  }
}

class Observer {
  readonly observe = (): void => undefined;
  readonly disconnect = (): void => undefined;
}

const ann = {
  ...{ username: 'ann', role: 'admin', studioRoles: {}, signIn: 'password', secondFactor: 'off' },
  ...{ groups: [], provider: null },
};
const studio = (id: string) => ({
  ...{ id, name: `Studio ${id}`, labels: [], apiEnabled: true, connected: true, key: 'set', keyInUse: 'current' },
  ...{ oldKey: null, service: null, refusal: null, appliedVersion: 6, desiredVersion: 6, confirmedAt: null },
  ...{ appliedAt: null, disconnectedAt: null },
});

let server: StagedConsole;
let view: Stage;

beforeEach(() => {
  Feed.open = [];
  server = stagedConsole();
  vi.stubGlobal('EventSource', Feed);
  for (const name of ['MutationObserver', 'ResizeObserver']) vi.stubGlobal(name, Observer);
  server.answer('GET /session', () => replied(ann));
  server.answer('GET /studios?limit=2000', () => replied({ studios: ['a', 'b'].map(studio), next: null }));
});
afterEach(async () => {
  view.close();
  server.restore();
  const { hasSessionEnded } = await pageModule<Status>('api/connection-status.js');
  hasSessionEnded.set(false);
  (await pageModule<Drafts>('api/drafts.js')).clearDrafts();
});

const visit = async (address: string): Promise<void> => {
  const app = await pageView('app.js', 'App');
  const location = { pathname: address, search: '', origin: 'https://console' };
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location }));
  view = stage(app({}), pageBench([], address));
};
const headings = (): readonly string[] =>
  view
    .parts()
    .filter(({ type }) => type === 'h1')
    .map(textOfPart);

describe('an address', () => {
  it.each([
    ['/studios', 'Studios'],
    ['/studios/a/access', 'Studio a'],
    ['/studios/b', 'Studio b'],
    ['/studios/c/live', 'Studio not found'],
    ['/studios/a/nothing', 'Page not found'],
    ['/removed-studios', 'Removed studios'],
    ['/removed-studios/x', 'Removed studio x'],
    ['/operators', 'Operators'],
    ['/account', 'Your account'],
    ['/nothing', 'Page not found'],
  ])('%s has the view “%s”', async (address, heading) => {
    await visit(address);
    await eventually('the view is shown', () => headings().length > 0);
    expect(headings()).toEqual([heading]);
    if (address === '/studios/b') expect(view.bench.address).toBe('/studios/b/live');
    await eventually('changes are followed', () => Feed.open.some((url) => url.startsWith('/api/events')));
    view.close();
    expect(Feed.open).toEqual([]);
  });
});

describe('the page', () => {
  it('asks for a sign-in without an operator, and for a second factor that is missing', async () => {
    server.answer('GET /session', () => refused(401, 'not signed in'));
    await visit('/studios');
    await shows(view, 'Sign in to the console');
    expect([server.document.title, Feed.open]).toEqual(['Sign in · Studio Control', []]);
    view.close();
    server.answer('GET /session', () => replied({ ...ann, secondFactor: 'missing' }));
    await visit('/studios');
    await shows(view, 'This console requires a code');
    expect([buttonsOf(view).includes('Sign out'), Feed.open]).toEqual([true, []]);
  });

  it('follows no changes while the session has ended, and goes on once the operator is back', async () => {
    const { hasSessionEnded } = await pageModule<Status>('api/connection-status.js');
    await visit('/operators');
    await eventually('the feed is open', () => view.parts().length > 0 && Feed.open.length === 1);
    hasSessionEnded.set(true);
    expect([view.text(), headings()]).toEqual([expect.stringContaining('Your session has ended'), ['Operators']]);
    expect(Feed.open).toEqual([]);
    press(view, 'Discard changes and sign in as someone else');
    expect(headings()).toEqual(['Sign in to the console']);
  });

  it('begins anew for another operator, who signs in in another tab', async () => {
    const drafts = await pageModule<Drafts>('api/drafts.js');
    await visit('/studios');
    await shows(view, 'Studio b');
    const { client } = view.bench;
    client.setQueryData(['operators'], []);
    drafts.startEditing('a/access', { value: 'saved' }, () => 'mine');
    const edited = (): unknown => {
      let value: unknown;
      drafts.startEditing('a/access', { value: 'saved' }, (now) => (value = now));
      return value;
    };
    await client.invalidateQueries({ queryKey: ['session'] });
    expect([edited(), client.getQueryData(['operators'])]).toEqual(['mine', []]);
    server.answer('GET /session', () => replied({ ...ann, username: 'bob', role: 'viewer' }));
    await client.invalidateQueries({ queryKey: ['session'] });
    expect([edited(), client.getQueryData(['operators'])]).toEqual(['saved', undefined]);
    expect(client.getQueryData(['session'])).toMatchObject({ username: 'bob', role: 'viewer' });
    await shows(view, 'Studio b');
  });

  it('offers operators only to admins of all studios', async () => {
    server.answer('GET /session', () => replied({ ...ann, role: 'operator', studioRoles: { a: 'admin' } }));
    await visit('/operators');
    await shows(view, 'Only admins can manage operators.');
    const links = view.parts().filter(({ props }) => props['aria-label'] === 'Console');
    expect(links.map(textOfPart)).toEqual(['Studios']);
    expect(server.requests.map(({ call }) => call)).not.toContain('GET /operators');
  });
});

it('the sections of a studio mark the present one and those with unsaved changes, of this studio alone', async () => {
  const { startEditing } = await pageModule<Drafts>('api/drafts.js');
  startEditing('a/features', { value: 1 }, () => 2);
  startEditing('b/access', { value: 1 }, () => 2);
  const bar = await pageView('studio/section-bar.js', 'SectionBar');
  const bench = pageBench(
    [[['session'], { ...ann, role: 'operator', studioRoles: { b: 'admin' } }]],
    '/studios/a/history/1',
  );
  let id = 'a';
  view = stage(() => bar({ studio: studio(id) }), bench);
  const links = () => view.parts().filter(({ type }) => type === 'a');
  const named = (isWanted: (props: Readonly<Record<string, unknown>>, text: string) => boolean) =>
    links().flatMap((link) => (isWanted(link.props, textOfPart(link)) ? [textOfPart(link)] : []));
  expect(named((_, text) => text.includes('unsaved'))).toEqual(['Features (unsaved)']);
  expect(named((props) => props['aria-current'] === 'page')).toEqual(['History']);
  expect(links()).toHaveLength(7);
  id = 'b';
  expect(named((_, text) => text.includes('unsaved'))).toEqual(['Access (unsaved)']);
  expect(links()).toHaveLength(8);
});
