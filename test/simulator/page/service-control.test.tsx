// The restart of the service.
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ServiceControl } from '../../../simulator/page/service-control.js';
import { buttons, enter, press, shows, text } from '../../adapters/web/page-bench.js';
import { studio } from './records.js';
import { steered } from './steered.js';

it('a restart is for the chosen time, and possible again once it ended or failed', async () => {
  const ends: PromiseWithResolvers<unknown>[] = [];
  const { calls } = steered(<ServiceControl studio={studio()} />, () => {
    const end = Promise.withResolvers<unknown>();
    ends.push(end);
    return end.promise;
  });
  for (const seconds of [5, 30]) {
    await press('Restart service');
    enter('The service is down for', String(seconds));
    await press('Restart');
    await shows(/The service is restarting …$/);
    expect(buttons()).toEqual([]);
    if (seconds === 5) ends.at(-1)?.reject(new Error('refused'));
    else ends.at(-1)?.resolve(undefined);
    await waitFor(() => {
      expect(buttons()).toEqual(['Restart service']);
    });
  }
  expect(calls).toEqual([
    ['restart', 5_000],
    ['restart', 30_000],
  ]);
});

it('a restart is offered for a service that has run here, also while it is stopped', () => {
  const stopped = <ServiceControl studio={studio({ service: null })} />;
  const { update } = steered(stopped);
  expect(text()).toBe('');
  update(<ServiceControl studio={studio()} />);
  expect(buttons()).toEqual(['Restart service']);
  update(stopped);
  expect([buttons(), text()]).toEqual([['Restart service'], expect.stringMatching(/The service is stopped$/)]);
});
