// The section Activity: what it shows of the calls that a studio's service sends.
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ActivitySection } from '../../../../../adapters/web/console/activity/activity-section.js';
import { address, choose, press, show, shows, text, type View } from '../../page-bench.js';
import { held, refused, replied, server } from '../../page-server.js';
import { studioOf } from '../fixtures.js';

const call = (path: string, change: object = {}) => ({
  ...{ time: Date.UTC(2021, 2, 1, 12), method: 'GET', path, status: 200, error: null, address: '10.0.0.1' },
  ...{ caller: null, answeredAfterMs: 1, decidedBy: { step: 'host' }, ...change },
});
const section = (connected = true) => <ActivitySection studio={studioOf('a', { connected })} />;
let view: View;

const open = async (at = '/studios/a/activity'): Promise<void> => {
  view = show(section(), { address: at });
  await shows('Live activity');
  server.stream().open();
  server.stream().send('service', { sends: true });
};
const send = (notShown: number, ...calls: readonly object[]): void => {
  server.stream().send('calls', { calls, notShown });
};
/** The paths of the calls that are listed. */
const listed = (): readonly string[] =>
  [...document.querySelectorAll('code')].map((one) => text(one)).filter((one) => one.startsWith('GET'));

beforeEach(() => {
  server.reply('GET /studios/a/devices', { devices: [{ id: 'd1', name: 'Desk' }] });
  server.reply('GET /studios/a/recent-calls', { calls: [], notShown: 0 });
});

it('a list that is paused stays as it is until it goes on or is cleared', async () => {
  await open();
  await press('Pause');
  send(0, call('/1'));
  expect([listed(), text().includes('No calls yet.'), text().includes('Paused')]).toEqual([[], true, true]);
  await press('Resume');
  expect(listed()).toEqual(['GET /1']);
  await press('Pause');
  send(2, call('/2'));
  expect([listed(), text().includes('2 calls not shown')]).toEqual([['GET /1'], false]);
  await press('Clear');
  expect([listed(), text().includes('No calls yet.')]).toEqual([[], true]);
  send(0, call('/3'));
  expect(listed()).toEqual(['GET /3']);
  expect(text()).toMatch(/Pause Clear Live Live since \S+ Every call since is shown\./);
});

it('an empty list says why it is empty', async () => {
  await open();
  expect(text()).toContain('No calls yet. They appear here as they are answered.');
  server.stream().send('service', { sends: false });
  expect(text()).toMatch(/Not live .*of an earlier version, which can’t send its calls/);
  view.update(section(false));
  server.stream().interrupt();
  expect(text()).toMatch(/Not live .*isn’t connected, so it can’t send its calls/);
  view.update(section());
  server.stream().send('service', { sends: true });
  expect(text()).toMatch(/Not live .*Connecting to the studio’s service…/);
  server.stream().open();
  expect(text()).toMatch(/Live Live since \S+ Every call since is shown\. No calls yet\./);
});

it('a selection is part of the address, and shows the calls that failed or those of a device', async () => {
  await open('/studios/a/activity?show=device-d1');
  await screen.findByRole('button', { name: /Desk.* Show/, hidden: false });
  send(0, call('/1', { decidedBy: { step: 'device_token', device: { id: 'd1', name: 'Desk' } } }));
  send(0, call('/2', { status: 404, error: 'not_found' }), call('/3'));
  expect(listed()).toEqual(['GET /1']);
  await choose(/ Show/, 'Calls that failed');
  expect([address(), listed()]).toEqual(['/studios/a/activity?show=refused', ['GET /2']]);
  await press('Clear');
  send(0, call('/1'));
  expect(text()).toContain('No call of this selection yet.');
  await choose(/ Show/, 'All calls');
  expect(address()).toBe('/studios/a/activity');
});

it('a device that is gone is no selection: all calls are shown', async () => {
  await open('/studios/a/activity?show=device-gone');
  send(0, call('/1'));
  expect(listed()).toEqual(['GET /1']);
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
  const item = document.querySelector('.call');
  const shown = item ? text(item) : '';
  expect([shown.includes(caller), / (\S+ ms) /.exec(shown)?.[1] ?? '']).toEqual([true, took]);
  expect(shown.includes('409 conflict')).toBe('status' in change);
});

describe('@ACTIVITY-7: the section', () => {
  const first = call('/1', { time: 1 });
  const second = call('/2', { time: 2 });

  it('begins with the last calls, and has none twice that was sent meanwhile', async () => {
    const recent = held();
    server.answer('GET /studios/a/recent-calls', recent.answer);
    await open();
    send(0, second);
    recent.give(replied({ calls: [first, second], notShown: 0 }));
    await shows('The last 1 call before, then live.');
    expect(listed()).toEqual(['GET /1', 'GET /2']);
  });

  it('misses none of them if they come before the service begins to send', async () => {
    server.reply('GET /studios/a/recent-calls', { calls: [first], notShown: 0 });
    await open();
    await shows('The last 1 call before, then live.');
    server.reply('GET /studios/a/recent-calls', { calls: [first, second], notShown: 0 });
    send(0);
    await waitFor(() => {
      expect([listed(), text().includes('interrupted')]).toEqual([['GET /1', 'GET /2'], false]);
    });
  });

  it('of a service of an earlier version says that it could not read them', async () => {
    server.answer('GET /studios/a/recent-calls', () => refused(409, 'too old'));
    await open();
    await shows('The calls before could not be read.');
    send(0, second);
    expect(listed()).toEqual(['GET /2']);
  });

  it('says until when it has the calls of a service that is away, and has what was missed once it is back', async () => {
    await open();
    send(0);
    send(0, first);
    view.update(
      <ActivitySection studio={studioOf('a', { connected: false, disconnectedAt: '2021-03-01T12:00:00.000Z' })} />,
    );
    expect(text()).toMatch(/The service is away since \S+ Shown is what it reported until \S+\./);
    server.reply('GET /studios/a/recent-calls', { calls: [first, second], notShown: 0 });
    view.update(section());
    send(0);
    await waitFor(() => {
      expect([listed(), text().includes('interrupted')]).toEqual([['GET /1', 'GET /2'], false]);
    });
  });
});
