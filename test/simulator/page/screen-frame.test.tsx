// A screen in its frame, and the client as whom it calls.
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ScreenFrame } from '../../../simulator/page/screen-frame.js';
import { buttons, enter, field, press, show, text } from '../../adapters/web/page-bench.js';
import { layout, studio } from './records.js';
import { steered } from './steered.js';

const client = { address: '127.0.0.1', fault: null, hasToken: false };
const frame = (changes: object = {}) => <ScreenFrame studio={studio({ layout, client, ...changes })} />;
// The test's document loads no frames, and reports each.
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

const shown = () => document.querySelector('iframe')?.getAttribute('src');

it('the frame shows the chosen panel, display or tally with the URLs of the service, also while that is stopped', () => {
  const { update } = show(frame());
  const urls = '?urls=http%3A%2F%2F127.0.0.1%3A3002';
  expect(shown()).toBe(`/panels/desk${urls}`);
  enter('Screen', '/displays/slot%20aux');
  expect(shown()).toBe(`/displays/slot%20aux${urls}`);
  enter('Screen', '/displays/tally/cam');
  update(frame({ service: null }));
  expect(shown()).toBe(`/displays/tally/cam${urls}`);
});

it('a service that never ran here has no screens here', () => {
  show(frame({ service: null }));
  expect([shown(), text()]).toEqual([undefined, expect.stringContaining('another process')]);
});

it('the client has the chosen address, fault and token', async () => {
  const { calls, update } = steered(frame());
  enter('Calls from', '203.0.113.20');
  for (const fault of ['hangs_up', 'slow', '']) enter('The client', fault);
  expect(buttons()).toEqual([]);
  enter('Token', ' svc_1 ');
  await press('Set');
  expect(field('Token').value).toBe('');
  update(frame({ client: { ...client, address: '10.0.0.1', hasToken: true } }));
  await press('Remove');
  expect(calls.map(([, change]) => change)).toEqual([
    { address: '203.0.113.20' },
    { fault: { type: 'hangs_up' } },
    { fault: { type: 'slow', delayMs: 3_000 } },
    { fault: null },
    { token: 'svc_1' },
    { token: null },
  ]);
  expect(screen.getByRole('option', { name: '10.0.0.1' })).toBeTruthy();
});
