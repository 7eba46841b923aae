// The section Access: the listed addresses, and what is asked before a change is saved.
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { AccessSection } from '../../../../../adapters/web/console/access/access-section.js';
import { buttons, check, dialogs, enter, errors } from '../../page-bench.js';
import { press, show, shows, text } from '../../page-bench.js';
import { server, replied } from '../../page-server.js';
import { haveStudios, serviceOf, signedIn, studioOf } from '../fixtures.js';

const now = Date.UTC(2021, 2, 14, 12);
const end = new Date(now).toISOString();
const listed = (address: string, label: string, expiresAt?: string) => ({
  ...{ address, label },
  ...(expiresAt !== undefined && { expiresAt }),
});
const saved = {
  ...{ apiEnabled: true, accessWithoutToken: 'listed', legacyAuthorization: false },
  listedDevices: [listed('10.0.0.1', 'Desk', end), listed('10.0.0.2', 'Door')],
};
const studio = studioOf('a', { appliedVersion: 7, desiredVersion: 7 });

const open = async (settings: object = {}, role: 'operator' | 'viewer' = 'operator'): Promise<void> => {
  server.reply('GET /studios/a/access', { ...saved, ...settings });
  server.answer('PUT /studios/a/access', ({ body }) => replied(body, '"2"'));
  show(<AccessSection studio={studio} />, { answers: [signedIn({ role })] });
  await shows('Allowed addresses');
};

/** The listed entries that are saved at a press. */
const savedEntries = async (name = 'Save'): Promise<unknown> => {
  await press(name);
  await shows('Saved. ');
  return (server.changes()[0]?.[1] as typeof saved).listedDevices;
};
const unsaved = (): string | undefined => {
  const bar = screen.queryByRole('region', { name: 'Unsaved changes' });
  return bar ? text(bar).replace(/ Discard .*/, '') : undefined;
};
/** Changes the field of one of the entries. */
const enterAt = (place: number, label: string, value: string): void => {
  const fields = screen.getAllByLabelText(label);
  enter(fields[place] ?? document.body, value);
};

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  haveStudios(studio);
});

it('a listed address keeps its end when its label or its address changes', async () => {
  await open();
  enterAt(0, 'Label', 'Table');
  enterAt(0, 'Address or range', '10.0.0.9');
  expect(unsaved()).toBe(
    `Allowed address 10.0.0.1: Desk, until ${end} removed Allowed address 10.0.0.9: added as Table, until ${end}`,
  );
  expect(await savedEntries()).toEqual([listed('10.0.0.9', 'Table', end), saved.listedDevices[1]]);
});

it('a listed address stays for good once its end is removed, which is shown as a change', async () => {
  await open();
  expect(text()).toContain('Ended 14 Mar 2021');
  await press('Remove end of Desk');
  expect(unsaved()).toBe(`Allowed address 10.0.0.1: Desk, until ${end} → Desk`);
  expect(await savedEntries()).toEqual([listed('10.0.0.1', 'Desk'), saved.listedDevices[1]]);
});

it('of two equal addresses, only the one that is changed changes', async () => {
  const one = listed('10.0.0.1', 'One');
  await open({ listedDevices: [one, listed('10.0.0.1', 'Two')] });
  enterAt(1, 'Label', 'Second');
  expect(unsaved()).toBe('Allowed address 10.0.0.1 (2): Two → Second');
  expect(await savedEntries()).toEqual([one, listed('10.0.0.1', 'Second')]);
});

it('the end of an address is of no use to a service of an earlier version', async () => {
  const ignored = '. This service ignores the end: it is of an earlier version.';
  haveStudios(studioOf('b'), { ...studio, service: serviceOf({ version: null }) });
  await open();
  await shows(ignored);
});

it('an address that is added has to be valid before it is sent', async () => {
  await open();
  await press('Add address');
  expect(unsaved()).toBe('Allowed address (no address): added as (no label)');
  await press('Save');
  expect(errors()).toHaveLength(2);
  enterAt(2, 'Address or range', '10.0.0.3');
  enterAt(2, 'Label', 'New');
  expect(errors()).toEqual([]);
  expect(await savedEntries()).toEqual([...saved.listedDevices, listed('10.0.0.3', 'New')]);
  await shows('Saved. The change is in effect.');
});

it('the list stays while access without a token is off, and is not shown for the whole LAN', async () => {
  await open({ accessWithoutToken: 'off', listedDevices: [] });
  expect(text()).toContain('(not used while access without a token is off)');
  expect(text()).not.toContain('The list is empty');
  await check('Listed devices');
  expect(text()).toContain('The list is empty: no caller has access without a token yet.');
  await check('Whole LAN');
  expect(text()).toContain('Anyone on the studio’s network, including guests and their phones');
  expect(buttons()).not.toContain('Add address');
  expect(unsaved()).toBe('Access without a token: Off → Whole LAN');
});

it('what an ended address would hold is asked once its end is removed', async () => {
  await open({ listedDevices: [listed('192.168.0.0/16', 'All', end)] });
  await press('Remove end of All');
  await press('Save');
  expect(dialogs()).toEqual(['Save these settings?']);
  expect(text()).toContain('192.168.0.0/16 is a whole private network of 65,536 addresses.');
});
