// The section Activity of the console's page at work, without a browser: what is shown of the calls that a studio's service sends.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageBench, pageView } from './page-hooks.js';
import { enter, press, shows, valueOf } from './stage-actions.js';
import { replied, stagedConsole, type StagedConsole } from './stage-console.js';
import { stage, textOfPart, type Stage } from './stage.js';

/** The stream of calls that the page has opened. */
class Calls extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 1;
  readonly close = (): void => undefined;
  onopen: () => void = () => undefined;
  onerror: () => void = () => undefined;

  constructor(readonly url: string) {
    super();
    opened.push(this);
  }

  send(name: string, data: object): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
}

const call = (path: string, change: object = {}) => ({
  ...{ time: Date.UTC(2021, 2, 1, 12), method: 'GET', path, status: 200, error: null, address: '10.0.0.1' },
  ...{ caller: null, answeredAfterMs: 1, decidedBy: { step: 'host' }, ...change },
});

let server: StagedConsole;
let view: Stage;
let opened: Calls[];
let stream: Calls;
let connected: boolean;

const send = (notShown: number, ...calls: readonly object[]): void => {
  stream.send('calls', { calls, notShown });
};

const open = async (address = '/studios/a/activity'): Promise<void> => {
  const section = await pageView('activity/activity-section.js', 'ActivitySection');
  view = stage(() => section({ studio: { id: 'a', connected } }), pageBench([], address));
  await shows(view, 'Live activity');
  stream = opened.at(-1) ?? new Calls('');
  stream.onopen();
  stream.send('service', { sends: true });
};

/** The paths of the calls that are listed. */
const listed = (): readonly string[] =>
  view
    .parts()
    .filter(({ type }) => type === 'code')
    .map(textOfPart)
    .filter((text) => text.startsWith('GET'));

beforeEach(() => {
  [connected, opened] = [true, []];
  server = stagedConsole();
  server.answer('GET /studios/a/devices', () => replied({ devices: [{ id: 'd1', name: 'Desk' }] }));
  vi.stubGlobal('EventSource', Calls);
});
afterEach(() => {
  view.close();
  server.restore();
});

it('a list that is paused stays as it is until it goes on or is cleared', async () => {
  await open();
  press(view, 'Pause');
  send(0, call('/1'));
  expect([listed(), view.text().includes('No calls yet.'), view.text().includes('Paused')]).toEqual([[], true, true]);
  press(view, 'Resume');
  expect(listed()).toEqual(['GET /1']);
  press(view, 'Pause');
  send(2, call('/2'));
  expect([listed(), view.text().includes('2 calls not shown')]).toEqual([['GET /1'], false]);
  press(view, 'Clear');
  expect([listed(), view.text().includes('No calls yet.')]).toEqual([[], true]);
  send(0, call('/3'));
  expect(listed()).toEqual(['GET /3']);
  expect(view.text()).toContain('Pause Clear Live Every call is shown.');
});

it('an empty list says why it is empty', async () => {
  await open();
  expect(view.text()).toContain('No calls yet. They appear here as they are answered.');
  stream.send('service', { sends: false });
  expect(view.text()).toMatch(/Not live .*of an earlier version, which can’t send its calls/);
  connected = false;
  stream.onerror();
  expect(view.text()).toMatch(/Not live .*isn’t connected, so it can’t send its calls/);
  connected = true;
  stream.send('service', { sends: true });
  expect(view.text()).toMatch(/Not live .*Connecting to the studio’s service…/);
  stream.onopen();
  expect(view.text()).toContain('Live Every call is shown. No calls yet.');
});

it('a list is not live after an interruption, which it shows once, until calls come again', async () => {
  await open();
  send(0, call('/1'));
  expect(view.text()).toContain('Live Every call is shown.');
  stream.onerror();
  stream.onerror();
  expect(view.text()).toContain('Not live Calls may be missing, because the connection was interrupted.');
  stream.onopen();
  send(0, call('/2'));
  expect(view.text().match(/Calls may be missing here/g)).toHaveLength(1);
  expect(view.text()).toContain('Live Calls may be missing');
});

it('a selection is part of the address, and shows the calls that failed or those of a device', async () => {
  await open('/studios/a/activity?show=device-d1');
  await shows(view, 'Desk');
  send(0, call('/1', { decidedBy: { step: 'device_token', device: { id: 'd1', name: 'Desk' } } }));
  send(0, call('/2', { status: 404, error: 'not_found' }), call('/3'));
  expect([listed(), valueOf(view, 'Show')]).toEqual([['GET /1'], 'device-d1']);
  enter(view, 'Show', 'refused');
  expect([view.bench.address, view.bench.back]).toEqual(['/studios/a/activity?show=refused', []]);
  view.close();
  await open(view.bench.address);
  send(0, call('/1'));
  expect(view.text()).toContain('No call of this selection yet.');
  send(0, call('/2', { status: 404, error: 'not_found' }), call('/3'));
  expect(listed()).toEqual(['GET /2']);
  enter(view, 'Show', 'all');
  expect(view.bench.address).toBe('/studios/a/activity');
});

it('a device that is gone is no selection: all calls are shown', async () => {
  await open('/studios/a/activity?show=device-gone');
  send(0, call('/1'));
  expect([listed(), valueOf(view, 'Show')]).toEqual([['GET /1'], 'all']);
});

it.each([
  [{}, '1 ms', 'Unknown caller at 10.0.0.1 Admitted: the studio’s host itself.'],
  [{ answeredAfterMs: 0, caller: 'app', status: 409, error: 'conflict' }, '0 ms', 'app at 10.0.0.1 Admitted'],
  [{ answeredAfterMs: 1_234.5 }, '1,234.5 ms', 'Unknown caller at'],
  [
    { answeredAfterMs: null, decidedBy: null },
    '',
    'Unknown caller at 10.0.0.1 Answered before the caller was checked.',
  ],
])('a call %j reads how long it took and who called', async (change, took, caller) => {
  await open();
  send(0, call('/1', change));
  const item = view.parts().find(({ props }) => props['className'] === 'call');
  const text = item ? textOfPart(item) : '';
  expect([text.includes(caller), / (\S+ ms) /.exec(text)?.[1] ?? '']).toEqual([true, took]);
  expect(text.includes('409 conflict')).toBe('status' in change);
});
