// The studio file in a real browser: from an empty file to a studio that plays, with forms only; then the same file as text.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Part } from '../../infra/command-line/parts.js';
import { readSettings } from '../../infra/settings/settings.js';
import { service } from '../../infra/simulated/parts.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { CasparcgServer } from '../../simulator/casparcg/server.js';
import { mediaItem } from '../../simulator/casparcg/media.js';
import { commandLog } from '../../simulator/command-log.js';
import { seededRandom } from '../../simulator/random.js';
import { accessibilityViolations, hasHorizontalScroll } from './axe.js';
import { startWebhookReceiver } from '../support/webhook-receiver.js';
import { missingBrowser, openBrowser } from './chromium.js';
import { englishOn } from './german.js';

const startService = async (folder: string): Promise<Part> => {
  const read = readSettings([], {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    LOG_FILE: join(folder, 'log'),
    STUDIO_FILE: join(folder, 'studio.yaml'),
    STUDIO_EDITING: 'on',
    STUDIO_EDITING_PORT: '0',
    DEVICES: 'simulated',
  });
  if (E.isLeft(read)) throw new Error(read.left);
  return service(read.right.settings);
};

const addressOf = ({ lines }: Part, name: string): string =>
  lines.find((line) => line.startsWith(name))?.split(/ +/)[1] ?? '';

/** Whether the label of a field says that it may be left out. */
const isOptional = 'input => /optional/.test(input.labels?.[0]?.textContent ?? "")';

