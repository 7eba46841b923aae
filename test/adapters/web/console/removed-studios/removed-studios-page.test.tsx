// The pages of removed studios.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  RemovedStudioPage,
  RemovedStudiosPage,
} from '../../../../../adapters/web/console/removed-studios/removed-studios-page.js';
import { show, shows } from '../../page-bench.js';
import { server } from '../../page-server.js';
import { signedIn } from '../fixtures.js';

it('a removed studio has its history at its id, whatever that contains', async () => {
  server.reply('GET /removed-studios/a%2Fb/changes?limit=50', { changes: [] });
  show(<RemovedStudioPage id="a/b" />, { answers: [signedIn({ role: 'admin' })] });
  await shows('No changes yet.');
  expect(server.calls()).toContain('GET /removed-studios/a%2Fb/changes?limit=50');
});

it('a removed studio has a link to its history in the list, with the time of its last change', async () => {
  const removedStudios = ['a/b', 'c'].map((id) => ({ id, lastChange: '2021-03-01T12:00:00.000Z' }));
  server.reply('GET /removed-studios', { removedStudios });
  show(<RemovedStudiosPage />, { answers: [signedIn({ role: 'admin' })] });
  await shows('a/b Last change 1 Mar 2021');
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/studios', '/removed-studios/a%2Fb', '/removed-studios/c']);
});

it('a removed studio is seen by admins of all studios alone', async () => {
  show(<RemovedStudioPage id="a" />, { answers: [signedIn({ studioRoles: { a: 'admin' } })] });
  await shows('Only admins');
  expect(server.calls().filter((call) => call.includes('removed'))).toEqual([]);
});
