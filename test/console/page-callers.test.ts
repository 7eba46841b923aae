// The section Recently refused of the console's page at work, without a browser: what it offers for each caller, and what that does.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { pageBench, pageModule, pageView, used } from './page-hooks.js';
import { alertsOf, buttonOf, buttonsOf, press, shows } from './stage-actions.js';
import { refused, replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, textOfPart, type Stage } from './stage.js';

/** What a test uses of the modules, which are compiled with the page. */
interface Drafts {
  readonly clearDrafts: () => void;
  readonly useEditing: (key: string, saved: object) => { readonly value: object; readonly base: object };
  readonly startEditing: (key: string, saved: object, change: (value: typeof access) => object) => void;
}

const now = Date.UTC(2021, 2, 14, 12);
const at = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();

const desk = { id: 'd1', name: 'Desk', lastCall: null as object | null };
const reason = (name: string, change: object = {}) => ({
  ...{ reason: name, count: 1, lastTime: at(-5), device: null, forwarded: false, ...change },
});
const caller = (address: string, ...reasons: readonly ReturnType<typeof reason>[]) => ({
  ...{ address, reasons, reason: reasons[0]?.reason, lastTime: at(-5) },
  count: reasons.reduce((sum, { count }) => sum + count, 0),
});
const access = {
  apiEnabled: true,
  accessWithoutToken: 'off',
  legacyAuthorization: false,
  listedDevices: [] as object[],
};

let server: StagedConsole;
let view: Stage;
let drafts: Drafts;

interface Around {
  readonly role?: string;
  /** Null if they can’t be read. */
  readonly settings?: object | null;
  readonly devices?: readonly object[];
  readonly version?: string | null;
}

const open = async (
  callers: readonly object[],
  { role = 'operator', settings = access, devices = [desk], version = '1.0' }: Around = {},
): Promise<void> => {
  const session = { username: 'ann', role, studioRoles: {} };
  const studios = [{ id: 'a', connected: true, service: { version } }];
  server.answer('GET /studios/a/refused-callers', () => replied({ refusedCallers: callers }));
  server.answer('GET /studios/a/devices', () => replied({ devices }));
  server.answer('GET /studios/a/access', () => (settings === null ? refused(503, 'later') : replied(settings)));
  server.answer('GET /studios?limit=2000', () => replied({ studios, next: null }));
  server.answer('GET /session', () => replied(session));
  server.answer('DELETE /studios/a/refused-callers', () => new Response(null, { status: 204 }));
  const section = await pageView('callers/callers-section.js', 'CallersSection');
  view = stage(section({ studio: { id: 'a' } }), pageBench([[['session'], session]], '/studios/a/callers'));
  await shows(view, callers.length === 0 ? 'No callers' : ' last ');
  await eventually('everything is read', () => (view.text(), view.bench.client.isFetching() === 0));
};

const links = (): readonly unknown[] =>
  view
    .parts()
    .filter(({ type }) => type === 'a')
    .map((part) => [textOfPart(part), part.props['href']]);

beforeEach(async () => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  server = stagedConsole();
  drafts = await pageModule<Drafts>('api/drafts.js');
});
afterEach(() => {
  view.close();
  drafts.clearDrafts();
  server.restore();
  vi.useRealTimers();
});

const unknown = caller('10.0.0.7', reason('no_token', { count: 2 }));
const draft = () => used(() => drafts.useEditing('a/access', replied(access)));

