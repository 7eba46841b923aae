// The page in Chromium: signing in at an identity provider, and with a second factor.
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startIdentityProvider, testClient, type TestIdentityProvider } from '../support/identity-provider.js';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser } from './chromium.js';
import type { ConsoleTab } from './console-tab.js';
import { consoleTest } from './console-test.js';
import { setUpSecondFactor } from './second-factor.js';
import { adminCredentials } from './test-system.js';

const periodMs = 30_000;

const enterPassword = async (page: Page): Promise<void> => {
  await page.getByLabel('Username').fill(adminCredentials.username);
  await page.getByLabel('Password').fill(adminCredentials.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

const enterCode = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

const userMenu = (page: Page): Locator => page.getByRole('button', { name: /^(admin|sso:ada), / });

const signedIn = (page: Page): Promise<void> => userMenu(page).waitFor();

const signOut = async (page: Page): Promise<void> => {
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to the console' }).waitFor();
};

const phone = { width: 390, height: 844 };

/** Returns what is wrong with a view: on a wide display, and on a phone. */
const findings = async (page: Page): Promise<readonly string[]> => {
  const found = await accessibilityViolations(page);
  const wide = page.viewportSize() ?? phone;
  await page.setViewportSize(phone);
  const scrolling = (await hasHorizontalScroll(page)) ? ['scrolls horizontally'] : [];
  const narrow = await accessibilityViolations(page);
  await page.setViewportSize(wide);
  return [...found, ...narrow, ...scrolling];
};

describe.skipIf(missingBrowser() !== undefined)('signing in with a second factor', { timeout: 60_000 }, () => {
  const at = consoleTest();

  it('works with a code of the app and with a recovery code, each once', async () => {
    await at.tab.goTo('/account');
    await at.button('Set up').click();
    await at.page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    expect(await findings(at.page)).toEqual([]);
    const { app, recoveryCodes } = await setUpSecondFactor(at.page);
    expect(recoveryCodes).toHaveLength(10);
    await at.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await at.button('Copy').click();
    await at.button('Copied').waitFor();
    expect(await at.page.evaluate('navigator.clipboard.readText()')).toBe(recoveryCodes.join('\n'));
    expect(await findings(at.page)).toEqual([]);
    await at.button('I have saved them').click();
    await at.page.getByText('On', { exact: true }).waitFor();
    expect(await findings(at.page)).toEqual([]);
    await signOut(at.page);

    await enterPassword(at.page);
    const code = at.page.getByLabel('Code');
    await code.waitFor();
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
    await expect.poll(() => at.page.evaluate('document.activeElement.autocomplete')).toBe('one-time-code');
    expect(await findings(at.page)).toEqual([]);
    const next = app.generate({ timestamp: Date.now() + periodMs });
    await enterCode(at.page, next);
    await signedIn(at.page);
    await signOut(at.page);

    await enterPassword(at.page);
    await enterCode(at.page, next);
    await at.page.getByText('Wrong code.').waitFor();
    const [recoveryCode = ''] = recoveryCodes;
    await enterCode(at.page, recoveryCode);
    await signedIn(at.page);
    await signOut(at.page);
    await enterPassword(at.page);
    await enterCode(at.page, recoveryCode);
    await at.page.getByText('Wrong code.').waitFor();
  });

  it('is required before anything else where the console demands it', async () => {
    await at.system.stopConsole();
    await at.system.startConsole({ REQUIRE_SECOND_FACTOR: 'all' });
    const { page, goTo } = await at.openTab();
    await goTo('/');
    await enterPassword(page);
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await setUpSecondFactor(page);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await signedIn(page);
  });
});

describe.skipIf(missingBrowser() !== undefined)('signing in at an identity provider', { timeout: 60_000 }, () => {
  const at = consoleTest();
  let provider: TestIdentityProvider;
  let tab: ConsoleTab;

  beforeEach(async () => {
    const { url } = at.system;
    provider = await startIdentityProvider({ redirectUrl: `${url}/sign-in/oidc/callback` });
    provider.people.set('ada', { preferred_username: 'ada', groups: ['crew'] });
    provider.people.set('bob', { preferred_username: 'bob', groups: ['guests'] });
    await at.system.stopConsole();
    await at.system.startConsole({
      CONSOLE_PUBLIC_URL: url,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: testClient.id,
      OIDC_CLIENT_SECRET: testClient.secret,
      OIDC_NAME: 'Example SSO',
      OIDC_SCOPE: 'openid profile email groups',
      OIDC_ROLES: 'viewer=crew',
    });
    tab = await at.openTab();
    tab.allowOrigin(provider.issuer);
    await tab.goTo('/');
  });
  afterEach(() => provider.stop());

  const atProvider = async (page: Page, person: string): Promise<void> => {
    await page.getByLabel('Person').fill(person);
    await page.getByRole('button', { name: 'Continue' }).click();
  };

  it('leads there and back into the console, with the role that the provider gives', async () => {
    const { page } = tab;
    await page.getByRole('link', { name: 'Sign in with Example SSO' }).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Sign in with Example SSO' }).click();
    await atProvider(page, 'ada');
    await signedIn(page);
    await tab.goTo('/account');
    await page.getByText('You sign in at Example SSO').waitFor();
    expect(await findings(page)).toEqual([]);
    await tab.goTo('/studios/studio-1/access');
    await page.getByText('Your role in this studio is Viewer').waitFor();
    await signOut(page);

    await at.tab.goTo('/operators');
    await at.page.getByRole('heading', { name: 'sso:ada' }).waitFor();
    await at.page.getByText('"sso:ada" signed in at Example SSO').waitFor();
    expect(await findings(at.page)).toEqual([]);
  });

  it('explains why somebody is not let in, once', async () => {
    const { page } = tab;
    await page.getByRole('link', { name: 'Sign in with Example SSO' }).click();
    await atProvider(page, 'bob');
    await page.getByText('you have no role in this console').waitFor();
    expect(await findings(page)).toEqual([]);
    expect(new URL(page.url()).search).toBe('');
    await page.reload();
    await page.getByRole('link', { name: 'Sign in with Example SSO' }).waitFor();
    expect(await page.getByText('you have no role in this console').count()).toBe(0);
  });

  it('continues in the open page after its session has ended', async () => {
    const { page } = tab;
    await page.getByRole('link', { name: 'Sign in with Example SSO' }).click();
    await atProvider(page, 'ada');
    await signedIn(page);
    await at.system.callConsole('DELETE', '/api/operators/sso%3Aada/sessions');
    await page.getByText('Your session has ended').waitFor();
    expect(await findings(page)).toEqual([]);
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Sign in with Example SSO' }).click();
    await signedIn(await opened);
    await page.getByRole('button', { name: 'I have signed in' }).click();
    await page.getByText('Your session has ended').waitFor({ state: 'detached' });
  });
});
