// What views of the console's page show of given records, rendered without a browser.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { markupOf, pageBench, pageModule, pageView, textOf, used } from './page-hooks.js';

/** What a test uses of the modules, which are compiled with the page. */
type Filter = readonly [object, (change: object) => void];

const viewText = async (path: string, name: string, props: object, bench = pageBench()): Promise<string> =>
  textOf((await pageView(path, name))(props), bench);

const now = Date.UTC(2027, 2, 14, 12);

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a time', () => {
  it.each([
    [0, 'just now'],
    [-59, 'just now'],
    [-119, '1 minute ago'],
    [-3_599, '59 minutes ago'],
    [-86_399, '23 hours ago'],
    [-86_400, 'yesterday'],
    [-10 * 86_400, '10 days ago'],
    [119, 'in 1 minute'],
  ])('%d s from now reads %s', async (seconds, text) => {
    const time = new Date(now + seconds * 1_000).toISOString();
    expect(await viewText('ui/time.js', 'RelativeTime', { time })).toBe(text);
  });

  it('has its date unless it is today', async () => {
    const clock = (time: string) => viewText('ui/time.js', 'ClockTime', { time });
    expect(await clock('2027-03-14T11:59:58.000Z')).toMatch(/^\d\d:59:58$/);
    for (const time of ['2027-02-14T12:00:00.000Z', '2026-03-14T12:00:00.000Z', '2027-03-12T12:00:00.000Z'])
      expect(await clock(time)).toMatch(/ 202[67], \d\d:00:00$/);
  });
});

it.each([
  ['Pacific/Auckland', '2027-03-15T01:30'],
  ['America/New_York', '2027-03-14T08:30'],
])('an expiry is entered in the time zone of the browser: %s', async (zone, value) => {
  vi.stubEnv('TZ', zone);
  const field = await pageView('devices/expiry.js', 'ExpiryField');
  const element = field({ value: '2027-03-14T12:30:00.000Z', onChange: () => undefined, error: undefined });
  expect(markupOf(element)).toContain(`value="${value}"`);
  vi.unstubAllEnvs();
});

describe('the live state', () => {
  const scene = {
    ...{ kind: 'scene', output: 'Main', scene: 'a', clip: 'News', cued: null, tally: 'program', connected: true },
    ...{ remainingMs: null, paused: false, loop: false },
  };

  it('shows the tally of an output at the scenes that play or have cued something', async () => {
    const shownOf = (change: object) =>
      viewText('live/outputs.js', 'Outputs', { scenes: [{ ...scene, ...change }], receivedAtMs: 0 });
    expect(await shownOf({})).toContain('a On air News');
    expect(await shownOf({ clip: null })).toContain('a Off Nothing');
    expect(await shownOf({ clip: null, cued: 'Late' })).toContain('a Preview Nothing Next: Late');
    expect(await shownOf({ clip: null, scene: null })).toContain('Main On air Nothing');
    expect(await shownOf({ tally: null })).toContain('a Unknown News');
    expect(await shownOf({ connected: false })).toContain('a Not connected News');
  });

  it('shows what remains of a clip, or why it is not known', async () => {
    const shownOf = (change: object) =>
      viewText('live/outputs.js', 'Outputs', { scenes: [{ ...scene, ...change }], receivedAtMs: 9e15 });
    expect(await shownOf({ remainingMs: 65_000 })).toMatch(/News 1:05$/);
    expect(await shownOf({ paused: true, loop: true })).toMatch(/ Paused$/);
    expect(await shownOf({ loop: true })).toMatch(/loop Loops$/);
    expect(await shownOf({})).toMatch(/ Unknown$/);
    expect(await shownOf({ clip: null, remainingMs: 5 })).toMatch(/Nothing$/);
  });

  it('shows signals, cameras, macros and automations, each with its own state', async () => {
    const signal = (name: string, connected: boolean, value: boolean | null) => ({
      ...{ kind: 'signal', name, connected, value },
    });
    const entries = [
      ...[signal('s1', true, true), signal('s2', true, false), signal('s3', true, null), signal('s4', false, true)],
      { kind: 'camera', name: 'c1', connected: true, tally: 'preview' },
      { kind: 'camera', name: 'c2', connected: false, tally: 'program' },
      { kind: 'macro', name: 'm1', step: 2, steps: 5 },
      { kind: 'automation', name: 'a1', state: 'failed' },
    ];
    const state = { status: 'off_air', holder: 'Alpha FM', entries, unreadable: ['outputs'], notShown: 3 };
    const service = { alarms: [{}], furtherAlarms: 2 };
    const text = await viewText('live/live-view.js', 'LiveView', {
      received: { state, receivedAtMs: 0 },
      studio: { service },
    });
    expect(text).toContain('Status Off air Held by Alpha FM Alarms 3 open');
    expect(text).toContain('Outputs Reading outputs is switched off in Features.');
    expect(text).toContain('Macros Running m1 step 2 of 5 Automations Failed a1');
    expect(text).toContain('Cameras Preview c1 Not connected c2');
    expect(text).toContain('s1 on s2 off s3 unknown s4 not connected 3 more records are not shown.');
  });
});

