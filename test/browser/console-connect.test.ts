// The console page in a real browser: connecting a studio with one command, and what goes wrong on the way.
import { describe, expect, it } from 'vitest';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';
import { basic } from '../support/http-basic.js';

describe.skipIf(missingBrowser() !== undefined)('connecting a studio', () => {
  const at = consoleTest();
  const { button } = at;

  /** Calls the console as a service does. */
  const callAs = async (studioId: string, key: string): Promise<Response> =>
    fetch(`${at.system.url}/sync/events`, { headers: { authorization: basic(studioId, key) } });
  const report = (studioId: string, key: string, body: object): Promise<Response> =>
    fetch(`${at.system.url}/sync/applied`, {
      method: 'POST',
      headers: { authorization: basic(studioId, key), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('shows one command, a wrong id, a wrong key, and then the version of the service', async () => {
    await button('Add studio').click();
    await at.page.getByLabel('Id').fill('studio-2');
    await at.page.getByLabel('Name').fill('Studio Two');
    await button('Add').click();
    const command = await at.page.getByLabel('Command').innerText();
    expect(command).not.toContain('studio_');
    const key = await at.studioKey();
    expect(command).toContain(`CONSOLE_URL=${at.system.url}`);
    expect(command).not.toContain('\n');
    await at.page.getByText('Waiting for the studio’s service…').waitFor();
    expect((await callAs('studio-3', key)).status).toBe(401);
    await at.page.getByText(/unknown studio studio-3: 127\.0\.0\.1/).waitFor(syncTimeout);
    expect((await callAs('studio-2', 'studio_wrong')).status).toBe(401);
    await at.page.getByText(/wrong key for this studio: 127\.0\.0\.1/).waitFor(syncTimeout);
    expect(await accessibilityViolations(at.page)).toEqual([]);
    expect(await hasHorizontalScroll(at.page)).toBe(false);
    const stream = await callAs('studio-2', key);
    const { studio } = (await at.system.callConsole('GET', '/api/studios/studio-2')) as {
      readonly studio: { readonly desiredVersion: number };
    };
    const status = { health: 'ok', alarms: [], furtherAlarms: 0, studioFileIssues: [], version: '1.3.0' };
    await report('studio-2', key, { version: studio.desiredVersion, status });
    await at.page.getByText('Connected, version 1.3.0, in effect.').waitFor(syncTimeout);
    expect(await at.page.getByText('wrong key').count()).toBe(0);
    await button('Done').click();
    await expect.poll(() => at.page.locator(':focus').innerText(), syncTimeout).toBe('Add studio');
    await stream.body?.cancel();
  });
});
