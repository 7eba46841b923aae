// The console's server responds with the page to the path of every view, so that each can be opened and loaded again.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pagePaths } from '../../adapters/http/console/console-page.js';

it('the paths of the console’s pages are those of its views', () => {
  const views = readFileSync(new URL('../../adapters/web/console/app.tsx', import.meta.url), 'utf8');
  const routes = [...views.matchAll(/<Route path="([^"]+)"/g)].map(([, path]) => path);
  expect(routes.length).toBeGreaterThan(5);
  expect(routes.toSorted()).toEqual(pagePaths.toSorted());
});
