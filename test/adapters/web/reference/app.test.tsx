// The reference page: the access of its reader, its document, and what is open.
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { alerts, enter, field, shows, text } from '../page-bench.js';
import { refused, replied, server } from '../page-server.js';
import { answerPage, document, open, toggle } from './reference-bench.js';

const page = window.document;
/** The titles of the routes that are shown. */
const routes = (): readonly string[] =>
  [...page.querySelectorAll('details.route')]
    .filter((route) => route.closest('[hidden]') === null)
    .map((route) => text(route.querySelector('h3') ?? route));
const appear = (state: DocumentVisibilityState): void => {
  vi.spyOn(page, 'visibilityState', 'get').mockReturnValue(state);
  page.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(answerPage);

it.each([
  [() => refused(503, 'later'), /returned status 503/],
  [() => new Response('<html>'), /^The reference can’t be loaded: .*JSON/],
])('the document stays while it can’t be read, and is read again when the page is visible', async (failure, reason) => {
  server.answer('GET /v2/openapi.json', failure);
  const { unmount } = await open();
  expect(alerts()).toEqual([expect.stringMatching(reason)]);
  server.answer('GET /v2/openapi.json', () => replied(document), failure);
  appear('hidden');
  expect(server.calls().filter((call) => call.includes('openapi'))).toHaveLength(1);
  appear('visible');
  await shows('about Outputs');
  appear('visible');
  await waitFor(() => {
    expect(server.calls().filter((call) => call.includes('openapi'))).toHaveLength(3);
  });
  expect([alerts(), text()]).toEqual([[], expect.stringContaining('about Outputs')]);
  unmount();
  appear('visible');
  expect(server.calls().filter((call) => call.includes('openapi'))).toHaveLength(3);
});

it('the page opens the route in its address, and scrolls there', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  await open('#stop');
  await shows('curl ');
  expect([...page.querySelectorAll('details[open]')].map(({ id }) => id)).toEqual(['', 'stop']);
  expect(scroll.mock.contexts.map((element) => (element as Element).id)).toEqual(['stop']);
});

it('groups and routes are opened one by one, all of a search, and then those that were open', async () => {
  await open();
  await shows('about Outputs');
  expect(routes()).toEqual([]);
  await toggle('Outputs');
  expect(routes()).toEqual(['Stop it', 'play']);
  await toggle('Stop it');
  expect(text()).toContain('curl');
  enter('Find a route', 'stop');
  expect([routes(), text()]).toEqual([['Stop it'], expect.stringContaining('curl')]);
  enter('Find a route', '');
  expect(routes()).toHaveLength(2);
  await toggle('Outputs');
  expect(routes()).toEqual([]);
  enter('Find a route', 'settings');
  expect(routes()).toEqual(['settings']);
  enter('Find a route', 'nothing like it');
  expect([routes(), text()]).toEqual([[], expect.stringContaining('No route contains “nothing like it”.')]);
});

it('what is open and filled in stays while a search hides it, also if it was opened in the search', async () => {
  await open();
  await shows('about Outputs');
  enter('Find a route', 'stop');
  await toggle('Stop it');
  enter('slot required', 'aux');
  for (const search of ['play', 'settings', 'nothing like it', '']) enter('Find a route', search);
  expect([routes(), field('slot required').value]).toEqual([['Stop it', 'play'], 'aux']);
  expect(screen.getAllByText(/^curl /)).toHaveLength(1);
});
