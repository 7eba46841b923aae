// Where the first steps are offered.
import { expect, it } from 'vitest';
import { FirstStepsNotice, StartPage } from '../../../../../adapters/web/console/first-steps/offer.js';
import { address, alerts, buttons, press, show, shows, text } from '../../page-bench.js';
import { held, refused, replied, server } from '../../page-server.js';
import { signedIn } from '../fixtures.js';

const asAdmin = (username = 'admin') => ({ answers: [signedIn({ username, role: 'admin' })], address: '/' });

it('the offer is made to the first operator alone', () => {
  show(<FirstStepsNotice />, asAdmin('ann'));
  expect([text(), server.calls().filter((call) => call.includes('first-steps'))]).toEqual(['', []]);
});

it('the offer can be ended, and stays with the error if that fails', async () => {
  server.reply('GET /first-steps', { firstSteps: { password: 'chosen' } });
  show(<FirstStepsNotice />, asAdmin());
  await shows('The first steps aren’t finished');
  const answer = held();
  server.answer('DELETE /first-steps', () => refused(503, 'not now'), answer.answer);
  await press('Don’t show again');
  await shows('Not now.');
  expect([alerts().length, buttons()]).toEqual([1, ['Don’t show again']]);
  server.reply('GET /first-steps', { firstSteps: null });
  await press('Don’t show again');
  expect([alerts(), buttons()]).toEqual([[], []]);
  answer.give(replied(undefined));
  await expect.poll(() => text()).toBe('');
});

it.each([
  ['generated', '/first-steps'],
  ['chosen', '/studios'],
  [null, '/studios'],
])('the console with the password %s opens at %s', async (password, to) => {
  server.reply('GET /first-steps', { firstSteps: password && { password } });
  show(<StartPage />, asAdmin());
  await expect.poll(address).toBe(to);
});

it.each([
  ['one studio', null, { 'a-1': 'viewer' }, '/studios/a-1/live'],
  ['several studios', null, { 'a-1': 'viewer', 'b-2': 'viewer' }, '/studios'],
  ['all studios', 'viewer', { 'a-1': 'operator' }, '/studios'],
])('the console of an operator of %s opens there', async (_, role, studioRoles, to) => {
  const operator = signedIn({ username: 'ann', role, studioRoles } as object);
  show(<StartPage />, { answers: [operator], address: '/' });
  await expect.poll(address).toBe(to);
});
