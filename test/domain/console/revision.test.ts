// Revisions: which differences count as a change, and the versions.
import { describe, expect, it } from 'vitest';
import { revise } from '../../../domain/console/revision.js';
import { access, configuration, panel } from '../fixtures.js';

const before = configuration({ version: 5, devices: [panel] });

describe('a change', () => {
  it('gets the next version', () => {
    const after = { ...before, access: access({ apiEnabled: false }) };
    expect(revise(before, after, null)).toEqual({ ...after, version: 6 });
    expect(revise(before, after, 3)).toEqual({ ...after, version: 6 });
  });

  it('gets a version above the one the service applied', () => {
    expect(revise(before, { ...before, devices: [] }, 9).version).toBe(10);
  });

  it.each([
    ['a field', { ...before, access: access({ legacyAuthorization: false }) }],
    ['an entry more', { ...before, devices: [panel, { ...panel, id: 'x' }] }],
    ['an entry less', { ...before, devices: [] }],
    ['an entry’s field', { ...before, devices: [{ ...panel, station: 'alpha' }] }],
    ['a list that became a record', { ...before, devices: { 0: panel } as never }],
    ['a field of another name', { ...before, access: { ...access({}), apiEnabled: undefined, extra: true } as never }],
    ['a record that became null', { ...before, features: null as never }],
  ])('is %s', (_, after) => {
    expect(revise(before, after, null).version).toBe(6);
  });
});

describe('no change', () => {
  it('is another order of fields', () => {
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
