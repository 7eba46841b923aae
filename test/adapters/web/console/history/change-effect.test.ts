// Whether changes are in effect, as the history of the page shows it.
import { describe, expect, it } from 'vitest';
import { changeEffects } from '../../../../../adapters/web/console/history/change-effect.js';
import type { HistoryFilter } from '../../../../../adapters/web/console/history/filter.js';

const studio = {
  id: 'studio-1',
  name: 'Studio One',
  connected: true,
  desiredVersion: 3,
  appliedVersion: 3,
  apiEnabled: true,
  labels: [],
  appliedAt: null,
  confirmedAt: null,
  disconnectedAt: null,
  key: 'set',
  oldKey: null,
  keyInUse: null,
  refusal: null,
  service: null,
  editing: null,
} as const;

const change = (version: number, ...subjects: readonly string[]) => ({
  id: version,
  time: '2021-03-01T12:00:00.000Z',
  operator: 'admin',
  action: 'device.change-many',
  summary: 'changed devices',
  version,
  subjects,
  fields: null,
  fieldCount: null,
});

const ofBoth = change(2, 'devices.one.access', 'devices.two.access');
const ofTwo = change(3, 'devices.two.access');

const effectOf = (changes: readonly (typeof ofBoth)[], filter: HistoryFilter) =>
  changeEffects(studio, changes, filter).get(ofBoth.id);

describe('the effect of a change of two devices', () => {
  it('is that a later change of one of them supersedes it in part', () => {
    expect(effectOf([ofTwo, ofBoth], {})).toBe('partly_superseded');
    expect(effectOf([ofTwo, ofBoth], { section: 'devices' })).toBe('partly_superseded');
  });

  it.each([{ device: 'one' }, { operator: 'admin' }, { to: '2021-03-01' }])(
    'is unknown with a filter that may leave out later changes: %j',
    (filter) => {
      expect(effectOf([ofBoth], filter)).toBeUndefined();
    },
  );

  it('is known with a filter that leaves out older changes only', () => {
    expect(effectOf([ofTwo, ofBoth], { from: '2021-03-01' })).toBe('partly_superseded');
  });
});

it('a change that an offline service has applied is not superseded by one that it lacks', () => {
  const offline = { ...studio, connected: false, appliedVersion: 2 };
  const earlier = change(1, 'devices.two.access');
  expect([...changeEffects(offline, [ofTwo, ofBoth, earlier], {}).values()]).toEqual([
    'pending',
    'applied',
    'superseded',
  ]);
});

it('what concerns a whole device supersedes its settings, but not the reverse', () => {
  const applied = { ...studio, appliedVersion: 5, desiredVersion: 5 };
  const changes = [
    change(5, 'devices.two.access'),
    change(4, 'devices.two'),
    change(3, 'devices.one'),
    change(2, 'devices.one.access'),
  ];
  expect([...changeEffects(applied, changes, {}).values()]).toEqual([
    ...['in_effect', 'in_effect', 'in_effect', 'superseded'],
  ]);
});
