// One studio of the overview.
import { expect, it } from 'vitest';
import { StudioRow } from '../../../../../adapters/web/console/studios/studio-row.js';
import { show, text } from '../../page-bench.js';
import { serviceOf, studioOf } from '../fixtures.js';

const time = '2021-03-01T12:00:00.000Z';

it.each([
  [{ appliedAt: time, confirmedAt: time }, [], /In effect applied /],
  [{ connected: false, disconnectedAt: time, confirmedAt: time }, ['offline'], /Offline since /],
  [{ connected: false, confirmedAt: time }, ['offline'], /Offline last confirmed /],
  [{ key: 'none', labels: ['x', 'y'], appliedAt: null }, ['pending'], /no key · x, y Not yet in effect$/],
  [{ appliedAt: time }, ['refused'], /Refused settings applied /],
  [{ service: serviceOf({ alarms: [{}, {}], furtherAlarms: 3 }) }, ['alarms'], /Alarms 5 In effect$/],
  [{ service: serviceOf({ onAir: true, holder: 'Alpha FM' }) }, [], /On air ?Alpha FM ?In effect/],
  [
    { service: serviceOf({ version: '1.2.3', devicesAway: 2 }) },
    ['devices_away'],
    /a · version 1\.2\.3.*Devices away 2/,
  ],
  [{ connected: false, service: serviceOf({ onAir: true, holder: 'Alpha FM' }) }, ['offline'], /^(?!.*On air)/],
] as const)('the row of %j with the problems %j', (change, problems, wanted) => {
  show(<StudioRow studio={studioOf('a', change)} problems={problems} />);
  expect(text()).toMatch(wanted);
});
