// The report of the features in a real browser, made by real runs: search, filters, failures, the specification, and
// accessibility.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSampleReport } from '../report/sample-report.js';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser, openBrowser } from './chromium.js';

const displays = [320, 1280].flatMap((width) => [
  { width, colorScheme: 'light' as const },
  { width, colorScheme: 'dark' as const },
]);

describe.skipIf(missingBrowser() !== undefined)('the report of the features', () => {
  let folder: string;
  let browser: Browser;

  beforeAll(async () => {
    [folder, browser] = await Promise.all([makeSampleReport(), openBrowser()]);
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (hash = '', options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> => {
    const page = await browser.newPage(options);
    await page.goto(`${pathToFileURL(join(folder, 'features.html')).href}${hash}`);
    return page;
  };

  const scenario = (page: Page, name: string): Locator =>
    page.locator('details.scenario').filter({ has: page.locator('summary', { hasText: name }) });

  const openScenario = async (page: Page, name: string): Promise<Locator> => {
    const found = scenario(page, name).first();
    await found.locator('> summary').click();
    await found.locator('.steps').waitFor();
    return found;
  };

  const names = (page: Page): Promise<readonly string[]> =>
    page.locator('details.scenario > summary > span:nth-child(2)').allTextContents();

  it.each(displays)(
    'has no accessibility violations and no horizontal scrolling, $width pixels wide, $colorScheme',
    async ({ width, colorScheme }) => {
      const page = await open('', { viewport: { width, height: 900 }, colorScheme });
      await openScenario(page, 'A step fails');
      await openScenario(page, 'All steps pass');
      expect([await accessibilityViolations(page), await hasHorizontalScroll(page)]).toEqual([[], false]);
      await page.getByRole('button', { name: 'Specification' }).click();
      await page.getByRole('searchbox', { name: 'Search' }).fill('S3.5');
      await page.locator('details.sentence').first().locator('> summary').click();
      await page.locator('.proof').first().waitFor();
      expect([await accessibilityViolations(page), await hasHorizontalScroll(page)]).toEqual([[], false]);
    },
  );

  it('requests nothing from the network, and runs nothing that features contain', async () => {
    const page = await browser.newPage();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(join(folder, 'features.html')).href);
    const passing = await openScenario(page, 'All steps pass');
    expect(await passing.textContent()).toContain('<b>News</b>');
    expect(await passing.textContent()).toContain("document.title = 'broken'");
    expect(await page.title()).toBe('Studio Control: features');
    expect(requests).toHaveLength(1);
  });

  it('shows the step that failed and its message, and what was skipped after it', async () => {
    const page = await open();
    const failed = await openScenario(page, 'A step fails');
    const steps = failed.locator('.steps > li');
    expect(await steps.nth(0).locator('.badge').first().getAttribute('title')).toBe('passed');
    expect(await steps.nth(1).textContent()).toContain('Error: expected 200, received 404');
    expect(await steps.nth(2).locator('.badge').first().getAttribute('title')).toBe('skipped');
  });

  it('shows skipped scenarios, steps without definition, failed set-ups and attachments', async () => {
    const page = await open();
    const skipped = scenario(page, 'The rest is skipped').first();
    expect(await skipped.locator('.badge').first().getAttribute('title')).toBe('skipped');
    expect(await (await openScenario(page, 'A step has no definition')).textContent()).toContain('No step definition');
    expect(await (await openScenario(page, 'The set-up fails')).textContent()).toContain('The studio did not start.');
    expect(await (await openScenario(page, 'A row with vigour')).locator('pre').textContent()).toBe('vigour');
  });

  it('shows the result with each driver, and keeps those of earlier runs', async () => {
    const page = await open();
    const one = await openScenario(page, 'Only the second driver fails');
    expect(await one.locator('.drivers').textContent()).toMatch(/Driver first, .*Driver second, /);
    expect(await one.textContent()).toContain('The second driver lost its connection.');
    await page.getByRole('combobox', { name: 'Driver' }).selectOption('Driver second');
    expect([...(await names(page))].sort()).toEqual([
      'A step fails',
      'All steps pass',
      'Only the second driver fails',
      'The set-up fails',
    ]);
    await page.getByRole('combobox', { name: 'Result' }).selectOption('passed');
    expect(await names(page)).toEqual(['All steps pass']);
  });

  it('finds words in any case and without accents, and keeps the search in its address', async () => {
    const page = await open();
    await page.getByRole('searchbox', { name: 'Search' }).fill('ELAN creme');
    expect(await names(page)).toEqual(['A row with Élan']);
    const copy = await open(new URL(page.url()).hash);
    expect(await names(copy)).toEqual(['A row with Élan']);
    expect(await copy.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('ELAN creme');
  });

  it('filters by a rule, and goes back', async () => {
    const page = await open();
    const first = await openScenario(page, 'All steps pass');
    await first.getByRole('link', { name: 'ACK-1' }).click();
    await expect.poll(() => names(page)).toHaveLength(3);
    await page.goBack();
    await expect.poll(() => names(page)).toHaveLength(8);
  });

  it('leads from a sentence of the specification to its rules, scenarios and results', async () => {
    const page = await open('#view=specification&rule=ACK-2');
    const sentence = page
      .locator('details.sentence')
      .filter({ hasText: 'With wait=0 an action is answered 202 at once.' });
    await sentence.locator('> summary').click();
    await sentence.locator('.proof').first().waitFor();
    expect(await sentence.locator('.proof').first().textContent()).toContain('ACK-2');
    expect(await sentence.locator('.drivers').first().textContent()).toMatch(/Driver first: 5.*Driver second: 3/);
    expect(await sentence.locator('details.scenario').count()).toBe(5);
    expect(await page.locator('.coverage').textContent()).toMatch(/ 2 proven \(1 by tests only\), 3 failed/);
  });

  it('shows the verdict of the tests of a rule, with their time and file', async () => {
    const page = await open('#view=specification');
    const proofs = async (rule: string): Promise<string> => {
      await page.getByRole('combobox', { name: 'Rule' }).fill(rule);
      await page.locator('details.sentence > summary').first().click();
      await page.locator('.proof .tests').first().waitFor();
      return (await page.locator('.proof .tests').allTextContents()).join();
    };
    expect(await proofs('CONN-1')).toMatch(/✓1 test, 1\.5 s, .*2026.*test\/journeys\/many-connections\.test\.ts$/);
    expect(await proofs('CONN-2')).toMatch(/✗1 test, 1\.5 s, .*\nexpected <b>2<\/b> connections, received 3$/);
    expect(await proofs('CONN-3')).toBe('○not runtest/journeys/many-connections.test.ts');
  });

  it('finds rules by the result of their tests', async () => {
    const page = await open('#view=specification&result=failed&q=CONN-');
    await page.locator('details.sentence').first().waitFor();
    await page.locator('details.sentence > summary').first().click();
    expect(await page.locator('.proof .rule').allTextContents()).toEqual(['CONN-2']);
  });

  it('shows the scenarios that take longest first', async () => {
    const page = await open('#view=times');
    const times = await page.locator('details.scenario > summary .aside').allTextContents();
    const inMs = times.map((text) => parseFloat(text) * (text.endsWith(' ms') ? 1 : 1_000));
    expect(inMs).toHaveLength(8);
    expect(inMs).toEqual([...inMs].sort((one, other) => other - one));
  });
});
