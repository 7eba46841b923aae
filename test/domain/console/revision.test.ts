// When a change of configuration counts as one, and which version it gets.
import { describe, expect, it } from 'vitest';
import { revise } from '../../../domain/console/revision.js';
import { access, configuration, panel } from '../fixtures.js';

const before = configuration({ version: 5, devices: [panel] });

describe('a change', () => {
  it('is one version on', () => {
    const after = { ...before, access: access({ apiEnabled: false }) };
    expect(revise(before, after, null)).toEqual({ ...after, version: 6 });
    expect(revise(before, after, 3)).toEqual({ ...after, version: 6 });
  });

  it('is ahead of the version the service holds', () => {
    expect(revise(before, { ...before, devices: [] }, 9).version).toBe(10);
  });

  it.each([
    ['a field', { ...before, access: access({ legacyAuthorization: false }) }],
    ['an entry more', { ...before, devices: [panel, { ...panel, id: 'x' }] }],
    ['an entry less', { ...before, devices: [] }],
    ['an entry’s field', { ...before, devices: [{ ...panel, station: 'alpha' }] }],
    ['a list that became a record', { ...before, devices: { 0: panel } as never }],
    ['a field of another name', { ...before, access: { ...access({}), apiEnabled: undefined, extra: true } as never }],
    ['a record that is none any more', { ...before, features: null as never }],
  ])('is %s', (_, after) => {
    expect(revise(before, after, null).version).toBe(6);
  });
});

describe('no change', () => {
  it('is the same in another order of fields', () => {
    const { devices, features, access: section, version, studioId } = before;
    const same = {
      devices: devices.map((device) => ({ ...device })),
      features,
      access: { ...section },
      version,
      studioId,
    };
    expect(revise(before, same, 9)).toBe(before);
  });
});
