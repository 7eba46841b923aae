// The console page in a real browser: it shows the calls of a studio as they come, and what decided each.
import { describe, expect, it } from 'vitest';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';
import { layoutShifts, observeLayoutShiftsFromNow } from './layout-shifts.js';

describe.skipIf(missingBrowser() !== undefined)('the activity of a studio', () => {
  const at = consoleTest();

  const watch = async (query = ''): Promise<void> => {
    await at.section(`activity${query}`);
    await at.page.getByText('Live', { exact: true }).waitFor(syncTimeout);
    await at.page.getByText('Live since', { exact: false }).waitFor();
  };

  /** Watches without the calls before. */
  const watchFromNow = async (query = ''): Promise<void> => {
    await watch(query);
    await at.statusOf('/api/v2/health', { from: '127.0.0.1' });
    await call('/api/v2/health').first().waitFor(syncTimeout);
    await at.page.getByRole('button', { name: 'Clear' }).click();
    await at.page.getByText('No calls yet', { exact: false }).waitFor();
  };

  const call = (text: string) => at.page.getByRole('listitem').filter({ hasText: text });

  it('@ACTIVITY-7: begins with the calls before, and goes on with those that come', async () => {
    await at.statusOf('/api/v2/signals?before=1', { from: '198.51.100.7' });
    await watch();
    await call('before=1').waitFor(syncTimeout);
    await at.page.getByText(/^The last \d+ calls? before, then live\. Live since /).waitFor();
    await at.statusOf('/api/v2/signals?after=1', { from: '198.51.100.7' });
    await call('after=1').waitFor(syncTimeout);
    expect([await call('before=1').count(), await call('after=1').count()]).toEqual([1, 1]);
  });

  it('shows admitted and refused calls with the reason, and none twice', async () => {
    const token = await at.addDevice('Desk panel');
    await watchFromNow();
    await at.statusOf('/api/v2/signals', { token });
    await at.statusOf('/api/v2/signals', { from: '198.51.100.7' });
    await at.statusOf(`/api/v2/signals?token=svc_${'0'.repeat(32)}`, { from: '198.51.100.8' });
    await at.statusOf('/api/v2/signals/attic', { from: '127.0.0.1' });
    await call('Admitted by the token of “Desk panel”.').waitFor(syncTimeout);
    await call('Refused: no token, and its address isn’t allowed without one.').waitFor();
    await call('Refused: no device has this token.').filter({ hasText: 'token=***' }).waitFor();
    await call('the studio’s host itself, but there is no such record').waitFor();
    expect(await at.page.locator('.call').count()).toBe(4);
    await at.page.getByText('Every call since is shown.', { exact: false }).waitFor();
  });

  it('shows markup in names as text', async () => {
    const token = await at.addDevice('<img src=x onerror=alert(1)>');
    await watchFromNow();
    await at.statusOf('/api/v2/signals?<b>bold</b>', { token });
    await call('<img src=x onerror=alert(1)>').first().waitFor(syncTimeout);
    expect(await at.page.locator('.call img, .call b').count()).toBe(0);
  });

  it('shows the calls of one device, from the list of devices', async () => {
    const token = await at.addDevice('Desk panel');
    await at.page.getByRole('link', { name: 'Watch calls of Desk panel' }).click();
    await at.page.getByText('Live since', { exact: false }).waitFor(syncTimeout);
    await at.page.getByRole('button', { name: 'Clear' }).click();
    await at.statusOf('/api/v2/outputs', { from: '127.0.0.1' });
    await at.statusOf('/api/v2/signals', { token });
    await call('/api/v2/signals').waitFor(syncTimeout);
    expect(await at.page.locator('.call').count()).toBe(1);
    await at.page.getByRole('button', { name: /Show/ }).click();
    await at.page.getByRole('option', { name: 'All calls' }).click();
    await call('/api/v2/outputs').waitFor();
    expect(await at.page.locator('.call').count()).toBe(2);
  });

  it('@ACTIVITY-3: stays usable in a flood, and counts what it doesn’t show', async () => {
    await watchFromNow();
    const flood = Array.from({ length: 2_000 }, () => at.statusOf('/api/v2/signals', { from: '127.0.0.1' }));
    await Promise.all([...flood, at.statusOf('/api/v2/macros', { from: '198.51.100.7' })]);
    await call('/api/v2/macros').waitFor(syncTimeout);
    await at.page.getByText(/[\d,]+ calls not shown, because too many came at once\./).waitFor();
  });

  it('shows that the connection was interrupted', async () => {
    await watchFromNow();
    await at.statusOf('/api/v2/signals', { from: '127.0.0.1' });
    await call('/api/v2/signals').waitFor(syncTimeout);
    at.system.relay.cut();
    await at.page.getByText('Not live').waitFor(syncTimeout);
    at.system.relay.mend();
    await at.page.getByText('Live', { exact: true }).waitFor({ timeout: 40_000 });
  });

  it.each([
    ['light', 320],
    ['dark', 320],
    ['light', 768],
    ['dark', 1600],
  ] as const)('is accessible and stable in the %s theme at %i pixels', async (colorScheme, width) => {
    const { page } = at;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await watchFromNow();
    // The status of the studio changes once the service has confirmed its settings.
    await page.getByText('All settings are in effect', { exact: false }).first().waitFor(syncTimeout);
    await observeLayoutShiftsFromNow(page, 'body', 'all');
    for (let count = 0; count < 30; count += 1) {
      await at.statusOf(`/api/v2/signals?n=${String(count)}`, { from: count % 3 === 0 ? '198.51.100.7' : '127.0.0.1' });
    }
    await call('n=29').waitFor(syncTimeout);
    expect(await layoutShifts(page)).toEqual([]);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await hasHorizontalScroll(page)).toBe(false);
    const picture = process.env['SCREENSHOT'];
    if (picture !== undefined)
      await page.screenshot({ path: `${picture}-${colorScheme}-${String(width)}.png`, fullPage: true });
  });
});
