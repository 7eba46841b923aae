// The page for the account of an operator.
import { expect, it } from 'vitest';
import { AccountPage } from '../../../../../adapters/web/console/account/account-page.js';
import { show, text } from '../../page-bench.js';
import { server } from '../../page-server.js';
import { signedIn } from '../fixtures.js';

it.each([
  ['password', /Password .* Second factor .* Sessions/],
  ['provider', /You sign in at Acme, which also keeps your password\. Sessions/],
] as const)('an operator who signs in with a %s has what belongs to that', (signIn, wanted) => {
  server.reply('GET /sessions', { sessions: [] });
  show(<AccountPage />, { answers: [signedIn({ signIn }), [['sign-in'], { name: 'Acme', url: '/acme' }]] });
  expect(text()).toMatch(wanted);
  expect(text()).toContain('Signed in as ann.');
  expect(text().includes('Second factor')).toBe(signIn === 'password');
});
