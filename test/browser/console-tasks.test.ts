// Whole tasks at the console in a real browser, on a phone and by keyboard alone. Each prints what it took.
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';
import { importDevices, listDevices } from './devices.js';
import { handlings, type Hands } from './hands.js';
import { addStudios, ageHistory } from './stored.js';

const studio = '/api/studios/studio-1';
const from = '192.168.1.77';
const olga = { username: 'olga', password: 'olga’s own secret' };
const dayMs = 86_400_000;

describe.skipIf(missingBrowser() !== undefined).each(Object.entries(handlings))('%s', (way, { options, handsAt }) => {
  const at = consoleTest({ signedIn: false });
  const inDialog = (name: string): Locator => at.dialog().getByRole('button', { name, exact: true });
  const label = (name: string): Locator => at.page.getByLabel(name, { exact: true }).locator('xpath=ancestor::label');

  /** Signs in and opens a section, from which the task begins. */
  const begin = async (section: string): Promise<Hands> => {
    const page = await at.open(options);
    await at.tab.signIn();
    await at.section(section);
    const hands = handsAt(page);
    await hands.skipNavigation();
    return hands;
  };
  const report = (task: string, hands: Hands): void => {
    console.info(`${task} ${way}: ${hands.effort()}`);
  };

  it('adds a device and sees its first call', async () => {
    const hands = await begin('devices');
    await hands.press(at.button('Add device'));
    await hands.type(at.page.getByLabel('Name'), 'Desk');
    await hands.press(inDialog('Add'));
    const token = await at.page.getByRole('textbox', { name: 'Token' }).inputValue();
    await expect.poll(() => at.statusOf('/api/v2/signals', { token, from }), syncTimeout).toBe(200);
    await at.dialog().getByText(`Seen from ${from}`).waitFor(syncTimeout);
    report('add a device', hands);
  }, 60_000);

  it('lets in a panel that is refused, once its reason is read', async () => {
    expect((await at.system.callService('/api/v2/signals', { from })).status).toBe(401);
    const hands = await begin('callers');
    const panel = at.page.getByRole('listitem').filter({ has: at.page.getByRole('heading', { name: from }) });
    await panel.waitFor({ timeout: 20_000 });
    expect(await panel.innerText()).toContain('No token sent.');
    await hands.press(at.button(`Allow this address: ${from}`));
    await hands.press(at.button('Save'));
    await expect.poll(() => at.statusOf('/api/v2/signals', { from }), syncTimeout).toBe(200);
    report('let in a refused panel', hands);
  }, 60_000);

  it('revokes one of 1,000 devices', async () => {
    const devices = Array.from({ length: 1_000 }, (_, place) => `Panel ${String(place + 1)}`);
    for (let first = 0; first < devices.length; first += 200)
      await importDevices(
        at.system,
        devices.slice(first, first + 200).map((name) => ({ name, access: 'read_only' })),
      );
    const hands = await begin('devices');
    await hands.type(at.page.getByLabel('Find a device'), '987');
    await hands.press(at.button('Revoke Panel 987'));
    await hands.press(inDialog('Revoke'));
    const stateOf = async () => (await listDevices(at.system)).find(({ name }) => name === 'Panel 987')?.state;
    await expect.poll(stateOf, syncTimeout).toBe('revoked');
    report('revoke one of 1,000 devices', hands);
  }, 120_000);

  it('switches the API off, with proof', async () => {
    const hands = await begin('access');
    await hands.press(label('API enabled'));
    await hands.press(at.button('Save'));
    await at.page.getByText('Saved. The change is in effect.').waitFor();
    expect(await at.statusOf('/api/v2/signals', { from: '127.0.0.1' })).not.toBe(200);
    report('switch the API off', hands);
  }, 60_000);

  it('undoes yesterday’s change, and keeps what others changed since', async () => {
    const { callConsole } = at.system;
    const access = (await callConsole('GET', `${studio}/access`)) as object;
    await callConsole('PUT', `${studio}/access`, { ...access, apiEnabled: false });
    await callConsole('POST', '/api/operators', { ...olga, role: 'operator', mustChangePassword: false });
    await ageHistory(at.system, dayMs);
    await callConsole('PUT', `${studio}/access`, { ...access, apiEnabled: false, legacyAuthorization: false }, olga);
    await importDevices(at.system, [{ name: 'Desk', access: 'read_only' }]);
    const hands = await begin('history');
    const change = at.page.getByRole('listitem').filter({ hasText: 'admin' }).filter({ hasText: 'API enabled' });
    await hands.press(change.getByRole('button', { name: /^Restore the settings/ }));
    await at.dialog().getByText('Restored').waitFor();
    await hands.press(inDialog('Restore'));
    await at.page.getByText(/^Restored the settings before the change by admin of/).waitFor();
    expect(await callConsole('GET', `${studio}/access`)).toMatchObject({
      apiEnabled: true,
      legacyAuthorization: false,
    });
    report('undo yesterday’s change', hands);
  }, 60_000);

  it('replaces the key of a studio that stays connected', async () => {
    const hands = await begin('studio');
    await hands.press(at.button('Replace key'));
    await hands.press(inDialog('Replace key'));
    const key = await at.studioKey();
    await hands.press(inDialog('Done'));
    // The service stays connected with the old key until something uses the new one.
    expect(await at.system.callConsole('GET', studio)).toMatchObject({ studio: { connected: true, keyInUse: 'old' } });
    expect(await at.system.acceptsKey(key)).toBe(true);
    report('replace a key', hands);
  }, 60_000);

  it('finds one studio of 1,000', async () => {
    await addStudios(at.system, 1_000);
    const hands = await begin('history');
    await hands.find();
    await hands.type(at.page.getByLabel('Studio, device, address or setting'), 'studio 987');
    await expect.poll(() => at.page.getByRole('option').count(), syncTimeout).toBe(1);
    await hands.chooseFirst(at.page.getByRole('option', { name: /Studio 987/ }));
    await at.page.getByRole('heading', { name: 'Studio 987' }).waitFor();
    report('find one studio of 1,000', hands);
  }, 60_000);
});
