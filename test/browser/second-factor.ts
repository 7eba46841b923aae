// A second factor as an operator sets it up at the page: the app that reads the secret, and the form.
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { adminCredentials } from './test-system.js';

/** Reads the secret into an authenticator app, as people who type it do. */
export const appFor = async (page: Page): Promise<TOTP> => {
  const secret = (await page.locator('.secret-text').innerText()).replaceAll(' ', '');
  return new TOTP({ secret: Secret.fromBase32(secret) });
};

/** Sets up a second factor of the admin in the open form. Resolves with the app and the recovery codes. */
export const setUpSecondFactor = async (
  page: Page,
): Promise<{ readonly app: TOTP; readonly recoveryCodes: readonly string[] }> => {
  const app = await appFor(page);
  await page.getByLabel('Code that the app shows').fill(app.generate());
  await page.getByLabel('Your password').fill(adminCredentials.password);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Save these recovery codes now').waitFor();
  const recoveryCodes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
  return { app, recoveryCodes };
};
