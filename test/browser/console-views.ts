// Every view and dialog of the console, and the steps that open it.
import type { Page } from 'playwright-core';
import { setUpSecondFactor } from './second-factor.js';

export type Step = (page: Page) => Promise<void>;

/** The name of a view, its path, and the steps that open it there. */
export type View = readonly [name: string, path: string, first?: Step];

export const press =
  (...names: readonly (string | RegExp)[]): Step =>
  async (page) => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).first().click();
  };

/** Presses a button of the open dialog. The page behind it may have one of the same name. */
const confirm =
  (name: string): Step =>
  (page) =>
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** Chooses an item of the open menu. */
const choose =
  (name: string): Step =>
  (page) =>
    page.getByRole('menuitem', { name }).click();

/** Fills the field with a label. */
const type =
  (label: string, text: string): Step =>
  (page) =>
    page.getByLabel(label).first().fill(text);

export const waitForText =
  (text: string | RegExp): Step =>
  (page) =>
    page.getByText(text).first().waitFor();

const pressKey =
  (name: string): Step =>
  (page) =>
    page.keyboard.press(name);

/** Presses a switch on its label. */
export const toggle =
  (label: string): Step =>
  (page) =>
    page.getByLabel(label, { exact: true }).locator('xpath=ancestor::label').click();

const sequence =
  (...steps: readonly Step[]): Step =>
  async (page) => {
    for (const step of steps) await step(page);
  };

/** The form and the dialogs of a second factor, of which the operator has none. Each goes on from the one before. */
export const secondFactorViews: readonly View[] = [
  [
    'recovery codes',
    '/account',
    sequence(press('Set up'), async (page) => {
      await setUpSecondFactor(page);
    }),
  ],
  ['a second factor that is on', '/account', waitForText(/^On$/)],
  ['replacing a second factor', '/account', sequence(press('Replace'), waitForText('Code of your present app'))],
  ['turning off a second factor', '/account', press('Turn off')],
  ['turning off a second factor, invalid', '/account', sequence(press('Turn off'), confirm('Turn off'))],
  ['resetting a second factor', '/operators', press('Reset second factor of admin')],
];

/** Selects all devices that are shown. */
const select: Step = (page) => page.getByLabel('Select all devices that are shown').check();

/** Opens the dialog that copies the selected devices. The console has another studio. */
const copySelected: Step = sequence(select, press('More'), choose('Copy to another'));

export const studio = '/studios/studio-1';

