// The first steps on a new console at work, without a browser: which step is next, and where they are offered.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageBench, pageView } from './page-hooks.js';
import { alertsOf, buttonsOf, dialogsOf, enter, press, shows, valueOf } from './stage-actions.js';
import { held, refused, replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, textOfPart, type Stage } from './stage.js';

/** The stream of a new device's calls, which sends none. */
class Silent extends EventTarget {
  readonly close = (): void => undefined;
}

const studio = (id: string) => ({ id, name: `Studio ${id}`, labels: [], connected: false, service: null });
const device = (name: string, lastCall: object | null = null) => ({
  ...{ id: name, name, access: 'read_only', station: null, fixedAddress: null, features: [], expiresAt: null },
  ...{ state: 'active', tokenState: 'active', usage: 'never_used', lastCall, oldToken: null },
});

let server: StagedConsole;
let view: Stage;

const open = async (
  password: 'generated' | 'chosen' | null,
  { studios = [studio('a'), studio('b')], devices = [] as readonly object[], username = 'admin' } = {},
  [module, name]: readonly [string, string] = ['first-steps/first-steps-page.js', 'FirstStepsPage'],
): Promise<void> => {
  const session = { username, role: 'admin', studioRoles: {} };
  server.answer('GET /session', () => replied(session));
  server.answer('GET /first-steps', () => replied({ firstSteps: password && { password } }));
  server.answer('GET /studios?limit=2000', () => replied({ studios, next: null }));
  server.answer('GET /studios/a/devices', () => replied({ devices }));
  view = stage((await pageView(module, name))({}), pageBench([[['session'], session]], '/first-steps'));
  await eventually(
    'everything is read',
    () => !view.text().includes('Loading') && view.bench.client.isFetching() === 0,
  );
};

/** The titles of the steps that are done, and that of the present one. */
const steps = () => {
  const items = view.parts().filter(({ props }) => props['className'] === 'card step');
  const titleOf = (index: number) => textOfPart(items[index] ?? { type: '', props: {}, parent: undefined, parts: [] });
  const present = items.findIndex(({ props }) => props['aria-current'] === 'step');
  return [items.filter((one) => textOfPart(one).endsWith(' Done')).length, titleOf(present).split(' ', 2).join(' ')];
};

beforeEach(() => {
  server = stagedConsole();
  vi.stubGlobal('EventSource', Silent);
});
afterEach(() => {
  view.close();
  server.restore();
});

describe('the first steps', () => {
  it('begin with the password, and go on once it is changed', async () => {
    await open('generated');
    expect(steps()).toEqual([0, 'Choose a']);
    server.answer('PUT /session/password', () => new Response(null, { status: 204 }));
    server.answer('GET /first-steps', () => replied({ firstSteps: { password: 'chosen' } }));
    enter(view, 'Generated password', 'generated');
    for (const label of ['New password', 'Repeat new password']) enter(view, label, 'my-own-password');
    press(view, 'Change password');
    await eventually('the next step is shown', () => steps()[0] === 1);
    expect(steps()).toEqual([1, 'Name the']);
  });

  it('name the first studio, whose name is sent only if it changes', async () => {
    await open('chosen');
    expect(valueOf(view, 'Studio name')).toBe('Studio a');
    press(view, 'Continue');
    await eventually('the next step is shown', () => steps()[0] === 2);
    expect([steps(), server.changes()]).toEqual([[2, 'Add the'], []]);
    view.close();
    await open('chosen');
    server.answer('PATCH /studios/a', () => replied({}));
    enter(view, 'Studio name', 'News');
    press(view, 'Continue');
    await eventually('the next step is shown', () => steps()[0] === 2);
    expect(server.changes().map(({ body }) => body)).toEqual([{ name: 'News' }]);
  });

  it('add a studio where there is none', async () => {
    await open('chosen', { studios: [] });
    press(view, 'Add studio');
    expect(dialogsOf(view)).toEqual(['Add studio']);
  });

  it('add a device, whose token stays on the page when the step is done', async () => {
    await open('chosen');
    press(view, 'Continue');
    await eventually('the next step is shown', () => steps()[0] === 2);
    server.answer('POST /studios/a/devices', () => replied({ device: device('Lamp'), token: 'sc_1' }));
    server.answer('GET /studios/a/devices', () => replied({ devices: [device('Lamp')] }));
    press(view, 'Add device');
    enter(view, 'Name', 'Lamp');
    press(view, 'Add');
    await shows(view, 'Token for Lamp');
    expect([steps(), dialogsOf(view)]).toEqual([[3, 'See its'], ['Token for Lamp']]);
  });

  it('wait for the first call of the device that was added last, and are done after one', async () => {
    await open('chosen', { devices: [device('Old'), device('New')] });
    expect(steps()).toEqual([3, 'See its']);
    expect(view.text()).toContain('Waiting for the first call of New');
    view.close();
    const lastCall = { time: '2021-03-01T12:00:00.000Z', address: '::1', answer: null };
    await open('chosen', { devices: [device('Old', lastCall), device('New')] });
    expect(view.text()).toContain('All steps are done.');
  });

  it('stay on the page once they are over, until it is left', async () => {
    await open('chosen');
    server.answer('GET /first-steps', () => replied({ firstSteps: null }));
    await view.bench.client.invalidateQueries({ queryKey: ['first-steps'] });
    expect(steps()).toEqual([1, 'Name the']);
    view.close();
    await open(null);
    expect(view.text()).toContain('The first steps are over.');
  });
});

describe('the offer of the first steps', () => {
  const notice = ['first-steps/offer.js', 'FirstStepsNotice'] as const;

  it('is made to the first operator alone', async () => {
    await open('chosen', { username: 'ann' }, notice);
    expect([view.text(), server.requests.some(({ call }) => call.includes('first-steps'))]).toEqual(['', false]);
  });

  it('can be ended, and stays with the error if that fails', async () => {
    await open('chosen', {}, notice);
    const answer = held();
    server.answer('DELETE /first-steps', () => refused(503, 'not now'), answer.answer);
    press(view, 'Don’t show again');
    await shows(view, 'Not now.');
    expect([alertsOf(view).length, buttonsOf(view)]).toEqual([1, ['Don’t show again']]);
    server.answer('GET /first-steps', () => replied({ firstSteps: null }));
    press(view, 'Don’t show again');
    expect([alertsOf(view), buttonsOf(view)]).toEqual([[], []]);
    answer.give(new Response(null, { status: 204 }));
    await eventually('the offer is over', () => view.text() === '');
  });

  it.each([
    ['generated', '/first-steps'],
    ['chosen', '/studios'],
    [null, '/studios'],
  ] as const)('opens the console, with the password %s, at %s', async (password, address) => {
    await open(password, {}, ['first-steps/offer.js', 'StartPage']);
    expect([view.bench.address, view.bench.back]).toEqual([address, []]);
  });
});
