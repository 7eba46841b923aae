// The console page in a real browser: the overview shows what needs attention first, and finds one studio of thousands.
import { describe, expect, it } from 'vitest';
import { demoStudio } from '../../simulator/demo-studio.js';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { missingBrowser } from './chromium.js';
import { consoleTest, syncTimeout } from './console-test.js';

const studios = [
  ['koeln-tv', 'TV Köln', ['west', 'Rhein']],
  ['bergen', 'Bergen Radio', ['north']],
  ['lodz', 'Łódź Nadajnik', ['east']],
  ['van', 'Van 2', []],
  ['van-10', 'Van 10', []],
] as const;

describe.skipIf(missingBrowser() !== undefined)('the overview', () => {
  const at = consoleTest();
  const names = (part: string) => at.page.getByRole('list', { name: part }).locator('a').allInnerTexts();
  const search = (text: string) => at.page.getByLabel('Find a studio').fill(text);
  const addStudios = async (): Promise<void> => {
    for (const [id, name, labels] of studios) {
      await at.system.callConsole('POST', '/api/studios', { id, name });
      await at.system.callConsole('PUT', `/api/studios/${id}/labels`, { labels });
    }
    await at.page.getByRole('link', { name: 'Van 10' }).waitFor();
  };

  it('lists what needs attention first, the most urgent before all', async () => {
    await addStudios();
    expect(await names('Needs attention')).toEqual(['Bergen Radio', 'Łódź Nadajnik', 'TV Köln', 'Van 2', 'Van 10']);
    expect(await names('In order')).toEqual([demoStudio.name]);
    const access = (await at.system.callConsole('GET', '/api/studios/van/access')) as object;
    await at.system.callConsole('PUT', '/api/studios/van/access', { ...access, apiEnabled: false });
    await expect.poll(async () => (await names('Needs attention'))[0], syncTimeout).toBe('Van 2');
    at.system.relay.cut();
    await expect
      .poll(async () => (await names('Needs attention')).slice(0, 2), syncTimeout)
      .toEqual(['Van 2', demoStudio.name]);
    expect(await accessibilityViolations(at.page)).toEqual([]);
  });

  it('keeps search and filters in the address', async () => {
    await addStudios();
    await at.page.getByRole('button', { name: 'Not connected yet 5' }).click();
    await at.page.getByRole('button', { name: 'Label' }).click();
    await at.page.getByRole('option', { name: 'north' }).click();
    await expect.poll(() => names('Needs attention')).toEqual(['Bergen Radio']);
    await search('bergen');
    await expect.poll(() => new URL(at.page.url()).search, syncTimeout).toBe('?search=bergen&status=new&label=north');
    await at.page.reload();
    await expect.poll(() => names('Needs attention'), syncTimeout).toEqual(['Bergen Radio']);
    expect(await at.page.getByLabel('Find a studio').inputValue()).toBe('bergen');
    expect(await accessibilityViolations(at.page)).toEqual([]);
    expect(await hasHorizontalScroll(at.page)).toBe(false);
    await at.page.getByRole('link', { name: 'Bergen Radio' }).click();
    await at.page.getByRole('heading', { name: 'What the studio is doing' }).waitFor();
    await at.page.getByRole('link', { name: 'All studios' }).click();
    await expect.poll(() => names('Needs attention'), syncTimeout).toEqual(['Bergen Radio']);
  });

  it('edits the labels of a studio', async () => {
    await at.tab.goTo('/studios/studio-1/studio');
    const field = at.page.getByLabel('Labels, separated by commas');
    await field.fill(`${'x'.repeat(33)}, north`);
    await at.button('Save labels').click();
    await at.page.getByText('Enter 1 to 32 characters').waitFor();
    await field.fill(' Rhein,  north ,');
    await at.button('Save labels').click();
    await expect.poll(() => field.inputValue(), syncTimeout).toBe('Rhein, north');
    await at.tab.goTo('/studios');
    await at.page.getByText('Rhein, north').waitFor();
  });

  it('@CONSOLE-17: does not overwrite labels that another operator has changed meanwhile', async () => {
    await at.tab.goTo('/studios/studio-1/studio');
    const field = at.page.getByLabel('Labels, separated by commas');
    await field.fill('mine');
    await at.system.callConsole('PUT', '/api/studios/studio-1/labels', { labels: ['theirs'] });
    // The input goes on after the page knows of their labels.
    await at.page.keyboard.press('Control+k');
    await at.dialog().getByRole('combobox').fill('theirs');
    await at.dialog().getByRole('option').first().waitFor();
    await at.page.keyboard.press('Escape');
    await at.dialog().waitFor({ state: 'detached' });
    await field.fill('mine, too');
    await at.button('Save labels').click();
    await at.page.getByText('changed in the meantime').waitFor();
    expect(await at.system.callConsole('GET', '/api/studios/studio-1/labels')).toEqual({ labels: ['theirs'] });
  });
});
