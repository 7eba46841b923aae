// The URLs that keys show.
import { expect, it } from 'vitest';
import { plainUrl, urlsBase } from '../../../../../adapters/web/screens/panel/key-url.js';

const own = 'http://studio:3002';

it.each([
  ['', undefined],
  ['urls=1', own],
  ['urls=', own],
  ['urls=http://127.0.0.1:4002/api', 'http://127.0.0.1:4002'],
  ['urls=javascript:alert(1)', own],
])('@PANEL-7: the address with "%s" shows URLs of %s', (query, base) => {
  expect(urlsBase(new URLSearchParams(query), own)).toBe(base);
});

it.each([
  ['/api/v2/signals/red%20light/on', null, '/api/v2/plain/signals/red%20light/on'],
  ['/api/v2/outputs/main/stop?scene=left', 'alpha', '/api/v2/plain/outputs/main/stop?scene=left&station=alpha'],
])('@PANEL-7: the URL of %s for the station %s is that of the plain route', (path, station, url) => {
  expect(plainUrl(own, path, station)).toBe(own + url);
});
