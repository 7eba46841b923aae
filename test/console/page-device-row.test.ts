// One device in the table of the console's page at work, without a browser: what its row says and offers, and its selection.
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageBench, pageModule, pageView } from './page-hooks.js';
import { buttonsOf, dialogsOf, enter, press } from './stage-actions.js';
import { replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, textOfPart, type Stage } from './stage.js';

interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly set: (ids: readonly string[], isSelected: boolean) => void;
  readonly clear: () => void;
}
/** What a test uses of the modules, which are compiled with the page. */
interface Selections {
  readonly useSelection: (devices: readonly object[]) => Selection;
}

const now = Date.UTC(2021, 2, 14, 12);
const soon = new Date(now + 3 * 86_400_000).toISOString();
const device = {
  ...{ id: 'd/1', name: 'Desk', access: 'read_only', station: null, fixedAddress: null, features: [], expiresAt: null },
  ...{ state: 'active', tokenState: 'active', usage: 'in_use', lastCall: null, oldToken: null },
};
const oldToken = { state: 'active', lastCall: null, endsAt: soon };

let server: StagedConsole;
let view: Stage;
let selected: unknown[];

const open = async (change: object = {}, mayChange = true, otherRole = 'operator'): Promise<void> => {
  const session = { username: 'ann', role: null, studioRoles: { a: 'operator', b: otherRole } };
  const studios = ['a', 'b'].map((id) => ({ id, name: id }));
  server.answer('GET /studios?limit=2000', () => replied({ studios, next: null }));
  server.answer('GET /session', () => replied(session));
  const row = await pageView('devices/device-row.js', 'DeviceRow');
  const onSelect = (isSelected: boolean) => selected.push(isSelected);
  const props = { studioId: 'a', device: { ...device, ...change }, mayChange, isSelected: false, onSelect };
  view = stage(row(props), pageBench([[['session'], session]], '/studios/a/devices'));
  await eventually('everything is read', () => view.text() !== '' && view.bench.client.isFetching() === 0);
};

const cells = (): readonly string[] =>
  view
    .parts()
    .filter(({ props }) => props['role'] === 'cell' || props['role'] === 'rowheader')
    .map(textOfPart)
    .filter((text) => text !== '');

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  selected = [];
  server = stagedConsole();
});
afterEach(() => {
  view.close();
  server.restore();
  vi.useRealTimers();
});

