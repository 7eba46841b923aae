// The page as a whole.
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { App } from '../../../simulator/page/app.js';
import { alerts, press, show, shows, text, user } from '../../adapters/web/page-bench.js';
import { refused, replied, server } from '../../adapters/web/page-server.js';
import { studio } from './records.js';

it('the page shows whether it is live, what failed last, and what runs without the service', async () => {
  server.answer(
    'POST /v1/reset',
    () => refused(503, 'try later'),
    () => replied({}),
  );
  const { unmount } = show(<App />);
  expect(text()).toBe('Connecting …');
  const { service, ...rest } = studio({ studio: 'Main' });
  const stream = server.stream();
  const happens = (type: string): void => {
    act(() => {
      stream.dispatchEvent(new Event(type));
    });
  };
  stream.send('snapshot', { ...rest, service });
  happens('open');
  expect([text(), document.title]).toEqual([expect.stringContaining('· live ·'), 'Main, simulated']);
  happens('error');
  expect(text()).toContain('not connected');
  await press('Reset studio');
  await shows('try later');
  await press('Reset studio');
  await expect.poll(alerts).toEqual([]);
  expect(server.changes().map(([call]) => call)).toEqual(['POST /v1/reset', 'POST /v1/reset']);
  await user.click(screen.getByRole('tab', { name: 'Variables' }));
  expect(text()).toContain('No variables.');
  stream.send('snapshot', { ...rest, service: null });
  expect(text()).toContain('The service is stopped');
  unmount();
  expect(stream.readyState).toBe(2);
});
