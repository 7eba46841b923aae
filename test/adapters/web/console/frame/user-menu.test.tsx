// The menu of the operator: the account, and the colours of the page.
import { afterEach, expect, it, vi } from 'vitest';
import { setColourScheme } from '../../../../../adapters/web/console/frame/colour-scheme.js';
import { UserMenu } from '../../../../../adapters/web/console/frame/user-menu.js';
import { address, pick, show } from '../../page-bench.js';
import { sessionOf } from '../fixtures.js';

const menu = <UserMenu operator={sessionOf({ role: 'viewer' })} onSignOut={() => undefined} />;
const scheme = () => document.documentElement.dataset['scheme'];
afterEach(() => {
  setColourScheme('auto');
});

it('the menu opens the account', async () => {
  show(menu);
  await pick(/^ann/, 'Your account');
  expect(address()).toBe('/account');
});

it('the colours change also where the browser stores nothing', () => {
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new Error('denied');
    },
  });
  setColourScheme('dark');
  expect(scheme()).toBe('dark');
});
