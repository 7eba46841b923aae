// The console page in a real browser: beside a disabled button stands why, and what enables it.
import { beforeEach, describe, expect, it } from 'vitest';
import { missingBrowser } from './chromium.js';
import { consoleTest } from './console-test.js';
import { press, studio, type Step } from './console-views.js';
import { importDevices } from './devices.js';

const select: Step = (page) => page.getByLabel('Select all devices that are shown').check();

const openImport: Step = async (page) => {
  await press('Import and export')(page);
  await page.getByRole('menuitem', { name: 'Import' }).click();
};

const editSelected: Step = async (page) => {
  await select(page);
  await press('Edit selected')(page);
};

const forms: readonly (readonly [string, string, string, string, Step?])[] = [
  ['an operator', '/operators', 'Save', 'No changes yet.', press('Edit admin')],
  ['a device', `${studio}/devices`, 'Save', 'No changes yet.', press('Edit Desk')],
  ['several devices', `${studio}/devices`, 'Save', 'Choose a setting to change.', editSelected],
  ['devices of a file', `${studio}/devices`, 'Import', 'Choose a file.', openImport],
  ['the name of a studio', `${studio}/studio`, 'Rename', 'No changes yet.'],
  ['the labels of a studio', `${studio}/studio`, 'Save labels', 'No changes yet.'],
];

describe.skipIf(missingBrowser() !== undefined)('a disabled button', { timeout: 60_000 }, () => {
  const at = consoleTest();

  beforeEach(() => importDevices(at.system, [{ name: 'Desk', access: 'read_only' }]));

  it('of a form is described by the reason', async () => {
    for (const [form, path, name, reason, open] of forms) {
      await at.tab.goTo(path);
      await open?.(at.page);
      const button = at.button(name).last();
      await button.waitFor();
      expect([form, await button.isDisabled()]).toEqual([form, true]);
      const id = (await button.getAttribute('aria-describedby')) ?? '';
      const description = at.page.locator(`[id="${id}"]`);
      expect([form, await description.innerText()]).toEqual([form, reason]);
      expect(await description.isVisible()).toBe(true);
    }
  });

  it('of a form is enabled by a change, and the reason goes', async () => {
    await at.section('studio');
    await at.page.getByLabel('Studio name').fill('Another name');
    expect(await at.button('Rename').isEnabled()).toBe(true);
    expect(await at.button('Rename').getAttribute('aria-describedby')).toBeNull();
    expect(await at.page.getByText('No changes yet.').count()).toBe(1);
  });

  it('that would revoke devices is announced with the selection', async () => {
    await at.section('devices');
    await press('Revoke Desk', 'Revoke')(at.page);
    await at.page.getByText('Revoked', { exact: true }).waitFor();
    await select(at.page);
    expect(await at.button('Revoke selected').isDisabled()).toBe(true);
    expect(await at.page.locator('.selection-bar [role=status]').innerText()).toBe(
      '1 device selected. None has a token that could be revoked.',
    );
  });
});