describe('an unknown caller', () => {
  it.each([
    ['off', 'listed'],
    ['listed', 'listed'],
    ['whole_lan', 'whole_lan'],
  ])('is listed as an unsaved change, which opens Access: %s becomes %s', async (before, after) => {
    const address = '203.0.113.7';
    await open([caller(address, reason('no_token', { count: 2 }))], {
      settings: { ...access, accessWithoutToken: before, listedDevices: [{ address: '::1', label: 'x' }] },
    });
    press(view, `Allow this address: ${address}`);
    expect(draft().value).toEqual({
      ...{ ...access, accessWithoutToken: after },
      listedDevices: [
        { address: '::1', label: 'x' },
        { address, label: `Refused caller ${address}` },
      ],
    });
    expect([view.bench.address, server.changes()]).toEqual(['/studios/a/access', []]);
  });

  it('is listed for one hour, in addition to what is not saved yet', async () => {
    const address = 'fe80:1111:2222:3333:4444:5555:6666:7777%interface-with-a-long-name';
    await open([caller(address, reason('no_token', { count: 2 }))]);
    drafts.startEditing('a/access', { value: access }, (value) => ({
      ...value,
      apiEnabled: false,
      listedDevices: [{ address: '::2' }],
    }));
    press(view, `For one hour: ${address}`);
    expect(draft().value).toEqual({
      ...{ ...access, apiEnabled: false, accessWithoutToken: 'listed' },
      listedDevices: [
        { address: '::2' },
        { address, label: `Refused caller ${address}`.slice(0, 64), expiresAt: at(60) },
      ],
    });
  });

  it('is not listed for one hour where the service ignores ends', async () => {
    await open([unknown], { version: null });
    expect(buttonsOf(view)).toContain('Allow this address: 10.0.0.7');
    expect(buttonOf(view, 'For one hour: 10.0.0.7').props['isDisabled']).toBe(true);
  });

  it('can’t be listed while the settings can’t be read, which is said once', async () => {
    await open([unknown, caller('10.0.0.8', reason('no_token', { count: 2 }))], { settings: null });
    expect(alertsOf(view)).toEqual([expect.stringContaining('Later.')]);
    expect(buttonOf(view, 'Allow this address: 10.0.0.7').props['isDisabled']).toBe(true);
    server.answer('GET /studios/a/access', () => replied(access));
    press(view, 'Try again');
    await eventually('it can be listed', () => buttonsOf(view).includes('Allow this address: 10.0.0.7'));
    expect(alertsOf(view)).toEqual([]);
  });

  it('is not listed again if something admits it now', async () => {
    const settings = {
      ...access,
      accessWithoutToken: 'listed',
      listedDevices: [{ address: '10.0.0.0/24', label: 'Desks' }],
    };
    await open([unknown, caller('10.0.0.8', reason('no_token', { count: 2, forwarded: true }))], { settings });
    await shows(view, 'Allowed now By the listed entry 10.0.0.0/24 (Desks).');
    expect(view.text().match(/Allowed now/g)).toHaveLength(1);
    expect(view.text()).toContain(
      'A proxy forwarded the call, so its address admits nobody. 2 times, last 5 minutes ago',
    );
    expect(buttonsOf(view)).toEqual(['Clear list', 'Add as device: 10.0.0.7', 'Add as device: 10.0.0.8']);
  });
});

describe('a caller with the token of a device', () => {
  it('has a link to the device of its last call, and says which calls are no longer explained', async () => {
    const reasons = [
      reason('read_only', { device: { id: 'd1', name: 'Desk' }, count: 2 }),
      reason('api_off', { device: { id: 'd2', name: 'Old' } }),
    ];
    await open([{ ...caller('10.0.0.9', ...reasons), count: 4 }]);
    expect(links().at(-1)).toEqual(['View devices', '/studios/a/devices?search=Desk']);
    expect(view.text()).toContain('1 more, whose reasons are no longer known');
    expect(buttonsOf(view)).toEqual(['Clear list']);
  });

  it.each([
    [at(-5), false],
    [at(-4), true],
  ])('has been admitted since if the device called later: %s is %s', async (time, isSince) => {
    const lastCall = { time, address: '10.0.0.9', answer: { status: 200, error: null } };
    await open([caller('10.0.0.9', reason('read_only', { device: { id: 'd1', name: 'Desk' }, count: 2 }))], {
      devices: [
        { ...desk, id: 'd0' },
        { ...desk, lastCall },
      ],
    });
    expect(view.text().includes('Admitted since')).toBe(isSince);
    expect(view.text().includes('A device at this address has called since: “Desk”.')).toBe(isSince);
  });
});

it('the list is cleared after a question, and read again', async () => {
  await open([unknown]);
  const reads = () => server.requests.filter(({ call }) => call === 'GET /studios/a/refused-callers').length;
  expect(reads()).toBe(1);
  press(view, 'Clear list');
  server.answer('GET /studios/a/refused-callers', () => replied({ refusedCallers: [] }));
  press(view, 'Clear');
  await shows(view, 'No callers were refused recently.');
  expect([server.changes().map(({ call }) => call), reads(), buttonsOf(view)]).toEqual([
    ...[['DELETE /studios/a/refused-callers'], 2, []],
  ]);
});

it('a viewer is offered nothing', async () => {
  await open([unknown], { role: 'viewer' });
  expect([buttonsOf(view), links()]).toEqual([[], []]);
});
