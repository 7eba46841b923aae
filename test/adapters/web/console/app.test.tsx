// The page as a whole: which view an address has, and for whom.
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { hasSessionEnded } from '../../../../adapters/web/console/api/connection-status.js';
import { startEditing } from '../../../../adapters/web/console/api/drafts.js';
import { App } from '../../../../adapters/web/console/app.js';
import { address, press, show, shows, text } from '../page-bench.js';
import { server } from '../page-server.js';
import { haveStudios, sessionOf, studioOf } from './fixtures.js';

const ann = sessionOf({ role: 'admin' });
const feeds = (): readonly string[] =>
  server.streams
    .filter(({ url, readyState }) => url.startsWith('/api/events') && readyState === 1)
    .map(({ url }) => url);
const headings = (): readonly string[] => [...document.querySelectorAll('h1')].map((heading) => text(heading));
const visit = (at: string) => show(<App />, { address: at });

beforeEach(() => {
  server.reply('GET /session', ann);
  haveStudios(studioOf('a'), studioOf('b'));
});

it.each([
  ['/studios/b', 'Studio b'],
  ['/studios/c/live', 'Studio not found'],
  ['/studios/a/nothing', 'Page not found'],
  ['/removed-studios/x', 'Removed studio x'],
  ['/account', 'Your account'],
  ['/nothing', 'Page not found'],
])('the address %s has the view “%s”, and changes are followed until it is left', async (at, heading) => {
  const { unmount } = visit(at);
  await waitFor(() => {
    expect([headings(), feeds().length]).toEqual([[heading], 1]);
  });
  if (at === '/studios/b') expect(address()).toBe('/studios/b/live');
  unmount();
  expect(feeds()).toEqual([]);
});

it('the page follows no changes while the session has ended, and then asks for another operator', async () => {
  visit('/operators');
  await waitFor(() => {
    expect([headings(), feeds().length]).toEqual([['Operators'], 1]);
  });
  act(() => {
    hasSessionEnded.set(true);
  });
  expect([text(), headings(), feeds()]).toEqual([expect.stringContaining('Your session has ended'), ['Operators'], []]);
  await press('Discard changes and sign in as someone else');
  await shows('Sign in to the console');
});

it('the page begins anew for another operator, who signs in in another tab', async () => {
  const { client } = visit('/studios');
  await shows('Studio b');
  const saved = { value: 'saved', etag: null, version: null };
  const edited = (): unknown => {
    let value: unknown;
    startEditing('a/access', saved, (now) => (value = now));
    return value;
  };
  client.setQueryData(['operators'], []);
  startEditing('a/access', saved, () => 'mine');
  await client.invalidateQueries({ queryKey: ['session'] });
  expect([edited(), client.getQueryData(['operators'])]).toEqual(['mine', []]);
  server.reply('GET /session', { ...ann, username: 'bob', role: 'viewer' });
  await act(() => client.invalidateQueries({ queryKey: ['session'] }));
  expect([edited(), client.getQueryData(['operators'])]).toEqual(['saved', undefined]);
  await shows('Studio b');
  expect(screen.getByRole('button', { name: 'bob, Viewer in all studios' })).toBeTruthy();
});

it('operators are offered only to admins of all studios', async () => {
  server.reply('GET /session', { ...ann, role: 'operator', studioRoles: { a: 'admin' } });
  visit('/operators');
  await shows('Only admins can manage operators.');
  expect(text(screen.getByRole('navigation', { name: 'Console' }))).toBe('Studios');
  expect(server.calls()).not.toContain('GET /operators');
});
