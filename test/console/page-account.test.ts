// The account of an operator at the console's page at work, without a browser.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageBench, pageView } from './page-hooks.js';
import { buttonsOf, enter, errorsOf, press, shows, valueOf } from './stage-actions.js';
import { refused, replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, type Stage } from './stage.js';

const labels = ['Current password', 'New password', 'Repeat new password'];

let server: StagedConsole;
let view: Stage;

const enterAll = (...values: readonly string[]): void => {
  for (const [index, label] of labels.entries()) enter(view, label, values[index]);
};

const values = (): readonly unknown[] => labels.map((label) => valueOf(view, label));

beforeEach(() => {
  server = stagedConsole();
});
afterEach(() => {
  view.close();
  server.restore();
});

it('a changed password stays nowhere in its form, which reports the change until something is entered', async () => {
  server.answer('PUT /session/password', () => new Response(null, { status: 204 }));
  view = stage((await pageView('account/password-card.js', 'PasswordCard'))({}));
  enterAll('old-secret', 'new-secret', 'new-secret');
  press(view, 'Change password');
  await shows(view, 'Password changed.');
  expect([values(), errorsOf(view)]).toEqual([['', '', ''], []]);
  expect(server.changes().map(({ body }) => body)).toEqual([{ current: 'old-secret', next: 'new-secret' }]);
  enter(view, 'New password', 'x');
  expect(view.text()).not.toContain('Password changed.');
});

it('a password is not sent unless it is long enough and repeated, and stays entered when it is refused', async () => {
  server.answer('PUT /session/password', () => refused(400, 'the current password is wrong'));
  view = stage((await pageView('account/password-card.js', 'PasswordCard'))({}));
  enterAll('old-secret', 'short', 'other');
  press(view, 'Change password');
  expect([errorsOf(view).length, errorsOf(view)[1], server.changes()]).toEqual([2, 'The passwords don’t match.', []]);
  enterAll('old-secret', 'new-secret', 'new-secret');
  press(view, 'Change password');
  await shows(view, 'The current password is wrong.');
  expect(values()).toEqual(['old-secret', 'new-secret', 'new-secret']);
});

it.each([
  ['password', /Password .* Second factor .* Sessions/],
  ['provider', /You sign in at Acme, which also keeps your password\. Sessions/],
])('an operator who signs in with a %s has what belongs to that', async (signIn, text) => {
  const session = { username: 'ann', role: 'viewer', studioRoles: {}, signIn, secondFactor: 'off' };
  const answers = [
    [['session'], session],
    [['sign-in'], { name: 'Acme', url: '/acme' }],
  ] as const;
  view = stage((await pageView('account/account-page.js', 'AccountPage'))({}), pageBench(answers));
  expect(view.text()).toMatch(text);
  expect(view.text()).toContain('Signed in as ann.');
  expect(view.text().includes('Second factor')).toBe(signIn === 'password');
});

it('a session is ended after a question that names it, and the list is read again', async () => {
  const session = (id: string, browser: string, current: boolean) => ({
    ...{ id, browser, current, address: `10.0.0.${id}` },
    ...{ createdAt: '2021-03-01T12:00:00.000Z', lastUsedAt: '2021-03-01T12:00:00.000Z' },
  });
  const here = session('1', 'Firefox', true);
  const there = session('2', '', false);
  server.answer('GET /sessions', () => replied({ sessions: [here, session('3', 'Safari', false), there] }));
  server.answer('DELETE /sessions/3', () => new Response(null, { status: 204 }));
  server.answer('DELETE /sessions', () => new Response(null, { status: 204 }));
  view = stage((await pageView('account/sessions-card.js', 'SessionsCard'))({}));
  await shows(view, 'Unknown program');
  press(view, 'End the session of Safari');
  expect(view.text()).toContain('Safari at 10.0.0.3 is signed out at once.');
  server.answer('GET /sessions', () => replied({ sessions: [here, there] }));
  press(view, 'End session');
  await eventually('the session is gone', () => !view.text().includes('Safari'));
  server.answer('GET /sessions', () => replied({ sessions: [here] }));
  press(view, 'End all other sessions');
  press(view, 'End sessions');
  await eventually('the other sessions are gone', () => !view.text().includes('Unknown program'));
  expect(server.changes().map(({ call }) => call)).toEqual(['DELETE /sessions/3', 'DELETE /sessions']);
  expect(buttonsOf(view)).toEqual(['End all other sessions']);
});
