// The console page in a real browser: it shows what a studio's service reports about itself.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { demoStudio } from '../../simulator/demo-studio.js';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';

describe.skipIf(missingBrowser() !== undefined)('the status of a service', () => {
  const at = consoleTest();

  it('shows a refused studio file and open alarms, until they are over', async () => {
    const { layoutIntake, studio } = at.system;
    await at.section('access');
    const issue = 'signals.2.id: expected another id than that of signals.0';
    layoutIntake.offer(E.left([issue, 'outputs.0.slots: unknown field; did you mean slot?']));
    await at.page.getByText('refused its new studio file').waitFor();
    await at.page.getByText(issue).waitFor();
    expect(await at.page.getByText('open alarm').count()).toBe(0);
    studio.setFault('cam-2', { type: 'offline' });
    expect(await at.statusOf('/api/v2/macros/mac-1/run', { from: '127.0.0.1' })).toBe(424);
    await at.page.getByText('The macro "Opening" failed', { exact: false }).waitFor();
    await at.page.getByText('Degraded').waitFor(syncTimeout);
    await at.page.getByText('2 open alarms').waitFor();
    const picture = process.env['SCREENSHOT'];
    if (picture !== undefined) await at.page.screenshot({ path: picture, fullPage: true });
    expect(await accessibilityViolations(at.page)).toEqual([]);
    expect(await hasHorizontalScroll(at.page)).toBe(false);
    layoutIntake.offer(E.right({ ...demoStudio, name: 'Studio One, rebuilt' }));
    await at.page.getByText('refused its new studio file').waitFor({ state: 'detached' });
  });
});
