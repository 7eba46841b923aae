// One connection of Companion over its life: other settings, the passing of time, and its end.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StudioControlInstance } from '../../../adapters/companion/instance.js';
import {
  answer,
  closeInstance,
  lamp,
  openInstance,
  pass,
  press,
  sendLamp,
  settings,
  shown,
  streams,
  values,
} from './instance-bench.js';
import { sampleStudio } from './sample-studio.js';

let instance: StudioControlInstance;

beforeEach(async () => {
  instance = await openInstance();
});

afterEach(() => closeInstance(instance));

it('a connection at rest sends nothing, and a change sends its own variable alone', async () => {
  expect(shown.statuses).toEqual(['connecting', 'ok']);
  const before = shown.variables.length;
  await pass(5_000);
  expect(shown.variables.slice(before)).toEqual([]);
  sendLamp('first', true);
  await pass(5_000);
  expect(shown.variables.slice(before)).toEqual([{ signal_lamp: 'on' }]);
});

it('settings without an address leave nothing lit and no variable filled', async () => {
  sendLamp('first', true);
  await pass(100);
  const { checks } = shown;
  await instance.configUpdated(settings(''));
  expect(shown.statuses.at(-1)).toBe('bad_config');
  expect(shown.checks).toBeGreaterThan(checks);
  await pass(5_000);
  expect(Object.entries(values()).filter(([, value]) => value !== '')).toEqual([]);
});

it('settings of another service end the connection to the first, whose events change nothing', async () => {
  const send = streams.get('first:3002');
  await instance.configUpdated(settings('second'));
  await pass(100);
  expect(shown.statuses).toEqual(['connecting', 'ok', 'connecting', 'ok']);
  expect(() => send?.('event: signal\ndata: {}\n\n')).toThrow();
  sendLamp('second', true);
  await pass(20_000);
  expect([values()['signal_lamp'], shown.statuses.length]).toEqual(['on', 4]);
});

it('what the first service answers after other settings changes nothing', async () => {
  const state = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) =>
    url.href === 'http://slow:3002/api/v2/state' ? state.promise : answer(url, init),
  );
  await instance.configUpdated(settings('slow'));
  await instance.configUpdated(settings('second'));
  await pass(100);
  const before = shown.variables.length;
  state.resolve(new Response(JSON.stringify({ ...sampleStudio.state, signals: [{ ...lamp, value: true }] })));
  await pass(1_000);
  expect(shown.variables.slice(before)).toEqual([]);
});

it('a connection that ends leaves no timer behind', async () => {
  await instance.destroy();
  await pass(0);
  expect(vi.getTimerCount()).toBe(0);
});

describe('a press', () => {
  const answering = (answers: (url: URL) => Promise<Response> | undefined): URL[] => {
    const posted: URL[] = [];
    vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
      if (init.method !== 'POST') return answer(url, init);
      posted.push(url);
      return answers(url) ?? Promise.resolve(new Response('{}'));
    });
    return posted;
  };
  const refusal = () => new Response('{"error":"conflict","message":"not now"}', { status: 409 });

  it('shows why it failed, until another one succeeds', async () => {
    answering(({ pathname }) => (pathname.includes('door') ? Promise.resolve(refusal()) : undefined));
    await press('door');
    expect(values()['last_error']).toBe('conflict: not now');
    await press();
    expect(values()['last_error']).toBe('');
    await press(' ');
    expect(values()['last_error']).toBe('bad_config: the field "id" is empty');
  });

  it('is over while the service does not answer, and is not sent later', async () => {
    const posted: URL[] = [];
    let isUp = false;
    vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
      if (init.method === 'POST') posted.push(url);
      return isUp ? answer(url, init) : Promise.reject(new TypeError('fetch failed'));
    });
    await instance.configUpdated(settings('second'));
    await pass(100);
    await press();
    expect(values()['last_error']).toMatch(/^not_connected: .*nothing was sent$/);
    isUp = true;
    await instance.configUpdated(settings('second'));
    await pass(100);
    expect([posted, shown.statuses.at(-1)]).toEqual([[], 'ok']);
    await press();
    expect(posted).toHaveLength(1);
  });

  it('is sent to the service of the present settings, and nowhere without any', async () => {
    const posted = answering(() => undefined);
    await instance.configUpdated(settings('second'));
    await pass(100);
    await press();
    expect(posted.map(({ host }) => host)).toEqual(['second:3002']);
    await instance.configUpdated(settings(''));
    await press();
    expect(posted).toHaveLength(1);
    expect(values()['last_error']).toBe('bad_config: the connection has no valid settings');
  });
});

it('the definitions are sent when they change, and not each time the studio is read', async () => {
  const send = streams.get('first:3002');
  send?.('event: reset\ndata: {}\n\n');
  await pass(100);
  expect(shown.actions).toHaveLength(1);
  const renamed = { ...sampleStudio.state, signals: [{ ...lamp, name: 'Lantern' }] };
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) =>
    url.pathname === '/api/v2/state' ? Promise.resolve(new Response(JSON.stringify(renamed))) : answer(url, init),
  );
  for (const times of [1, 2]) {
    send?.('event: reset\ndata: {}\n\n');
    await pass(100);
    expect(shown.actions, `reset ${String(times)}`).toHaveLength(2);
  }
});
