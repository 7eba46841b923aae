// The reference page in a real browser.
import type { Browser, Locator, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startInjectableService, type InjectableService } from '../openapi/service.js';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser, openBrowser } from './chromium.js';
import { syncTimeout } from './console-test.js';
import { layoutShifts, observeLayoutShifts } from './layout-shifts.js';
import { painted } from './painted.js';

describe.skipIf(missingBrowser() !== undefined)('the reference page', () => {
  let browser: Browser;
  let service: InjectableService;
  let page: Page;
  let requested: string[];
  let problems: string[];

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  const open = async (address = ''): Promise<void> => {
    await page.goto(`${service.url}/api/v2/docs${address}`);
    await page.waitForSelector('.group');
  };

  beforeEach(async () => {
    service = await startInjectableService();
    page = await browser.newPage();
    await observeLayoutShifts(page, 'body');
    [requested, problems] = [[], []];
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
  });
  afterEach(async () => {
    await page.close();
    await service.stop();
  });

  const route = (id: string): Locator => page.locator(`[id="${id}"]`);
  const field = (id: string, name: string): Locator => route(id).getByLabel(name);
  const send = (id: string): Locator => route(id).getByRole('button', { name: 'Send' });
  const answer = (id: string): Locator => route(id).getByRole('region', { name: 'Answer' });
  const openRoute = async (id: string): Promise<void> => {
    await open(`#${id}`);
    await send(id).waitFor();
  };
  const shownPaths = () =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('.route:not([hidden]) [data-path]')].map((path) => path.dataset.path)`,
    );

  /** Makes all answers about the service claim real devices. */
  const withRealDevices = () =>
    page.route('**/api/v2/core', async (call) => {
      const response = await call.fetch();
      const body = (await response.json()) as { readonly core: object };
      await call.fulfill({ response, json: { ...body, core: { ...body.core, simulated: false } } });
    });

  it('sends no request to other hosts, and keeps to its content security policy', async () => {
    await openRoute('signal.list');
    await send('signal.list').click();
    await answer('signal.list').getByText('200 OK').waitFor();
    expect(requested.length).toBeGreaterThan(4);
    expect(requested.filter((url) => !url.startsWith(service.url))).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('opens collapsed, shows the routes of a feature, and finds routes by their words', async () => {
    await open();
    await expect.poll(shownPaths, syncTimeout).toEqual([]);
    await page.getByText('The devices of this service are simulated.').waitFor();
    await page.getByRole('heading', { name: 'cameras' }).click();
    await expect.poll(shownPaths, syncTimeout).toContain('/api/v2/cameras/{id}/angles/{angle}/recall');
    await page.getByLabel('Find a route').fill('prepare CLIP');
    await expect.poll(shownPaths, syncTimeout).toEqual(['/api/v2/outputs/{slot}/clips/{number}/cue']);
    await page.getByLabel('Find a route').fill('nothing of the kind');
    await page.getByText('No route contains “nothing of the kind”.').waitFor();
  });

  it('offers the slots, clips, scenes and stations of this studio, and plays a clip', async () => {
    await openRoute('clip.play');
    const choices = async (name: string): Promise<readonly string[]> => {
      const list = (await field('clip.play', name).getAttribute('list')) ?? '';
      return page.evaluate<string[]>(
        `[...document.getElementById('${list}').options].map(({ value, text }) => (value + ' ' + text).trim())`,
      );
    };
    await expect
      .poll(() => choices('number'), syncTimeout)
      .toEqual(['1 Opening titles', '2 Headlines', '3 Weather', '4 Closing titles']);
    await expect.poll(() => choices('slot'), syncTimeout).toEqual(['main Main programme', 'wall Video wall']);
    await field('clip.play', 'slot').fill('wall');
    await route('clip.play').getByText('Optional parameters').click();
    await expect.poll(() => choices('scene'), syncTimeout).toEqual(['left left', 'right right']);
    await expect.poll(() => choices('station'), syncTimeout).toEqual(['alpha Alpha FM', 'bravo Bravo TV']);
    await field('clip.play', 'scene').fill('right');
    await field('clip.play', 'number').fill('3');
    expect(await route('clip.play').getByLabel('The call as a command').innerText()).toBe(
      `curl '${service.url}/api/v2/outputs/wall/clips/3/play?scene=right'`,
    );
    await send('clip.play').click();
    await answer('clip.play').getByText('200 OK').waitFor();
    expect((await service.call('GET', '/api/v2/plain/outputs/wall')).body).toBe('weather');
  });

  it('asks before an action on real devices, and sends nothing when the question is cancelled', async () => {
    await withRealDevices();
    await openRoute('signal.on');
    const question = page.getByRole('dialog', { name: 'Switch a signal on?' });
    await send('signal.on').click();
    await question.getByText('GET /api/v2/signals/red-light/on').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await send('signal.on').click();
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(requested.filter((url) => url.endsWith('/on'))).toEqual([]);
    await send('signal.on').click();
    await question.getByRole('button', { name: 'Send' }).click();
    await answer('signal.on').getByText('200 OK').waitFor();
    expect((await service.call('GET', '/api/v2/plain/signals/red-light')).body).toBe('1');
  });

  it('focuses the token where an address has no access, and sends the token in a header only', async () => {
    const refused = { ok: false, error: 'unauthorized', message: 'a device token is required' };
    const token = `svc_${'0'.repeat(32)}`;
    const admitted = { ok: true, studio: { name: 'Studio One' } };
    await page.route('**/api/v2/state', (call) =>
      call.fulfill(
        call.request().headers()['authorization'] === `Bearer ${token}`
          ? { status: 200, json: admitted }
          : { status: 401, json: refused },
      ),
    );
    await open('#signal.list');
    await page.getByText('No access: a device token is required').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('token');
    await page.keyboard.type(token);
    await page.getByText('Access to Studio One by this token').waitFor();
    const called = page.waitForRequest((request) => request.url().endsWith('/api/v2/signals'));
    await send('signal.list').click();
    expect((await called).headers()['authorization']).toBe(`Bearer ${token}`);
    expect(await route('signal.list').getByLabel('The call as a command').innerText()).toContain('Bearer $TOKEN');
    expect(requested.filter((url) => url.includes(token))).toEqual([]);
  });

  it('shows the access of the entered token, although that of an earlier one is answered later', async () => {
    const [earlier, entered] = ['1', '2'].map((digit) => `svc_${digit.repeat(32)}`) as [string, string];
    const answers = Promise.withResolvers<undefined>();
    const tokenOf = (call: Request): string | undefined => call.headers()['authorization']?.replace('Bearer ', '');
    await page.route('**/api/v2/state', async (call) => {
      const token = tokenOf(call.request());
      if (token === earlier) await answers.promise;
      const admitted = { ok: true, studio: { name: token === entered ? 'the entered token' : 'the earlier token' } };
      const refused = { ok: false, error: 'unauthorized', message: 'a device token is required' };
      await call.fulfill(token === undefined ? { status: 401, json: refused } : { status: 200, json: admitted });
    });
    await open();
    const readBy = (token: string, path: string) => (call: Request) =>
      call.url().endsWith(path) && tokenOf(call) === token;
    const asked = page.waitForRequest(readBy(earlier, '/state'));
    await page.locator('#token').fill(earlier);
    await asked;
    await page.locator('#token').fill(entered);
    await page.getByText('Access to the entered token by this token').waitFor();
    const last = page.waitForEvent('requestfinished', readBy(earlier, '/core'));
    answers.resolve(undefined);
    await last;
    await painted(page);
    expect(await page.getByText('Access to the entered token by this token').count()).toBe(1);
  });

  it('shows the event stream as it arrives, until it is stopped', async () => {
    await openRoute('event.follow');
    await send('event.follow').click();
    await answer('event.follow').getByText('event: reset').waitFor();
    await service.call('GET', '/api/v2/signals/red-light/on');
    await answer('event.follow').getByText('event: signal').waitFor();
    await route('event.follow').getByRole('button', { name: 'Stop waiting' }).click();
    await route('event.follow').getByRole('button', { name: 'Stop waiting' }).waitFor({ state: 'detached' });
    // A later call shows what the page does once the stream has ended.
    await service.call('GET', '/api/v2/signals/red-light/off');
    expect(await route('event.follow').getByRole('alert').count()).toBe(0);
    expect(await answer('event.follow').innerText()).toContain('event: signal');
  });

  it.each(['light', 'dark'] as const)(
    'has no finding of axe, scrolls only down and moves nothing by itself: %s',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      for (const width of [320, 768, 1600]) {
        await page.setViewportSize({ width, height: 900 });
        await open();
        expect([width, await accessibilityViolations(page)]).toEqual([width, []]);
        expect([width, await layoutShifts(page)]).toEqual([width, []]);
        await page.getByRole('heading', { name: 'outputs' }).click();
        await page.getByRole('heading', { name: 'Play a clip on an output' }).click();
        await expect.poll(() => field('clip.play', 'number').inputValue(), syncTimeout).not.toBe('');
        await send('clip.play').click();
        await answer('clip.play').waitFor();
        for (const name of ['Optional parameters', 'Possible answers'])
          await route('clip.play').getByText(name).click();
        expect([width, await accessibilityViolations(page)]).toEqual([width, []]);
        expect([width, await hasHorizontalScroll(page)]).toEqual([width, false]);
      }
    },
  );

  it('follows the colour scheme of the operating system', async () => {
    await open();
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).not.toBe(light);
  });
});
