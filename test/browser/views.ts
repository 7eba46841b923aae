// The views of the console, in the order of its guide, and studios for them to show.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { syncTimeout, type ConsoleTest } from './console-test.js';

type At = Pick<ConsoleTest, 'system' | 'page' | 'tab' | 'button' | 'section' | 'dialog' | 'statusOf'>;

const otherStudios = [
  ['koeln-tv', 'TV Köln', ['west', 'tv']],
  ['bergen', 'Bergen Radio', ['north', 'radio']],
  ['lodz', 'Łódź Nadajnik', ['east', 'tv']],
] as const;

const devices = [
  ['Desk panel', 'read_and_control', 'alpha'],
  ['Clip panel Bravo', 'read_and_control', 'bravo'],
  ['Red light, corridor', 'read_only', null],
  ['Show clock', 'read_only', null],
  ['Old remote', 'read_and_control', null],
] as const;

const addDevices = async ({ system, statusOf }: At): Promise<void> => {
  const tokens: string[] = [];
  for (const [name, access, station] of devices) {
    const body = { name, access, station, fixedAddress: null, features: [] };
    const added = (await system.callConsole('POST', '/api/studios/studio-1/devices', body)) as { token: string };
    tokens.push(added.token);
  }
  const [desk = '', clips = '', light = ''] = tokens;
  await expect.poll(() => statusOf('/api/v2/signals', { token: light }), syncTimeout).toBe(200);
  for (const path of ['/api/v2/signals/red-light/on', '/api/v2/outputs/main/clips/2/play', '/api/v2/studio/onair'])
    await statusOf(path, { token: desk, from: '192.168.1.50' });
  await statusOf('/api/v2/outputs/wall/clips/1/play?scene=left', { token: clips, from: '192.168.1.51' });
  await statusOf('/api/v2/signals/red-light/on', { token: light, from: '192.168.1.52' });
  await statusOf('/api/v2/outputs', { from: '192.168.1.77' });
  await statusOf('/api/v2/outputs', { from: '192.168.1.78', token: `svc_${'0'.repeat(32)}` });
};

/** Adds studios, devices, calls, refused callers and changes. */
export const prepareStudios = async (at: At): Promise<void> => {
  for (const [id, name, labels] of otherStudios) {
    await at.system.callConsole('POST', '/api/studios', { id, name });
    await at.system.callConsole('PUT', `/api/studios/${id}/labels`, { labels });
  }
  await addDevices(at);
  const studioRoles = { 'studio-1': 'operator' };
  await at.system.callConsole('POST', '/api/api-tokens', { name: 'newsroom-import', studioRoles });
  const events = ['studio.away', 'studio.back', 'alarm.raised', 'alarm.cleared'];
  const webhook = { name: 'duty-desk', url: 'https://duty-desk.invalid/studios', studios: null, events };
  await at.system.callConsole('POST', '/api/webhooks', webhook);
  await at.system.callConsole('POST', '/api/studios', { id: 'attic', name: 'Attic studio' });
  await at.system.callConsole('DELETE', '/api/studios/attic');
};

const section =
  (name: string, shows: string | RegExp) =>
  async ({ section, page }: At): Promise<void> => {
    await section(name);
    await page.getByText(shows).first().waitFor();
  };

/** How to reach each view, by the name of its picture. */
export type Views = Readonly<Record<string, (at: At) => Promise<void>>>;

/** The views of a console with a generated password. */
export const firstViews: Views = {
  'sign-in': async ({ tab, page }) => {
    await tab.goTo('/');
    await page.getByLabel('Username').waitFor();
  },
  'first-steps': async ({ system, page, button }) => {
    await page.getByLabel('Username').fill('admin');
    await page
      .getByLabel('Password')
      .fill((await readFile(join(system.folder, 'console-admin-password'), 'utf8')).trim());
    await button('Sign in').click();
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
  },
};

/** The views of a console in use. */
export const views: Views = {
  overview: async ({ tab, page }) => {
    await tab.goTo('/studios');
    await page.getByText('Bergen Radio').waitFor();
  },
  find: async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('koln');
    await page.getByRole('option').first().waitFor();
  },
  live: section('live', 'Main programme'),
  access: section('access', 'Access without a token'),
  features: section('features', 'Signals'),
  devices: section('devices', 'Desk panel'),
  'import-devices': async ({ section, page, button, dialog }) => {
    await section('devices');
    await button('Import and export').click();
    await page.getByRole('menuitem', { name: /Import/ }).click();
    await dialog().waitFor();
  },
  'new-device': async ({ section, page, button }) => {
    await section('devices');
    await button('Add device').click();
    await page.getByLabel('Name').fill('Reception panel');
    await button('Add').click();
    await page.getByRole('textbox', { name: 'Token' }).waitFor();
  },
  activity: async (at) => {
    await section('activity', 'Activity')(at);
    await at.page.getByRole('heading', { name: 'Activity' }).waitFor();
    await at.statusOf('/api/v2/outputs/main/clips/3/play', { from: '192.168.1.77' });
    await at.page.getByText('192.168.1.77').first().waitFor();
  },
  'refused-callers': section('callers', '192.168.1.77'),
  'as-run': async (at) => {
    for (const path of ['outputs/main/clips/3/cue', 'macros/mac-1/run', 'signals/red-light/toggle'])
      await at.statusOf(`/api/v2/${path}`, { from: '127.0.0.1' });
    await section('as-run', 'all that the studio’s service keeps')(at);
  },
  history: section('history', 'Added device "Desk panel"'),
  'removed-studios': async ({ tab, page }) => {
    await tab.goTo('/removed-studios');
    await page.getByRole('link', { name: 'attic' }).waitFor();
  },
  studio: section('studio', 'Studio key'),
  operators: async ({ tab, page }) => {
    await tab.goTo('/operators');
    await page.getByText('admin').first().waitFor();
  },
  account: async ({ tab, page }) => {
    await tab.goTo('/account');
    await page.getByText('Sessions').first().waitFor();
  },
};
