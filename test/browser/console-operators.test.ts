// The page in Chromium: operators with roles in single studios, sessions, and the end of a session without activity.
import { describe, expect, it, onTestFinished } from 'vitest';
import { startWebhookReceiver } from '../support/webhook-receiver.js';
import { accessibilityViolations } from './axe.js';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';
import { adminCredentials } from './test-system.js';

const olivia = { username: 'olivia', password: 'olivia’s own secret' };

describe.skipIf(missingBrowser() !== undefined)('operators', { timeout: 60_000 }, () => {
  const at = consoleTest();
  const { button, dialog, section } = at;

  const addOlivia = (studioRoles: Readonly<Record<string, string>>) =>
    at.system.callConsole('POST', '/api/operators', { ...olivia, studioRoles, mustChangePassword: false });

  /** Signs olivia in with a password that an admin has set, and chooses her own. */
  const signInFirst = async ({ goTo, page }: Awaited<ReturnType<typeof at.openTab>>, password: string) => {
    await goTo('/');
    await page.getByLabel('Username').fill('olivia');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Choose a password' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Password you signed in with').fill(password);
    await page.getByLabel('New password', { exact: true }).fill(olivia.password);
    await page.getByLabel('Repeat new password').fill(olivia.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('heading', { name: 'Studio One' }).waitFor();
  };

  it('@WEBHOOK-14 @WEBHOOK-18 @WEBHOOK-19: add a webhook, see its secret once, test it, and are sent alarms', async () => {
    const receiver = await startWebhookReceiver();
    onTestFinished(() => receiver.close());
    await at.tab.goTo('/operators');
    await button('Add webhook').click();
    await at.page.getByLabel('Name').fill('newsroom');
    await at.page.getByLabel('URL').fill(receiver.url);
    await dialog().getByText('Some studios').click();
    await dialog().getByText('Studio One').click();
    expect(await accessibilityViolations(at.page)).toEqual([]);
    await button('Add').click();
    receiver.expect(await at.page.getByRole('textbox', { name: 'Secret' }).inputValue());
    await button('I have saved it').click();
    await button('Test newsroom').click();
    await at.page.getByText('it answered with 204').waitFor();
    expect(receiver.accepted.map(({ isSigned, body }) => [isSigned, body.type])).toEqual([[true, 'test']]);
    receiver.behave(() => 'answers 410');
    await button('Test newsroom').click();
    await at.page.getByText('it answered with 410').waitFor();
    expect(await accessibilityViolations(at.page)).toEqual([]);
    receiver.behave(() => undefined);
    at.system.studio.setFault('cam-2', { type: 'offline' });
    expect(await at.statusOf('/api/v2/macros/mac-1/run', { from: '127.0.0.1' })).toBe(424);
    await expect.poll(() => receiver.accepted.map(({ body }) => body.type), syncTimeout).toContain('alarm.raised');
    at.system.studio.setFault('cam-2', null);
    await button('Delete newsroom').click();
    await button('Delete').click();
    await at.page.getByText('There is no webhook.').waitFor();
  });

  it('get a role in one studio and a generated password', async () => {
    await at.system.callConsole('POST', '/api/studios', { id: 'studio-2', name: 'Studio Two' });
    await at.tab.goTo('/operators');
    await button('Add operator').click();
    await at.page.getByLabel('Username').fill('olivia');
    await dialog().getByText('None', { exact: true }).click();
    await button('Add studio').click();
    await dialog().getByRole('button', { name: /Role$/ }).click();
    await at.page.getByRole('option', { name: 'Operator' }).click();
    await dialog().getByText('Password', { exact: true }).click();
    await button('Add').click();
    const password = await at.page.getByRole('textbox', { name: 'Password', exact: true }).inputValue();
    await button('I have saved it').click();
    await at.page.getByText('Operator in studio-1', { exact: true }).waitFor();

    const tab = await at.openTab();
    await signInFirst(tab, password);
    await tab.page.getByRole('link', { name: 'Devices' }).click();
    await tab.page.getByRole('button', { name: 'Add device' }).waitFor();
    expect(await tab.page.getByRole('link', { name: 'Studio and key' }).count()).toBe(0);
    await tab.goTo('/studios');
    await tab.page.getByRole('link', { name: 'Studio One' }).waitFor();
    expect(await tab.page.getByRole('link', { name: 'Studio Two' }).count()).toBe(0);
    await tab.goTo('/studios/studio-2/access');
    await tab.page.getByRole('heading', { name: 'Studio not found' }).waitFor();
  });

  it('see studios appear and disappear with their roles, at once', async () => {
    await addOlivia({ 'studio-1': 'viewer' });
    const tab = await at.openTab();
    await tab.signIn(olivia);
    await tab.goTo('/studios/studio-1/access');
    await tab.page.getByText('Your role in this studio is Viewer').waitFor();
    expect(await tab.page.getByLabel('API enabled').isDisabled()).toBe(true);
    await at.system.callConsole('PATCH', '/api/operators/olivia', { studioRoles: { 'studio-1': 'operator' } });
    await expect.poll(() => tab.page.getByLabel('API enabled').isDisabled(), syncTimeout).toBe(false);
    await at.system.callConsole('PATCH', '/api/operators/olivia', { studioRoles: {} });
    await tab.page.getByRole('heading', { name: 'Studio not found' }).waitFor();
    await tab.page.getByRole('link', { name: 'All studios' }).click();
    await tab.page.getByText('No studios yet. An admin adds studios, and gives you a role in them.').waitFor();
  });

  it('read how to add the first studio as admins', async () => {
    await at.system.callConsole('DELETE', '/api/studios/studio-1');
    await at.tab.goTo('/studios');
    await at.page.getByText('No studios yet. Add a studio to connect its service.').waitFor();
    expect(await accessibilityViolations(at.page)).toEqual([]);
  });

  it('read the history of a removed studio as admins, and not as others', async () => {
    await at.system.callConsole('POST', '/api/studios', { id: 'attic', name: 'Attic' });
    await at.system.callConsole('DELETE', '/api/studios/attic');
    await at.tab.goTo('/studios');
    await at.page.getByRole('link', { name: 'History of removed studios' }).click();
    await at.page.getByRole('link', { name: 'attic' }).waitFor();
    expect(await accessibilityViolations(at.page)).toEqual([]);
    await at.page.getByRole('link', { name: 'attic' }).click();
    await at.page.getByText('Removed the studio "attic"').waitFor();
    await at.page.getByText('Added the studio "Attic"').waitFor();
    expect(await accessibilityViolations(at.page)).toEqual([]);
    await addOlivia({ 'studio-1': 'admin' });
    const tab = await at.openTab();
    await tab.signIn(olivia);
    await tab.goTo('/studios');
    expect(await tab.page.getByRole('link', { name: 'History of removed studios' }).count()).toBe(0);
    await tab.goTo('/removed-studios/attic');
    await tab.page.getByText('Only admins can see removed studios.').waitFor();
  });

  it('end their other sessions, and admins those of others', async () => {
    await addOlivia({ 'studio-1': 'viewer' });
    const [one, other] = [await at.openTab(), await at.openTab()];
    await one.signIn(olivia);
    await other.signIn(olivia);
    await one.goTo('/account');
    await one.page.getByText('This session').waitFor();
    await one.page.getByRole('button', { name: 'End all other sessions' }).click();
    await one.page.getByRole('button', { name: 'End sessions' }).click();
    await other.page.getByText('Your session has ended').waitFor();
    await at.tab.goTo('/operators');
    await button('Sessions of olivia').click();
    await dialog()
      .getByRole('button', { name: /^End the session of Chrome/ })
      .click();
    await at.page.getByRole('button', { name: 'End session', exact: true }).click();
    await one.page.getByText('Your session has ended').waitFor();
    await at.page.getByText('Not signed in anywhere.').waitFor();
  });

  it('are signed out without activity, see why, and find their input where it was', async () => {
    await section('access');
    await button('Add address').click();
    await at.page.getByLabel('Label').fill('Desk panel');
    await at.system.stopConsole();
    at.system.ageSessions(3_600_000);
    await at.system.startConsole();
    await at.page.getByText('Signed out after 60 minutes without activity.').waitFor({ timeout: 30_000 });
    await at.page.getByLabel('Password').fill(adminCredentials.password);
    await dialog().getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await at.page.getByLabel('Label').inputValue()).toBe('Desk panel');
  });
});
