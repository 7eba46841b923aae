// The menu of the operator: the account, and the colours of the page.
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { setColourScheme } from '../../../../../adapters/web/console/frame/colour-scheme.js';
import { UserMenu } from '../../../../../adapters/web/console/frame/user-menu.js';
import { address, pick, press, show, text, user } from '../../page-bench.js';
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

it('the menu shows and changes the colours, which the browser stores', async () => {
  show(menu);
  await press(/^ann/);
  for (const [name, chosen] of [
    ['Dark', 'dark'],
    ['Light', 'light'],
    ['Automatic', 'auto'],
  ] as const) {
    if (screen.queryByRole('menuitemradio', { name }) === null) await press(/^ann/);
    await user.click(screen.getByRole('menuitemradio', { name }));
    expect([scheme(), localStorage.getItem('studio-control-scheme')]).toEqual([chosen, chosen]);
    if (screen.queryByRole('menuitemradio', { name }) === null) await press(/^ann/);
    expect(text(screen.getByRole('menuitemradio', { checked: true }))).toBe(name);
  }
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