it('alarms beyond the fifth are shown on request, each once, and older ones are counted', async () => {
  const alarm = (subject: string) => ({
    kind: 'k',
    subject,
    message: `m-${subject}`,
    raisedAt: new Date(now).toISOString(),
  });
  const alarms = ['1', '2', '3', '4', '5', '6', '7'].map(alarm);
  const service = {
    alarms: [...alarms, { ...alarm('8'), kind: 'studio_file_refused' }],
    furtherAlarms: 2,
    studioFileIssues: [],
  };
  const text = await viewText('studio/service-status-view.js', 'ServiceProblems', {
    studio: { connected: true, service },
  });
  expect(text).toContain('9 open alarms');
  expect(text).toContain('Show 2 more');
  expect(text.match(/m-\d/g)).toEqual(['m-1', 'm-2', 'm-3', 'm-4', 'm-5', 'm-6', 'm-7']);
  expect(text).toContain('2 older alarms are not listed.');
});

it.each([
  [5, /c5$/],
  [7, /c5 And 2 more\.$/],
])('of %d concerns, the first five are shown, and the others are counted', async (count, text) => {
  const concerns = Array.from({ length: count }, (_, index) => `c${String(index + 1)}`);
  expect(await viewText('ui/concern-list.js', 'ConcernList', { concerns })).toMatch(text);
});

it.each([true, false])('what a service reported is of the past once it is not connected: %s', async (connected) => {
  const reportedAt = new Date(now).toISOString();
  const alarm = { kind: 'k', subject: 's', message: 'm', raisedAt: reportedAt };
  const service = { alarms: [alarm], furtherAlarms: 0, studioFileIssues: ['no id'], reportedAt, health: 'degraded' };
  const studio = { connected, service };
  const text = await viewText('studio/service-status-view.js', 'ServiceProblems', { studio });
  expect(text).toMatch(/refused its new studio file.*no id.*One open alarm/);
  expect(text.match(/before the service lost its connection/g) ?? []).toHaveLength(connected ? 0 : 2);
  expect(await viewText('studio/service-status-view.js', 'HealthBadge', { studio })).toBe(connected ? 'Degraded' : '');
});

it('sessions have a button that ends them, but the present one has none', async () => {
  const time = new Date(now).toISOString();
  const session = (id: string, current: boolean) => ({
    ...{ id, current, browser: id, address: '::1' },
    createdAt: time,
    lastUsedAt: time,
  });
  const bench = pageBench([
    [
      ['sessions', '/sessions'],
      [session('here', true), session('there', false)],
    ],
  ]);
  const list = (await pageView('account/session-list.js', 'SessionList'))({ path: '/sessions' });
  const markup = markupOf(list, bench);
  expect(markup.match(/aria-label="End the session of \w+"/g)).toEqual(['aria-label="End the session of there"']);
  expect(textOf(list, bench)).toMatch(/^here .* This session there .* End$/);
});

it.each([
  [null, {}, 'No role'],
  ['viewer', {}, 'Viewer in all studios'],
  [null, { a: 'operator' }, 'Operator in a'],
  ['viewer', { a: 'operator', b: 'admin' }, 'Viewer in all studios · 2 studios'],
])('the roles %s and %j read %s', async (role, studioRoles, text) => {
  const { rolesInWords } = await pageModule<{ readonly rolesInWords: (of: object) => string }>('operators/roles.js');
  expect(rolesInWords({ role, studioRoles })).toBe(text);
});

describe('a filter in the address of the page', () => {
  it.each([
    [
      'studios/use-filter.js',
      'useFilter',
      '/studios?search=a%26b&status=offline&label=Oslo',
      { status: 'alarms' },
      '/studios?search=a%26b&status=alarms&label=Oslo',
    ],
    [
      'studios/use-filter.js',
      'useFilter',
      '/studios?status=offline&label=Oslo',
      { status: undefined, label: 'Rome' },
      '/studios?label=Rome',
    ],
    [
      'devices/use-device-filter.js',
      'useDeviceFilter',
      '/d?search=x&mark=expired&sort=-token',
      { search: 'y' },
      '/d?search=y&mark=expired&sort=-token',
    ],
    [
      'devices/use-device-filter.js',
      'useDeviceFilter',
      '/d?search=x&mark=expired&sort=-token',
      { mark: undefined },
      '/d?search=x&sort=-token',
    ],
    [
      'devices/use-device-filter.js',
      'useDeviceFilter',
      '/d?mark=expired&sort=token',
      { sort: { column: 'name', isDescending: false } },
      '/d?mark=expired',
    ],
    [
      'history/filter.js',
      'useHistoryFilter',
      '/h?operator=ann&section=access&device=1&from=2027-01-01&to=2027-01-02',
      { device: '' },
      '/h?operator=ann&section=access&from=2027-01-01&to=2027-01-02',
    ],
    [
      'history/filter.js',
      'useHistoryFilter',
      '/h?operator=ann&section=nonsense&from=1',
      { to: '2027-01-02' },
      '/h?operator=ann&to=2027-01-02',
    ],
  ])('%s: %s keeps the rest of %s at a change %j', async (path, name, address, change, after) => {
    const hook =
      (await pageModule<Readonly<Record<string, () => Filter>>>(path))[name] ?? (() => [{}, () => undefined]);
    const bench = pageBench([], address);
    used(hook, bench)[1](change);
    expect(bench.address).toBe(after);
    // What the address has is what the view shows.
    used(hook, bench)[1]({});
    expect(bench.address).toBe(after);
    expect(bench.back).toEqual([]);
  });
});
