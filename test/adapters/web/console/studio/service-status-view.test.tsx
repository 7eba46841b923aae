// What a service reported of itself.
import { expect, it } from 'vitest';
import { HealthBadge, ServiceProblems } from '../../../../../adapters/web/console/studio/service-status-view.js';
import { show, text } from '../../page-bench.js';
import { serviceOf, studioOf } from '../fixtures.js';

const alarm = (subject: string, kind = 'k') => ({
  ...{ kind, subject, message: `m-${subject}`, raisedAt: '2021-03-01T12:00:00.000Z' },
});

it('alarms beyond the fifth are shown on request, each once, and older ones are counted', () => {
  const alarms = [...['1', '2', '3', '4', '5', '6', '7'].map((one) => alarm(one)), alarm('8', 'studio_file_refused')];
  show(<ServiceProblems studio={studioOf('a', { service: serviceOf({ alarms, furtherAlarms: 2 }) })} />);
  expect(text()).toContain('9 open alarms');
  expect(text()).toContain('2 older alarms are not listed.');
  expect(text()).toContain('Show 2 more');
  expect(text().match(/m-\d/g)).toEqual(['m-1', 'm-2', 'm-3', 'm-4', 'm-5', 'm-6', 'm-7']);
});

it.each([true, false])('what a service reported is of the past once it is not connected: %s', (connected) => {
  const service = serviceOf({ alarms: [alarm('s')], studioFileIssues: ['no id'], health: 'degraded' });
  const studio = studioOf('a', { connected, service });
  const view = show(<ServiceProblems studio={studio} />);
  expect(text()).toMatch(/refused its new studio file.*no id.*One open alarm/);
  expect(text().match(/before the service lost its connection/g) ?? []).toHaveLength(connected ? 0 : 2);
  view.update(<HealthBadge studio={studio} />);
  expect(text()).toBe(connected ? 'Degraded' : '');
});
