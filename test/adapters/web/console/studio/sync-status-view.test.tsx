// The status of a studio, in its row and above its sections.
import { expect, it } from 'vitest';
import { consoleReachable } from '../../../../../adapters/web/console/api/connection-status.js';
import { isInEffect } from '../../../../../adapters/web/console/studio/sync-status.js';
import { SyncStatusLine } from '../../../../../adapters/web/console/studio/sync-status-view.js';
import { StudioRow } from '../../../../../adapters/web/console/studios/studio-row.js';
import { show, text } from '../../page-bench.js';
import { studioOf } from '../fixtures.js';

const refusal = (version: number) => ({ refusal: { version, reason: '', time: '2021-03-01T12:00:00.000Z' } });
const studio = (change: Parameters<typeof studioOf>[1]) =>
  studioOf('a', { name: 'A', key: 'none', apiEnabled: false, appliedVersion: 3, desiredVersion: 3, ...change });
const shown = (change: Parameters<typeof studioOf>[1]) => {
  const [row, line] = [
    show(<StudioRow studio={studio(change)} problems={[]} />),
    show(<SyncStatusLine studio={studio(change)} />),
  ];
  return [text(row.container), text(line.container)];
};

it.each([
  [{}, 'A a · no key In effect', 'API off Connected In effect All settings are in effect at the studio.'],
  [
    { appliedVersion: 2, labels: ['Oslo', 'TV'] },
    'A a · no key · Oslo, TV In effect',
    'API off Connected Not yet in effect The latest settings are being sent to the studio.',
  ],
  [{ connected: false, key: 'set' as const }, 'A a', 'API off Offline Offline. It had all settings then.'],
  [
    { connected: false, appliedVersion: 2 },
    'A a · no key',
    'API off Offline Not yet in effect Offline. It receives the latest settings when it reconnects.',
  ],
  [
    { connected: false, appliedVersion: null },
    'A a · no key',
    'API off Not connected yet The studio’s service hasn’t connected yet. It receives these settings when it connects.',
  ],
  [refusal(3), 'A a · no key In effect', 'API off Connected Refused by the service'],
  [refusal(2), 'A a · no key In effect', 'API off Connected In effect All settings are in effect at the studio.'],
])('the status of %j is in its row and above its sections', (change, row, line) => {
  expect(shown(change)).toEqual([row, line]);
});

it('the status is unknown while the console can’t be reached', () => {
  consoleReachable.set(false);
  expect(shown({})).toEqual(['A a · no key Status unknown', 'API off Status unknown']);
});

it.each([
  [{}, true],
  [{ appliedVersion: 2 }, false],
  [{ appliedVersion: 4, desiredVersion: 4 }, true],
  [{ appliedVersion: null }, false],
  [{ connected: false }, false],
  [refusal(3), false],
  [refusal(2), true],
])('with %j, version 3 is in effect: %s', (change, isKnown) => {
  expect(isInEffect(studio(change), 3)).toBe(isKnown);
});
