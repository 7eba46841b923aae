// The dialogs for a device at the console's page at work, without a browser: what they send, and what they keep.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageBench, pageModule, pageView } from './page-hooks.js';
import {
  alertsOf,
  buttonOf,
  buttonsOf,
  dialogsOf,
  enter,
  errorsOf,
  press,
  pressEscape,
  shows,
  valueOf,
} from './stage-actions.js';
import { refused, replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, type Stage } from './stage.js';

const now = Date.UTC(2021, 2, 14, 12);
const past = '2021-03-01T12:00:00.000Z';
const settings = {
  ...{
    name: 'Desk',
    access: 'read_only',
    station: 'Alpha',
    fixedAddress: null,
    features: ['outputs'],
    expiresAt: past,
  },
};
const device = {
  ...settings,
  ...{ id: 'd/1', state: 'active', tokenState: 'active', usage: 'in_use', lastCall: null, oldToken: null },
};
const path = '/studios/a/devices/d%2F1';

/** The stream of a new device's calls, which sends none. */
class Silent extends EventTarget {
  readonly close = (): void => undefined;
}

let server: StagedConsole;
let view: Stage;
let closed: number;

const newBench = () => pageBench([], '/studios/a/devices');

const open = async (module: string, name: string, props: object = { device }, bench = newBench()): Promise<void> => {
  const dialog = await pageView(`devices/${module}.js`, name);
  const onClose = (): void => {
    closed += 1;
  };
  view = stage(dialog({ studioId: 'a', onClose, ...props }), bench);
};

const sent = () => server.changes().map(({ call, body, ifMatch }) => [call, body, ifMatch]);

/** The tokens that are shown in fields of their own. */
const tokens = (): readonly unknown[] =>
  view
    .parts()
    .filter(({ type }) => type === 'input')
    .map(({ props }) => props['value']);

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  closed = 0;
  server = stagedConsole();
  vi.stubGlobal('EventSource', Silent);
  server.answer('GET /studios/a/devices', () => replied({ devices: [device] }));
});
afterEach(async () => {
  view.close();
  (await pageModule<{ readonly clearDrafts: () => void }>('api/drafts.js')).clearDrafts();
  server.restore();
  vi.useRealTimers();
});

describe('a device that is added', () => {
  const added = { device: { ...device, name: 'Lamp' }, token: 'sc_secret' };

  it('may only read unless another choice is made, and its token is shown instead of the form', async () => {
    server.answer('POST /studios/a/devices', () => replied(added, { status: 201 }));
    await open('add-device', 'AddDevice', {});
    enter(view, 'Name', 'Lamp');
    for (const address of ['10.0.0.1', '']) enter(view, 'Fixed IP address (optional)', address);
    press(view, 'Add');
    await shows(view, 'Token for Lamp');
    expect([dialogsOf(view), tokens(), closed]).toEqual([['Token for Lamp'], ['sc_secret'], 0]);
    const body = {
      name: 'Lamp',
      access: 'read_only',
      station: null,
      fixedAddress: null,
      features: [],
      expiresAt: null,
    };
    expect(sent()).toEqual([['POST /studios/a/devices', body, null]]);
  });

  it('begins with a preset, of which everything can be changed', async () => {
    await open('add-device', 'AddDevice', {});
    enter(view, 'Name', 'Lamp');
    const pressed = () =>
      ['Red light', 'Clip panel', 'Display', 'Script'].filter(
        (name) => buttonOf(view, name).props['aria-pressed'] === true,
      );
    expect(pressed()).toEqual(['Display']);
    press(view, 'Red light');
    expect([pressed(), valueOf(view, 'Limit to features (optional)')]).toEqual([['Red light'], ['studio', 'signals']]);
    enter(view, 'Access', 'read_and_control');
    enter(view, 'Limit to features (optional)', ['signals', 'system']);
    enter(view, 'Station (optional)', 'Alpha');
    enter(view, 'Station (optional)', '');
    enter(view, 'Fixed IP address (optional)', '10.0.0.1');
    enter(view, 'Expiry (optional)', '2021-04-01T10:00');
    press(view, 'Add');
    await eventually('the device is sent', () => sent().length === 1);
    const expiresAt = new Date('2021-04-01T10:00').toISOString();
    expect(server.changes()[0]?.body).toEqual({
      ...{ name: 'Lamp', access: 'read_and_control', station: null, fixedAddress: '10.0.0.1' },
      ...{ features: ['system', 'signals'], expiresAt },
    });
  });

  it('keeps its form with the error at the field, until that is corrected', async () => {
    server.answer('POST /studios/a/devices', () => refused(409, 'the name is in use'));
    await open('add-device', 'AddDevice', {});
    press(view, 'Add');
    expect([errorsOf(view).length, sent()]).toEqual([1, []]);
    enter(view, 'Name', 'Lamp');
    enter(view, 'Expiry (optional)', '2021-03-01T10:00');
    press(view, 'Add');
    expect([errorsOf(view), sent()]).toEqual([['Enter a time in the future.'], []]);
    enter(view, 'Expiry (optional)', '');
    press(view, 'Add');
    await shows(view, 'The name is in use.');
    expect([errorsOf(view), alertsOf(view), valueOf(view, 'Name')]).toEqual([['The name is in use.'], [], 'Lamp']);
  });
});

