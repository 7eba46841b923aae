// A panel on a tablet, in a real browser: it is paired, pressed, cut off from the service, and loses its token.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRelay, type Relay } from '../../features/support/relay.js';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser, openBrowser } from './chromium.js';
import { syncTimeout } from './console-test.js';
import { startTestSystem, type TestSystem } from './test-system.js';

interface RefusedCallers {
  readonly refusedCallers: readonly { readonly reasons: readonly { readonly code: string | null }[] }[];
}

const studio = '/api/studios/studio-1';

describe.skipIf(missingBrowser() !== undefined)('a panel', () => {
  let browser: Browser;
  let system: TestSystem;
  let relay: Relay;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    system = await startTestSystem({ service: { TRUST_LOOPBACK: 'off' } });
    relay = await openRelay(system.serviceUrl);
    page = await browser.newPage({ viewport: { width: 1024, height: 768 } });
    problems = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${relay.url}/panels/presenter`);
  });
  afterEach(async () => {
    await page.close();
    await relay.close();
    await system.stop();
  });

  const key = (label: string) => page.getByRole('button', { name: new RegExp(`^${label}`) });
  const waiting = () => page.getByRole('heading', { name: 'Pair this screen' });
  const token = () => page.evaluate<string>(`localStorage.getItem('studio-control.token')`);

  /** Pairs the tablet, as an operator does who sees its code. */
  const pair = async (): Promise<string> => {
    await waiting().waitFor();
    const code = (await page.locator('.code').textContent()) ?? '';
    const codes = async () => {
      const { refusedCallers } = (await system.callConsole('GET', `${studio}/refused-callers`)) as RefusedCallers;
      return refusedCallers.flatMap(({ reasons }) => reasons.map((one) => one.code));
    };
    await expect.poll(codes, syncTimeout).toContain(code);
    const settings = { code, name: 'Tablet', access: 'read_and_control', panel: 'presenter' };
    const paired = (await system.callConsole('POST', `${studio}/devices/pair`, settings)) as {
      readonly device: { readonly id: string };
    };
    await page.getByRole('heading', { name: 'Presenter' }).waitFor(syncTimeout);
    return paired.device.id;
  };

  /** The actions of the tablet, newest first. */
  const actions = async (): Promise<readonly string[]> => {
    const { body } = await system.callService('/api/v2/actions', { token: await token() });
    const { actions: all } = JSON.parse(body) as { readonly actions: readonly { operation: string; state: string }[] };
    return all.map(({ operation, state }) => `${operation} ${state}`);
  };

  it('@PAIRING-2: comes to life by itself once it is paired, and each press is one action', async () => {
    await waiting().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await pair();
    await key('Weather').click();
    await expect.poll(() => key('Weather').getAttribute('aria-pressed'), syncTimeout).toBe('true');
    await expect.poll(() => key('Weather').textContent(), syncTimeout).toMatch(/^Weather(1:00|0:5\d)$/);
    expect(await actions()).toEqual(['clip.play acknowledged']);
    expect(await accessibilityViolations(page)).toEqual([]);
    for (const size of [
      { width: 320, height: 568 },
      { width: 568, height: 320 },
      { width: 2_560, height: 1_440 },
    ]) {
      await page.setViewportSize(size);
      expect([size, await hasHorizontalScroll(page)]).toEqual([size, false]);
    }
    expect(problems.filter((text) => !text.includes('401'))).toEqual([]);
  });

  it('acts after a key was held for its time, or after a question, and on the keyboard', async () => {
    await pair();
    await key('Stop').click();
    await key('Opening hold|Opening$').first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click();
    expect(await actions()).toEqual([]);
    await key('Red light on').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(`document.activeElement.textContent`)).toBe('Red light off');
    await page.keyboard.press('Enter');
    await expect.poll(actions, syncTimeout).toEqual(['signal.off acknowledged']);
    await key('Stop').dispatchEvent('pointerdown');
    await expect.poll(actions, syncTimeout).toEqual(['output.stop acknowledged', 'signal.off acknowledged']);
  });

  it('says that it is disconnected, rests, and comes back without pressing anything again', async () => {
    await pair();
    await key('Weather').click();
    await expect.poll(actions, syncTimeout).toEqual(['clip.play acknowledged']);
    await expect.poll(() => key('Weather').textContent(), syncTimeout).toMatch(/0:5\d$/);
    relay.cut();
    const banner = page.getByText('Disconnected');
    await banner.waitFor();
    expect(await key('Weather').isDisabled()).toBe(true);
    expect(await page.locator('.key.shows .value').first().textContent()).toBe('—');
    relay.mend();
    await banner.waitFor({ state: 'detached', ...syncTimeout });
    expect(await key('Weather').isDisabled()).toBe(false);
    expect(await actions()).toEqual(['clip.play acknowledged']);
  });

  it('shows that a press was not confirmed, and makes no second one', async () => {
    await pair();
    system.studio.setFault('out-1', { type: 'lost' });
    await key('Weather').click();
    await expect.poll(() => key('Weather').textContent(), syncTimeout).toContain('not confirmed');
    expect(await actions()).toEqual(['clip.play timed_out']);
  });

  it('@PANEL-7: copies the URL of a key, which still acts at a press', async () => {
    await pair();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${relay.url}/panels/presenter?urls=${system.serviceUrl}`);
    await page.getByRole('button', { name: 'Copy the URL of Red light on' }).click();
    const url = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(url).toBe(`${system.serviceUrl}/api/v2/plain/signals/red-light/on`);
    expect(await actions()).toEqual([]);
    await key('Red light on').first().click();
    await expect.poll(actions, syncTimeout).toEqual(['signal.on acknowledged']);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('ends when its token is revoked', async () => {
    const id = await pair();
    await system.callConsole('POST', `${studio}/devices/${id}/revoke`);
    await waiting().waitFor();
    expect(await key('Weather').count()).toBe(0);
  });
});
