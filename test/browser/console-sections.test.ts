// The console page in a real browser: the sections of a studio.
import { describe, expect, it } from 'vitest';
import { consoleTest } from './console-test.js';
import { missingBrowser } from './chromium.js';

/** Sections that the navigation of a studio offers, each with a heading that only it has. */
const sections = [
  ['Access', 'Legacy API'],
  ['Features', 'Features of the API'],
  ['Devices', 'Control devices'],
] as const;

describe.skipIf(missingBrowser() !== undefined)('the navigation of a studio', () => {
  const at = consoleTest();

  it('@CONSOLE-12: leads to the sections Access, Features and Devices', async () => {
    await at.section('live');
    for (const [name, heading] of sections) {
      await at.page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true }).click();
      await at.page.getByRole('region', { name }).getByRole('heading', { name: heading }).waitFor();
      expect(new URL(at.page.url()).pathname).toBe(`/studios/studio-1/${name.toLowerCase()}`);
    }
  });
});
