// The key of a studio at the console's page, at work without a browser: each button does what it says, after a question.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageBench, pageView } from './page-hooks.js';
import { buttonsOf, dialogsOf, press, shows } from './stage-actions.js';
import { refused, replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, type Stage } from './stage.js';

const studio = {
  ...{
    id: 'a/1',
    name: 'Main',
    labels: [],
    connected: true,
    key: 'set',
    keyInUse: 'old',
    service: null,
    refusal: null,
  },
  ...{ oldKey: null, appliedVersion: 6, desiredVersion: 6, confirmedAt: null },
};
const oldKey = { validUntil: '2021-03-01T12:00:00.000Z' };

let server: StagedConsole;
let view: Stage;

beforeEach(() => {
  server = stagedConsole();
});
afterEach(() => {
  view.close();
  server.restore();
});

const show = async (change: object): Promise<void> => {
  const card = await pageView('studio/key-card.js', 'KeyCard');
  const shown = { ...studio, ...change };
  view = stage(card({ studio: shown }), pageBench([[['studios'], [shown]]]));
  vi.stubGlobal('window', { location: { origin: 'https://console' } });
};

it.each([
  [{}, 'Revoke key', 'Revoke key', 'DELETE /studios/a%2F1/key'],
  [{ key: 'none' }, 'Create key', 'Create key', 'POST /studios/a%2F1/key?overlapMs=0'],
  [{ oldKey }, 'End old key now', 'End old key', 'POST /studios/a%2F1/key/end-old'],
])('%j: “%s” asks first, and stays open with the reason of a refusal', async (change, name, confirm, call) => {
  await show(change);
  server.answer(
    call,
    () => refused(503, 'later'),
    () => replied({ key: 'n3w' }),
  );
  press(view, name);
  expect([dialogsOf(view).length, server.changes()]).toEqual([1, []]);
  press(view, confirm);
  await shows(view, 'Later.');
  press(view, confirm);
  await eventually('the question is closed', () => !dialogsOf(view).some((title) => title.endsWith('?')));
  expect(server.changes().map((one) => one.call)).toEqual([call, call]);
  expect(dialogsOf(view)).toEqual(name === 'Create key' ? ['Connect Main'] : []);
});

it.each([
  [{}, ['Replace key', 'Revoke key']],
  [{ key: 'none', keyInUse: null }, ['Create key']],
  [{ oldKey }, ['Replace key', 'Revoke key', 'End old key now']],
])('the buttons are those that the keys allow: %j', async (change, buttons) => {
  await show(change);
  expect(buttonsOf(view)).toEqual(buttons);
});

it('a new key is shown with its command until it is left, and then no more', async () => {
  await show({});
  server.answer('POST /studios/a%2F1/key?overlapMs=86400000', () => replied({ key: 'n3w' }));
  press(view, 'Replace key');
  press(view, 'Replace key');
  await shows(view, 'The key is shown only now.');
  expect([dialogsOf(view), view.text()]).toEqual([['Connect Main'], expect.stringMatching(/asks for it.* n3w /)]);
  press(view, 'Done');
  expect([dialogsOf(view), view.text().includes('n3w')]).toEqual([[], false]);
});

it.each([
  ['old', true],
  ['current', false],
])('refused services are read until the service uses the new key: it uses the %s one', async (keyInUse, isRead) => {
  const progress = await pageView('studios/connection-progress.js', 'ConnectionProgress');
  const refusals = [{ reason: 'wrong_key', studioId: 'a/1', address: '::1', lastTime: oldKey.validUntil }];
  server.answer('GET /studios/a%2F1/refused-services', () => replied({ refusedServices: refusals }));
  view = stage(progress({ studioId: 'a/1' }), pageBench([[['studios'], [{ ...studio, keyInUse }]]]));
  await eventually('everything is read', () => view.text() !== '' && view.bench.client.isFetching() === 0);
  expect([view.text().includes('wrong key'), server.requests.some(({ call }) => call.includes('refused'))]).toEqual([
    isRead,
    isRead,
  ]);
});
