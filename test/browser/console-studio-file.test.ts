// The studio file at the console: what an operator changes is in force at the service, and stands in the history.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoStudio } from '../../simulator/demo-studio.js';
import { accessibilityViolations } from './axe.js';
import { missingBrowser, openBrowser } from './chromium.js';
import { openConsoleTab, type ConsoleTab } from './console-tab.js';
import { syncTimeout } from './console-test.js';
import { startTestSystem, type TestSystem } from './test-system.js';

describe.skipIf(missingBrowser() !== undefined)('the studio file at the console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-file-'));
  const file = join(folder, 'studio.yaml');
  let browser: Browser;
  let system: TestSystem;
  let tab: ConsoleTab;

  beforeAll(async () => {
    writeFileSync(file, `# The morning show.\n${JSON.stringify(demoStudio, null, 2)}\n`);
    browser = await openBrowser();
    system = await startTestSystem({ service: { STUDIO_EDITING: 'on', STUDIO_FILE: file } });
    tab = await openConsoleTab(browser, system);
    await tab.signIn();
    await tab.goTo('/studios/studio-1/file');
  });
  afterAll(async () => {
    await browser.close();
    await system.stop();
    rmSync(folder, { recursive: true });
  });

  it('changes a signal, which the service has at once', async () => {
    const { page } = tab;
    await page.getByRole('tab', { name: 'Signals' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Lamp');
    await page.getByText('signals.sig-1.name: Red light → Lamp').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Saved as version 2/).waitFor();
    expect(readFileSync(file, 'utf8')).toMatch(/^# The morning show.[^]*"name": "Lamp"/);
    expect(system.service.studio.layout.signals[0]?.name).toBe('Lamp');
    await tab.goTo('/studios/studio-1/history');
    await page
      .getByText(/signals\.sig-1\.name: Red light → Lamp/)
      .first()
      .waitFor(syncTimeout);
  });

  it('keeps a change that isn’t saved while another section is looked at', async () => {
    const { page } = tab;
    await page.getByRole('link', { name: 'Studio file' }).click();
    await page.getByRole('tab', { name: 'Signals' }).click();
    await page.getByLabel('Name', { exact: true }).fill('On air');
    await page.getByRole('link', { name: 'Access', exact: true }).click();
    await page.getByRole('link', { name: 'Studio file' }).click();
    await page.getByText('signals.sig-1.name: Lamp → On air').waitFor();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('button', { name: 'Discard it', exact: true }).click();
  });
});
