// The examples of calls with a new token.
import { expect, it } from 'vitest';
import { Examples } from '../../../../../adapters/web/console/new-device/examples-view.js';
import type { Offer } from '../../../../../adapters/web/console/new-device/offers.js';
import { button, choose, press, show, shows, text } from '../../page-bench.js';

const offer = (id: string, path: string): Offer => ({
  ...{ id, label: id, feature: 'outputs', access: 'control', path: `/api/v2/${path}`, plainPath: `/p/${path}` },
});
const [read, play] = [offer('read', 'studio'), offer('play', 'clips/{clip}/play')];
const targets = { urls: ['http://one', 'http://two'], clips: [1, 2].map((number) => ({ number, name: 'Clip' })) };
const examples = (...offers: readonly Offer[]) => <Examples offers={offers} targets={targets} token="t" />;

it('the other choices stay when one changes, and what is there is taken when a choice is gone', async () => {
  const view = show(examples(read, play));
  expect(text()).toContain('http://one/api/v2/studio');
  await choose(/Call$/, 'play');
  await choose(/Clip of the active bank$/, '2 Clip');
  await choose(/Address of the service$/, 'http://two');
  expect(text()).toContain('http://two/api/v2/clips/2/play');
  view.update(examples(read));
  expect(text()).toContain('http://two/api/v2/studio');
  view.update(examples(read, play));
  expect(text(button(/Clip of the active bank$/))).toBe('2 Clip');
});

it('an example is copied alone', async () => {
  show(examples(read));
  await press('Copy Command');
  await shows('Copied');
  expect(await navigator.clipboard.readText()).toMatch(/^curl -X POST .*Bearer t.*http:\/\/one\/api\/v2\/studio'$/);
});
