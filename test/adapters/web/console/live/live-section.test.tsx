// What a studio is doing: what becomes of it while time passes and the stream is interrupted.
import { act } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { StudioOverview } from '../../../../../adapters/web/console/api/contract.js';
import { LiveSection } from '../../../../../adapters/web/console/live/live-section.js';
import { show, text, type View } from '../../page-bench.js';
import { server } from '../../page-server.js';
import { serviceOf, studioOf } from '../fixtures.js';

const scene = {
  ...{ kind: 'scene', output: 'Main', scene: 'a', clip: 'News', cued: null, tally: 'program', connected: true },
  ...{ remainingMs: 61_000, durationMs: null, paused: false, loop: false },
};
const state = { status: 'on_air', holder: 'Desk', entries: [scene], unreadable: [], notShown: 0 };
const section = (change: Partial<StudioOverview> = {}) => (
  <LiveSection studio={studioOf('a', { service: serviceOf(), ...change })} />
);
const pass = (ms: number): void => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};
let view: View;

beforeEach(() => {
  vi.useFakeTimers();
  view = show(section());
});

it('what remains is counted down while the state is current; later the page shows when it was seen', () => {
  expect([server.stream().url, text()]).toEqual(['/api/studios/a/state', expect.stringContaining('Connecting to')]);
  server.stream().open();
  server.stream().send('state', state);
  expect(text()).toMatch(/ Live .*On air.*Desk.*News 1:01/);
  pass(20_000);
  expect(text()).toMatch(/ Live .*News 0:41/);
  pass(6_000);
  expect(text()).toMatch(/Not live Last seen at .*: it was on air, held by Desk\s?\./);
  server.stream().send('state', { ...state, holder: null, status: 'off_air' });
  expect(text()).toMatch(/ Live .*Off air.*No station/);
});

it('the state is of the past from an interruption to the next state, also if the stream is open again', () => {
  server.stream().open();
  server.stream().send('state', state);
  server.stream().interrupt();
  expect(text()).toContain('Not live');
  server.stream().open();
  expect(text()).toContain('Not live');
  server.stream().send('state', state);
  expect(text()).not.toContain('Not live');
});

it('the state is not current while the service is not connected, or if it can’t send its state', () => {
  server.stream().open();
  server.stream().send('service', { sends: false });
  expect(text()).toContain('of an earlier version');
  server.stream().send('state', state);
  view.update(section({ connected: false }));
  expect(text()).toMatch(/Not live Last seen.*isn’t connected/);
});

it('another studio begins with nothing, and the stream of the one before ends', () => {
  const first = server.stream();
  first.open();
  first.send('state', state);
  view.update(section({ id: 'b' }));
  expect(text()).toMatch(/Not live Connecting/);
  expect([first.readyState, server.stream().url]).toEqual([2, '/api/studios/b/state']);
});