describe('an edit of a device', () => {
  beforeEach(() => {
    server.answer(`GET ${path}`, () => replied({ device }, { etag: '"1"' }));
    server.answer(`PATCH ${path}`, () => replied({ device }));
  });

  /** The first save is refused, as the device has changed since the edit began. */
  const refuseOnce = (): void => {
    server.answer(
      `PATCH ${path}`,
      () => refused(412, 'changed'),
      () => replied({ device }),
    );
  };

  const begin = async (): Promise<void> => {
    await open('edit-device', 'EditDevice');
    await shows(view, 'No changes yet.');
  };

  it('sends all settings with the tag of the state that it began with, also if the expiry has passed', async () => {
    await begin();
    enter(view, 'Name', 'Table');
    press(view, 'Save');
    await eventually('the dialog is closed', () => closed === 1);
    expect(sent()).toEqual([[`PATCH ${path}`, { ...settings, name: 'Table' }, '"1"']]);
  });

  it('is kept when someone else changed the device, until the operator chooses what to keep', async () => {
    const theirs = { ...device, station: 'Beta' };
    await begin();
    enter(view, 'Name', 'Table');
    refuseOnce();
    server.answer(`GET ${path}`, () => replied({ device: theirs }, { etag: '"2"' }));
    press(view, 'Save');
    await shows(view, 'Someone else changed this device. Choose what to keep.');
    expect([closed, alertsOf(view).length, view.text().includes('Station Alpha Beta Alpha')]).toEqual([0, 1, true]);
    press(view, 'Keep my changes');
    expect([valueOf(view, 'Name'), valueOf(view, 'Station (optional)')]).toEqual(['Table', 'Beta']);
    press(view, 'Save');
    await eventually('the dialog is closed', () => closed === 1);
    expect(sent().at(-1)).toEqual([`PATCH ${path}`, { ...settings, name: 'Table', station: 'Beta' }, '"2"']);
  });

  it('is saved at the second attempt if the device got a new token before the first', async () => {
    await begin();
    enter(view, 'Name', 'Table');
    refuseOnce();
    server.answer(`GET ${path}`, () => replied({ device }, { etag: '"2"' }));
    press(view, 'Save');
    await eventually('it can be saved', () => buttonsOf(view).includes('Save') && view.bench.client.isFetching() === 0);
    press(view, 'Save');
    await eventually('the dialog is closed', () => closed === 1);
    expect(sent().map(([, , tag]) => tag)).toEqual(['"1"', '"2"']);
  });

  it('asks before Escape discards it, and begins anew when the device is opened again', async () => {
    await begin();
    enter(view, 'Name', 'Table');
    pressEscape(view);
    expect([dialogsOf(view), closed]).toEqual([['Edit Desk', 'Discard changes?'], 0]);
    press(view, 'Discard');
    expect(closed).toBe(1);
    view.close();
    await begin();
    expect([valueOf(view, 'Name'), buttonsOf(view).includes('Save')]).toEqual(['Desk', false]);
  });

  it('begins from what is stored now, and not from what an earlier edit has read', async () => {
    await begin();
    const { bench } = view;
    view.close();
    const read = Promise.withResolvers<Response>();
    server.answer(`GET ${path}`, () => read.promise);
    await open('edit-device', 'EditDevice', { device }, bench);
    await shows(view, 'Loading…');
    expect(buttonsOf(view)).not.toContain('Save');
    read.resolve(replied({ device: { ...device, station: 'Beta' } }));
    await shows(view, 'No changes yet.');
    expect(valueOf(view, 'Station (optional)')).toBe('Beta');
  });

  it('of one device is no edit of another', async () => {
    await begin();
    enter(view, 'Name', 'Table');
    view.close();
    server.answer('GET /studios/a/devices/d%2F2', () => replied({ device: { ...device, id: 'd/2', name: 'Door' } }));
    await open('edit-device', 'EditDevice', { device: { ...device, id: 'd/2', name: 'Door' } });
    await shows(view, 'No changes yet.');
    expect(valueOf(view, 'Name')).toBe('Door');
  });
});

describe('a replaced token', () => {
  it.each([
    [past, null],
    ['2021-05-01T12:00:00.000Z', '2021-05-01T12:00:00.000Z'],
  ])('of a device that expires at %s expires at %s', async (expiresAt, after) => {
    server.answer(`POST ${path}/replace`, () => replied({ device, token: 'sc_new' }));
    await open('replace-token', 'ReplaceToken', { device: { ...device, expiresAt } });
    press(view, 'Replace');
    await shows(view, 'Token for Desk');
    expect(tokens()).toEqual(['sc_new']);
    expect(sent()).toEqual([[`POST ${path}/replace`, { overlapMs: 86_400_000, expiresAt: after }, null]]);
  });

  it('says that the token before it ends at once, if that is still valid', async () => {
    for (const state of ['active', 'ended']) {
      await open('replace-token', 'ReplaceToken', { device: { ...device, oldToken: { state } } });
      expect(view.text().includes('The token that was replaced before ends at once.')).toBe(state === 'active');
      view.close();
    }
  });
});
