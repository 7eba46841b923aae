// What a change concerns, and which later changes supersede it.
import { describe, expect, it } from 'vitest';
import { changedFields } from '../../../domain/console/changed-fields.js';
import { subjectsOf, supersedes } from '../../../domain/console/changed-subjects.js';
import { configuration, panel } from '../fixtures.js';

const changedSubjects = (...configurations: Parameters<typeof changedFields>) =>
  subjectsOf(changedFields(...configurations));

const before = configuration();
const subjects = (change: Partial<typeof before>) => changedSubjects(before, { ...before, ...change });

describe('the subjects of a change', () => {
  it('are the settings that differ', () => {
    expect(subjects({})).toEqual([]);
    expect(subjects({ access: { ...before.access, apiEnabled: !before.access.apiEnabled } })).toEqual([
      'access.apiEnabled',
    ]);
    const signals = { ...before.features.signals, control: !before.features.signals.control };
    expect(subjects({ features: { ...before.features, signals } })).toEqual(['features.signals.control']);
  });

  it('name each listed address, up to fifty', () => {
    const listed = (count: number) =>
      Array.from({ length: count }, (_, place) => ({ address: `10.0.0.${String(place)}`, label: 'Desk' }));
    const [one] = subjects({ access: { ...before.access, listedDevices: listed(1) } });
    expect(one).toBe('access.listed.["10.0.0.0","Desk"]');
    expect(subjects({ access: { ...before.access, listedDevices: listed(50) } })).toHaveLength(50);
    const more = { ...before.access, apiEnabled: false, listedDevices: listed(51) };
    expect(subjects({ access: more })).toEqual(['access.apiEnabled', 'access.listed']);
  });

  it('distinguish entries that end at other times', () => {
    const entry = { address: '10.0.0.1', label: 'Desk', expiresAt: '2021-03-01T12:00:00.000Z' };
    const [one] = subjects({ access: { ...before.access, listedDevices: [entry] } });
    expect(one).toBe('access.listed.["10.0.0.1","Desk","2021-03-01T12:00:00.000Z"]');
  });

  it('are a whole device where it was added, revoked or removed, else its settings', () => {
    const having = (one: typeof panel) => ({ ...before, devices: [one] });
    expect(changedSubjects(before, having(panel))).toEqual(['devices.panel']);
    expect(changedSubjects(having(panel), before)).toEqual(['devices.panel']);
    expect(changedSubjects(having(panel), having({ ...panel, state: 'revoked' }))).toEqual(['devices.panel']);
    expect(changedSubjects(having(panel), having({ ...panel, name: 'Other', station: 'bravo' }))).toEqual([
      'devices.panel.name',
      'devices.panel.station',
    ]);
  });
});

describe('the subjects of a change of many devices', () => {
  const many = (count: number, station: string | null) => ({
    ...before,
    devices: Array.from({ length: count }, (_, number) => ({
      ...panel,
      id: `device-${String(number)}`,
      station,
      fixedAddress: station === null ? null : '10.0.0.1',
    })),
  });

  it('are their settings, whole devices if these are more than 50, and all devices if more than 200', () => {
    expect(changedSubjects(many(50, null), many(50, 'alpha'))).toHaveLength(100);
    expect(changedSubjects(many(51, null), many(51, 'alpha'))).toContain('devices.device-50');
    expect(changedSubjects(many(200, null), many(200, 'alpha'))).toHaveLength(200);
    expect(changedSubjects(many(201, null), many(201, 'alpha'))).toEqual(['devices']);
  });
});

describe('a later change', () => {
  it.each([
    ['access.apiEnabled', 'access.apiEnabled', true],
    ['devices.panel', 'devices.panel.name', true],
    ['devices.panel.name', 'devices.panel', false],
    ['devices.panel', 'devices.panel-2', false],
  ])('of %s supersedes one of %s: %s', (later, earlier, expected) => {
    expect(supersedes(later, earlier)).toBe(expected);
  });
});