describe('the row of a device', () => {
  const call = {
    time: new Date(now - 120_000).toISOString(),
    address: '10.0.0.1',
    answer: { status: 403, error: 'read_only' },
  };

  it.each([
    [{}, ['Desk', 'Read only All features', 'Active']],
    [
      { station: 'Alpha', fixedAddress: '::1' },
      ['Desk Station Alpha Only from ::1', 'Read only All features', 'Active'],
    ],
    [
      { access: 'read_and_control', features: ['outputs', 'signals'], expiresAt: soon },
      ['Desk', 'Read and control Outputs, Signals', 'Active Until 17 Mar 2021'],
    ],
    [{ tokenState: 'expires_soon', expiresAt: soon }, ['Desk', 'Read only All features', 'Expires in 3 days']],
    [
      { tokenState: 'expired', expiresAt: soon, usage: 'never_used' },
      ['Desk', 'Read only All features', 'Expired', 'Never used'],
    ],
    [
      { tokenState: 'revoked', state: 'revoked', usage: 'never_used' },
      ['Desk', 'Read only All features', 'Revoked', 'Never'],
    ],
    [
      { lastCall: call, usage: 'not_used_for_30_days' },
      ['Desk', 'Read only All features', 'Active', '2 minutes ago from 10.0.0.1 Not used for 30 days', '403 read_only'],
    ],
    [
      { lastCall: { ...call, answer: null } },
      ['Desk', 'Read only All features', 'Active', '2 minutes ago from 10.0.0.1'],
    ],
  ])('of %j reads %j', async (change, texts) => {
    await open(change, false);
    expect(cells()).toEqual(texts);
  });

  it('has a link to the calls of the device', async () => {
    await open({}, false);
    const link = view.parts().find(({ type }) => type === 'a');
    expect(link?.props['href']).toBe('/studios/a/activity?show=device-d%2F1');
    expect(buttonsOf(view)).toEqual([]);
  });

  it.each([
    [
      {},
      [
        'Edit Desk',
        'Replace token of Desk',
        'Revoke Desk',
        'More actions for Desk',
        'Copy to another studio',
        'Delete',
      ],
    ],
    [
      { tokenState: 'expired' },
      ['Edit Desk', 'Replace token of Desk', 'Revoke Desk', 'More actions for Desk', 'Delete'],
    ],
    [{ state: 'revoked', tokenState: 'revoked' }, ['Edit Desk', 'More actions for Desk', 'Delete']],
  ])('of %j offers %j', async (change, names) => {
    await open(change);
    expect(buttonsOf(view)).toEqual(names);
  });

  it('offers no copy where the operator may add devices in no other studio', async () => {
    await open({}, true, 'viewer');
    expect(buttonsOf(view)).not.toContain('Copy to another studio');
  });

  it.each([
    ['Revoke Desk', 'Revoke Desk?', 'Revoke', 'POST /studios/a/devices/d%2F1/revoke'],
    ['Delete', 'Delete Desk?', 'Delete', 'DELETE /studios/a/devices/d%2F1'],
    [
      'End old token now: Desk',
      'End the old token of Desk?',
      'End old token',
      'POST /studios/a/devices/d%2F1/end-old-token',
    ],
  ])('asks after %s before it acts', async (button, title, confirm, request) => {
    await open({ oldToken });
    server.answer(request, () => replied({}));
    press(view, button);
    expect([dialogsOf(view), server.changes()]).toEqual([[title], []]);
    press(view, confirm);
    await eventually('it is done', () => dialogsOf(view).length === 0);
    expect(server.changes().map(({ call: sent }) => sent)).toEqual([request]);
  });

  it('says whether the old token is still used, as long as it works', async () => {
    await open({ oldToken }, false);
    expect(cells().at(-1)).toContain(
      'The old token has not been used since it was replaced. It ends by itself on 17 Mar',
    );
    expect(buttonsOf(view)).toEqual([]);
    view.close();
    await open({ oldToken: { ...oldToken, lastCall: call } });
    expect(cells().at(-1)).toContain('The old token is still in use: last call 2 minutes ago from 10.0.0.1. It ends');
    view.close();
    await open({ oldToken: { ...oldToken, state: 'ended' } });
    expect(view.text()).not.toContain('old token');
  });

  it('is selected by its box', async () => {
    await open();
    enter(view, 'Select Desk', true);
    enter(view, 'Select Desk', false);
    expect(selected).toEqual([true, false]);
  });
});

it('the selection keeps devices that are not shown, and forgets those that are removed', async () => {
  const { useSelection } = await pageModule<Selections>('devices/use-selection.js');
  const none: Selection = { ids: new Set(), set: () => undefined, clear: () => undefined };
  const box = { devices: ['a', 'b', 'c'].map((id) => ({ id })), selection: none };
  const Probe = (): null => {
    box.selection = useSelection(box.devices);
    return null;
  };
  view = stage(() => createElement(Probe));
  const ids = (): readonly string[] => (view.parts(), [...box.selection.ids].toSorted());
  expect(ids()).toEqual([]);
  box.selection.set(['a'], true);
  expect(ids()).toEqual(['a']);
  box.selection.set(['b', 'c'], true);
  expect(ids()).toEqual(['a', 'b', 'c']);
  box.selection.set(['c'], false);
  expect(ids()).toEqual(['a', 'b']);
  box.devices = [{ id: 'b' }, { id: 'c' }];
  expect(ids()).toEqual(['b']);
  box.selection.set(['c'], true);
  expect(ids()).toEqual(['b', 'c']);
  box.devices = [{ id: 'a' }, { id: 'c' }];
  expect(ids()).toEqual(['c']);
  box.selection.clear();
  expect(ids()).toEqual([]);
});
