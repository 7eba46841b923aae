// The first steps on a new console: which step is next.
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { DeviceOverview, StudioOverview } from '../../../../../adapters/web/console/api/contract.js';
import { FirstStepsPage } from '../../../../../adapters/web/console/first-steps/first-steps-page.js';
import { allRead, dialogs, enter, field, press, show, shows, text } from '../../page-bench.js';
import { server } from '../../page-server.js';
import { deviceOf, haveStudios, signedIn, studioOf } from '../fixtures.js';

interface Around {
  readonly studios?: readonly StudioOverview[];
  readonly devices?: readonly DeviceOverview[];
}
const open = async (
  password: 'generated' | 'chosen' | null,
  { studios = [studioOf('a'), studioOf('b')], devices = [] }: Around = {},
) => {
  server.reply('GET /first-steps', { firstSteps: password && { password } });
  server.reply('GET /studios/a/devices', { devices });
  haveStudios(...studios);
  const view = show(<FirstStepsPage />, { answers: [signedIn({ username: 'admin', role: 'admin' })] });
  await waitFor(() => {
    expect(text()).not.toContain('Loading');
  });
  await allRead(view);
  return view;
};
/** How many steps are done, and the title of the present one. */
const steps = (): unknown => {
  const present = document.querySelector('[aria-current=step] h2');
  return [document.querySelectorAll('.step .badge').length, present?.textContent];
};
const next = (done: number, title: string): Promise<void> =>
  waitFor(() => {
    expect(steps()).toEqual([done, title]);
  });

it('the first studio is named, and its name is sent only if it changes', async () => {
  const view = await open('chosen');
  expect(field('Studio name').value).toBe('Studio a');
  await press('Continue');
  await next(2, 'Add the first device');
  expect(server.changes()).toEqual([]);
  view.unmount();
  await open('chosen');
  server.reply('PATCH /studios/a', {});
  enter('Studio name', 'News');
  await press('Continue');
  await next(2, 'Add the first device');
  expect(server.changes()).toEqual([['PATCH /studios/a', { name: 'News' }]]);
});

it('a studio is added where there is none', async () => {
  await open('chosen', { studios: [] });
  await press('Add studio');
  expect(dialogs()).toEqual(['Add studio']);
});

it('the first call of the device that was added last is awaited, and all is done after one', async () => {
  const view = await open('chosen', { devices: [deviceOf('Old'), deviceOf('New')] });
  await next(3, 'See its first call');
  expect(text()).toContain('Waiting for the first call of New');
  view.unmount();
  const lastCall = { time: '2021-03-01T12:00:00.000Z', address: '::1', answer: null };
  await open('chosen', { devices: [deviceOf('Old', { lastCall }), deviceOf('New')] });
  await shows('All steps are done.');
});

it('the first steps stay on the page once they are over, until it is left', async () => {
  const view = await open('chosen');
  server.reply('GET /first-steps', { firstSteps: null });
  await view.client.invalidateQueries({ queryKey: ['first-steps'] });
  await next(1, 'Name the studio');
  view.unmount();
  await open(null);
  expect(text()).toContain('The first steps are over.');
});
