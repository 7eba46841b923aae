// Revisions: which differences count as a change, and the versions.
import { describe, expect, it } from 'vitest';
import { canonicalConfiguration } from '../../../domain/access/canonical-configuration.js';
import { maxVersion } from '../../../domain/access/configuration.js';
import { isOutOfReach, maxSupersededVersion, moveAhead, revise, sendAgain } from '../../../domain/console/revision.js';
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

  it('gets its own next version if the one the service applied is out of reach', () => {
    expect(revise(before, { ...before, devices: [] }, maxSupersededVersion).version).toBe(maxSupersededVersion + 1);
    expect(revise(before, { ...before, devices: [] }, maxSupersededVersion + 1).version).toBe(6);
    expect(revise(before, { ...before, devices: [] }, maxVersion).version).toBe(6);
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

it('another order of entries is a change', () => {
  const listed = (...labels: string[]) =>
    configuration({
      version: 5,
      access: access({ listedDevices: labels.map((label) => ({ address: '10.0.0.1', label })) }),
    });
  expect(revise(listed('a', 'b'), listed('b', 'a'), null).version).toBe(6);
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

describe('sending again', () => {
  it('takes the next version, unless only versions for changes are left', () => {
    expect(sendAgain(before)).toEqual({ ...before, version: 6 });
    const last = { ...before, version: maxSupersededVersion };
    expect(sendAgain(last)).toBe(last);
  });

  it('follows a comparison that ignores the order of fields', () => {
    const { devices, ...rest } = before;
    expect(canonicalConfiguration({ devices, ...rest })).toBe(canonicalConfiguration(before));
    const { panel: _panel, operations: _operations, ...earlier } = panel;
    expect(canonicalConfiguration({ ...before, devices: [earlier as typeof panel] })).toBe(
      canonicalConfiguration(before),
    );
    expect(canonicalConfiguration({ ...before, devices: [{ ...panel, panel: 'desk' }] })).toContain('"panel":"desk"');
    expect(canonicalConfiguration({ ...before, devices: [] })).not.toBe(canonicalConfiguration(before));
  });
});

describe('moving ahead', () => {
  it.each([0, 4, 5])('keeps a configuration that is not behind version %d', (applied) => {
    expect(moveAhead(before, applied)).toBe(before);
    expect(isOutOfReach(before, applied)).toBe(false);
  });

  it.each([6, 1_000, maxSupersededVersion])('moves past version %d', (applied) => {
    expect(moveAhead(before, applied)).toEqual({ ...before, version: applied + 1 });
    expect(isOutOfReach(before, applied)).toBe(false);
  });

  it.each([maxSupersededVersion + 1, maxVersion])('does not move past version %d, which is out of reach', (applied) => {
    expect(moveAhead(before, applied)).toBe(before);
    expect(isOutOfReach(before, applied)).toBe(true);
  });

  it('finds no version out of reach that the console itself has passed', () => {
    expect(isOutOfReach({ ...before, version: maxVersion }, maxVersion)).toBe(false);
  });
});