describe.skipIf(missingBrowser() !== undefined)('the page that edits the studio file', () => {
  let browser: Browser;
  let page: Page;
  let part: Part;
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-editing-'));
  const problems: string[] = [];
  let plansAsked = 0;

  beforeAll(async () => {
    browser = await openBrowser();
    part = await startService(folder);
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('request', (request) => {
      if (request.postData()?.includes('"ask":"plan"') === true) plansAsked += 1;
    });
    page.on('pageerror', (error) => problems.push(error.message));
    page.setDefaultTimeout(8_000);
    await page.goto(addressOf(part, 'studio'));
  });
  afterAll(async () => {
    await browser.close();
    await part.stop();
    rmSync(folder, { recursive: true });
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  const fill = async (label: string, text: string) => {
    const field = page
      .locator('[role=tabpanel] input')
      .and(page.getByLabel(label, { exact: true }))
      .last();
    await field.fill(text);
    await field.press('Escape');
  };
  const choose = async (label: string, option: string) => {
    await page
      .getByRole('button', { name: new RegExp(` ${label}$`) })
      .last()
      .click();
    // The option that is chosen already has a tick.
    await page.getByRole('option', { name: new RegExp(`^${option}( ✓)?$`) }).click();
  };
  const add = async (kind: string, fields: Readonly<Record<string, string>>) => {
    await button(`Add ${kind}`).click();
    for (const [label, text] of Object.entries(fields)) await fill(label, text);
  };
  const save = async () => {
    await button('Save').click();
    await page.getByText(/^Saved as version/).waitFor();
  };
  const file = () => readFileSync(join(folder, 'studio.yaml'), 'utf8');

  it('@EDITING-2: makes a studio of an empty file', async () => {
    await tab('Equipment');
    for (const id of ['player-1', 'player-2']) {
      await add('connection', { Id: id });
      await choose('Protocol', 'vmix');
      await fill('Host', '192.0.2.1');
    }
    await tab('Outputs');
    for (const [id, name] of [
      ['main', 'Main'],
      ['wall', 'Wall'],
    ] as const) {
      await add('output', { Id: id, Slot: id, Name: name });
      await button('Add scene').click();
      await fill('Scene', 'full');
    }
    await button('Player').click();
    await fill('Connection', 'player-2');
    await page
      .getByRole('group', { name: /^Mixes/ })
      .getByRole('button', { name: 'Add' })
      .click();
    await fill('Idle', 'Black');
    await tab('Signals');
    for (const id of ['red', 'door', 'bell', 'lamp']) await add('signal', { Id: id, Identifier: id, Name: id });
    await tab('Cameras');
    await add('camera', { Id: 'host', Name: 'Host' });
    await button('Add angle').click();
    await fill('Id', 'wide');
    await fill('Name', 'Wide');
    await tab('Stations');
    await add('station', { Id: 'alpha', Name: 'Alpha FM' });
    await tab('Clips');
    await button('Add clip').click();
    await fill('Number', '1');
    await fill('Key', 'opener');
    await fill('Name', 'Opening titles');
    await fill('Duration (ms) (optional)', '15000');
    await save();
    await tab('Macros');
    await add('macro', { Id: 'opening', Name: 'Opening' });
    for (const [step, fields] of [
      ['Switch', { Signal: 'red' }],
      ['Recall', { Camera: 'host', Angle: 'wide' }],
      ['Play', { Output: 'main', Scene: 'full', Clip: 'opener' }],
    ] as const) {
      await button('Add step').click();
      await choose('Step', step);
      for (const [label, text] of Object.entries(fields)) await fill(label, text);
    }
    await button('Move step 3').press('ArrowUp');
    const plan = page.getByRole('region', { name: 'What it would do now' }).getByRole('listitem');
    await expect
      .poll(() => plan.allInnerTexts())
      .toMatchObject(
        [/signal\.off/, /clip\.play/, /camera\.recall/].map((text) => expect.stringMatching(text) as string),
      );
    const asked = plansAsked;
    await page.getByText('As text').click();
    await expect.poll(() => page.locator('.difference .added').allInnerTexts()).toContain('+  - id: opening\n');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(plansAsked).toBe(asked);
    await tab('Automations');
    await add('automation', { Id: 'hourly', Station: 'alpha', Name: 'Every hour' });
    await choose('Trigger', 'Minute of hour');
    await save();
    expect(file()).toMatch(/mixes:\n\s+full: 1\n/);
    expect(file()).toMatch(/steps:\n.*switch:[^]*play:[^]*recall:/);
    const run = await fetch(`${addressOf(part, 'service')}/plain/macros/opening/run`, { method: 'POST' });
    expect([run.status, await run.text()]).toEqual([200, 'OK']);
  });

  it('@EDITING-24: tries a signal on its device', async () => {
    await tab('Signals');
    await button('Try on').click();
    const value = () => fetch(`${addressOf(part, 'service')}/plain/signals/red`).then((answer) => answer.text());
    await expect.poll(value).toBe('1');
  });

  it('@EDITING-27: saves a report about the equipment', async () => {
    await tab('Equipment');
    const [download] = await Promise.all([page.waitForEvent('download'), button('Report for a question').click()]);
    expect(download.suggestedFilename()).toMatch(/^studio-control-report-[\dT-]+\.json$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      service: { isSimulated: true },
      studioFile: { id: '(kept on the host)' },
    });
  });

  it('@EDITING-3: shows an issue at its field, and keeps Save away', async () => {
    await tab('Signals');
    await page.getByRole('button', { name: /^bell/ }).click();
    await fill('Identifier', 'door');
    await page
      .getByText(/^expected another/)
      .first()
      .waitFor();
    expect(await button('Save').isDisabled()).toBe(true);
    await button('Discard').click();
    await button('Discard it').click();
    await button('Discard').waitFor({ state: 'detached' });
  });

  it('@EDITING-21: adds a device from a template, with a signal', async () => {
    await tab('Equipment');
    await button('Add from a template').click();
    const dialog = page.getByRole('dialog');
    await page.getByRole('combobox', { name: 'Maker and model' }).fill('Shelly Plus');
    await page.getByRole('option').first().click();
    await dialog.getByRole('button', { name: /^Use / }).first().click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    for (const input of await dialog.getByRole('textbox').all())
      if ((await input.inputValue()) === '' && !(await input.evaluate(isOptional))) await input.fill('plug');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('2 changes', { exact: true }).click();
    await page
      .getByText(/^connections\..*shelly/)
      .first()
      .waitFor();
    await button('Discard').click();
    await button('Discard it').click();
    await button('Discard').waitFor({ state: 'detached' });
  });

  it('@EDITING-25: takes clips from a player, and marks those that it lacks', async () => {
    const world = {
      clock: new SystemClock(),
      log: commandLog(Date.now),
      random: seededRandom(1),
      changed: () => undefined,
    };
    const identity = { id: 'player', kind: 'player', name: 'Player' } as const;
    const media = [mediaItem('NEWS/HEADLINES', 12), mediaItem('NEWS/SPORT', 20)];
    const server = new CasparcgServer({ identity, channels: 1, media, hasMediaScanner: true }, world);
    const { port } = await server.listen(0, '127.0.0.1');
    const edit = async (request: object) => {
      const body = JSON.stringify(request);
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${addressOf(part, 'studio')}/api/studio-file`, { method: 'POST', headers, body });
      return (await answer.json()) as { readonly version: number; readonly text: string };
    };
    const { version: base, text: before } = await edit({ ask: 'read' });
    const attached = before
      .replace(/protocol: vmix/, `protocol: casparcg\n    port: ${String(port)}`)
      .replace(/192\.0\.2\.1/, '127.0.0.1')
      .replace(/slot: main/, 'slot: main\n    player: { connection: player-1, channel: 1, layers: { full: 10 } }');
    expect(await edit({ ask: 'save', base, change: { text: attached } })).toMatchObject({ result: 'saved' });
    await page.reload();
    await tab('Clips');
    await button('Read clips from the player').click();
    await button('Add all 2').click();
    const listed = page.locator('.player-clips li');
    await expect
      .poll(() => listed.allInnerTexts())
      .toEqual([
        expect.stringMatching(/Opening titles\s+not on the player/),
        expect.stringMatching(/NEWS.HEADLINES\s+12\.0 s\s+in this bank/),
        expect.stringMatching(/NEWS.SPORT\s+20\.0 s\s+in this bank/),
      ]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await save();
    expect(file()).toMatch(/key: sport\n\s+name: NEWS.SPORT\n\s+media: NEWS.SPORT\n\s+durationMs: 20000/);
    server.stop();
  });

  it('@EDITING-28: makes the secret of a webhook, and sends a test before it is saved', async () => {
    const receiver = await startWebhookReceiver();
    await tab('Webhooks');
    await add('webhook', { Id: 'newsroom', URL: receiver.url, Secret: 'hunter2' });
    await page.getByText(/^expected whsec_ and the base64/).waitFor();
    await button('Make a secret').click();
    const shown = page.getByLabel('Secret for the receiver');
    const secret = await shown.inputValue();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await button('Send a test').click();

    await page.getByText(/^newsroom .* has accepted the test: it answered with 204$/).waitFor();
    expect(receiver.attempts.map(({ body }) => body.type)).toEqual(['test']);
    expect(await accessibilityViolations(page)).toEqual([]);
    await save();
    expect(await shown.inputValue()).toBe(secret);
    expect(readFileSync(/secretFile: (\S+newsroom-secretfile-\S+)/.exec(file())?.[1] ?? '', 'utf8')).toBe(
      `${secret}\n`,
    );
    await tab('Signals');
    await tab('Webhooks');
    await button('Make a secret').waitFor();
    expect(await shown.count()).toBe(0);
    await receiver.close();
  });

  it('edits the same file as text, with completion', async () => {
    await tab('Text');
    const text = page.getByRole('textbox', { name: 'Text of the studio file' });
    await text.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# The morning show.\nsta');
    await page.getByRole('option', { name: /stations/ }).waitFor();
    await page.keyboard.press('Escape');
    for (let count = 0; count < 3; count += 1) await page.keyboard.press('Backspace');
    await save();
    expect(file()).toMatch(/^# The morning show.\n/);
  });

  it('@EDITING-4: shows the versions, and restores one', async () => {
    await tab('Versions');
    await button('Compare version 2').click();
    await page
      .getByText('macros: removed')
      .or(page.getByText(/macros\.opening: removed/))
      .waitFor();
    await button('Restore version 2').click();
    await button('Restore').click();
    await page.getByText(/restored version 2/).waitFor();
    expect(file()).not.toContain('opening');
  });

  it.each([
    [1280, 900],
    [820, 1180],
    [390, 844],
  ])('can be used by everybody at %i x %i pixels', async (width, height) => {
    await page.setViewportSize({ width, height });
    for (const name of [
      'Equipment',
      'Outputs',
      'Signals',
      'Cameras',
      'Clips',
      'Webhooks',
      'Studio',
      'Text',
      'Versions',
    ]) {
      await tab(name);
      expect([name, await accessibilityViolations(page), await hasHorizontalScroll(page)]).toEqual([name, [], false]);
    }
    expect(problems).toEqual([]);
  });

  it('@CONSOLE-38: is in German, except for the fields of the file and their values', async () => {
    const german = await browser.newPage({ locale: 'de-DE' });
    await german.goto(addressOf(part, 'studio'));
    await german.getByRole('tab').first().waitFor();
    const found: string[] = [];
    for (const kind of await german.getByRole('tab').all()) {
      await kind.click();
      const records = german.locator('.listed-name');
      if ((await records.count()) > 0) await records.first().click();
      await german.locator('[role=tabpanel]').first().waitFor();
      const left = await englishOn(german, 'label, legend');
      found.push(...left.filter((text) => !/^[a-z]+$/.test(text)));
    }
    expect(await german.getAttribute('html', 'lang')).toBe('de');
    expect(found).toEqual([]);
    await german.close();
  });
});