/** Every view and dialog. */
export const views: readonly View[] = [
  ['studios', '/studios'],
  ['adding a studio', '/studios', press('Add studio')],
  [
    'connecting a studio',
    '/studios',
    sequence(
      press('Add studio'),
      type('Id', 'studio-2'),
      type('Name', 'Two'),
      press('Add'),
      waitForText(/shown only now/),
    ),
  ],
  ['finding', '/studios', sequence(pressKey('Control+k'), waitForText('Your account'))],
  ['removed studios', '/removed-studios', waitForText('No studio has been removed.')],
  ['user menu', '/studios', press(/, Admin in all studios$/)],
  ['Access', `${studio}/access`],
  ['Access, invalid', `${studio}/access`, press('Add address', 'Save')],
  ['Access, saved', `${studio}/access`, sequence(toggle('API enabled'), press('Save'), waitForText(/^Saved/))],
  [
    'allowing a wide range',
    `${studio}/access`,
    sequence(
      (page) => page.getByText('Listed devices', { exact: true }).click(),
      press('Add address'),
      type('Address or range', '10.0.0.0/8'),
      type('Label', 'Everything'),
      press('Save'),
      waitForText(/is a whole private network/),
      waitForText('Save these settings?'),
    ),
  ],
  ['Features', `${studio}/features`],
  ['Devices', `${studio}/devices`],
  ['adding a device', `${studio}/devices`, press('Add device')],
  ['adding a device, invalid', `${studio}/devices`, press('Add device', 'Add')],
  ['station suggestions', `${studio}/devices`, sequence(press('Add device'), press(/^Show suggestions/))],
  [
    'discarding changes',
    `${studio}/devices`,
    sequence(press('Add device'), type('Name', 'Another'), pressKey('Escape'), waitForText('Discard changes?')),
  ],
  [
    'a new token',
    `${studio}/devices`,
    sequence(press('Add device'), type('Name', 'Shown once'), press('Add'), waitForText(/only time it is shown/)),
  ],
  ['editing a device', `${studio}/devices`, press('Edit Desk panel')],
  ['revoking a device', `${studio}/devices`, press('Revoke Desk panel')],
  ['more actions for a device', `${studio}/devices`, press('More actions for Desk panel')],
  ['deleting a device', `${studio}/devices`, sequence(press('More actions for Desk panel'), choose('Delete'))],
  ['Refused callers', `${studio}/callers`, waitForText('No token sent.')],
  [
    'allowing an address',
    `${studio}/callers`,
    sequence(press(/^Allow this address: 192/), waitForText('Allowed address 192.168.1.77')),
  ],
  ['Overview', `${studio}/live`, waitForText('Main programme')],
  ['Activity', `${studio}/activity`],
  ['replacing a token', `${studio}/devices`, press('Replace token of Desk panel')],
  [
    'a replaced token',
    `${studio}/devices`,
    sequence(press('Replace token of Desk panel', 'Replace'), waitForText(/only time it is shown/)),
  ],
  ['ending an old token', `${studio}/devices`, press('End old token now: Desk panel')],
  ['selected devices', `${studio}/devices`, select],
  ['copying devices', `${studio}/devices`, sequence(copySelected, waitForText('The copies have the same settings'))],
  [
    'new tokens',
    `${studio}/devices`,
    sequence(copySelected, press(/^Copy \d+ devices?$/), waitForText(/^The tokens are available only now/)),
  ],
  [
    'copying devices that the other studio has',
    `${studio}/devices`,
    sequence(copySelected, waitForText(/the studio has devices with the same names/)),
  ],
  ['revoking devices', `${studio}/devices`, sequence(select, press('Revoke selected'))],
  ['editing devices', `${studio}/devices`, sequence(select, press('Edit selected'))],
  ['importing devices', `${studio}/devices`, sequence(press('Import and export'), choose('Import'))],
  ['clearing refused callers', `${studio}/callers`, press('Clear list')],
  ['History', `${studio}/history`],
  [
    'restoring',
    `${studio}/history`,
    sequence(press(/^Restore the settings before/), waitForText(/^(Nothing would|Now)/)),
  ],
  ['Studio and key', `${studio}/studio`],
  ['deleting a studio', `${studio}/studio`, press('Delete studio')],
  ['replacing a key', `${studio}/studio`, press('Replace key')],
  [
    'a replaced key',
    `${studio}/studio`,
    sequence(press('Replace key'), confirm('Replace key'), waitForText(/shown only now/)),
  ],
  ['ending an old key', `${studio}/studio`, press('End old key now')],
  ['revoking a key', `${studio}/studio`, press('Revoke key')],
  ['Operators', '/operators'],
  ['adding an operator', '/operators', press('Add operator')],
  ['editing an operator', '/operators', press('Edit admin')],
  [
    'deleting the last admin',
    '/operators',
    sequence(press('Delete admin', 'Delete'), waitForText(/must keep the role admin/)),
  ],
  ['resetting a password', '/operators', press('Reset password of vera')],
  ['a new password', '/operators', press('Reset password of vera', 'Reset password')],
  ['disabling an operator', '/operators', press('Disable vera')],
  ['the sessions of an operator', '/operators', press('Sessions of vera')],
  ['Account', '/account'],
  ['setting up a second factor', '/account', sequence(press('Set up'), waitForText(/app/))],
  ['ending other sessions', '/account', press('End all other sessions')],
  ['studio not found', '/studios/nowhere/access'],
];
