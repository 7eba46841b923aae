// Summaries of configuration changes.
import { describe, expect, it } from 'vitest';
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import { summarize } from '../../../domain/console/change-summary.js';
import { access, configuration, hashToken, panel } from '../fixtures.js';

const before = configuration({ devices: [panel] });
const withAccess = (changes: Partial<AccessConfiguration['access']>) => ({ ...before, access: access(changes) });
const oldToken = { tokenHash: panel.tokenHash, state: 'active', endsAt: '2021-03-01T12:00:00.000Z' } as const;
const replaced = { ...panel, tokenHash: hashToken('another') };
const withDevices = (...devices: AccessConfiguration['devices']) => ({ ...before, devices });
const [desk, rack] = [
  { address: '10.0.0.1', label: 'Desk' },
  { address: '10.0.0.0/8', label: 'Rack' },
];

describe('a summary', () => {
  it.each<[string, AccessConfiguration]>([
    ['API switched off', withAccess({ apiEnabled: false })],
    ['access without a token: whole LAN', withAccess({ accessWithoutToken: 'whole_lan' })],
    ['access without a token: listed devices', withAccess({ accessWithoutToken: 'listed' })],
    ['legacy authorization switched off', withAccess({ legacyAuthorization: false })],
    ['listed 10.0.0.1 "Desk"', withAccess({ listedDevices: [desk] })],
    [
      'listed 10.0.0.1 "Desk" until 2021-03-01T12:00:00.000Z',
      withAccess({ listedDevices: [{ ...desk, expiresAt: '2021-03-01T12:00:00.000Z' }] }),
    ],
    [
      'signals: control switched off',
      { ...before, features: { ...before.features, signals: { read: true, control: false } } },
    ],
    ['added device "Other"', withDevices(panel, { ...panel, id: 'other', name: 'Other' })],
    ['removed device "Panel"', withDevices()],
    ['revoked device "Panel"', withDevices({ ...panel, state: 'revoked' })],
    ['device "Panel": name: "Panel" → "Desk"', withDevices({ ...panel, name: 'Desk' })],
    ['device "Panel": station: none → "alpha"', withDevices({ ...panel, station: 'alpha' })],
    [
      'device "Panel": access: Read and control → Read only; device "Panel": features: all → signals core',
      withDevices({ ...panel, access: 'read_only', features: ['signals', 'core'] }),
    ],
    [
      'device "Panel": expiry: none → "2021-03-01T12:00:00.000Z"',
      withDevices({ ...panel, expiresAt: '2021-03-01T12:00:00.000Z' }),
    ],
    [
      'device "Panel": panel: none → "desk"; device "Panel": operations: all → signal.pulse (id=door-lock)',
      withDevices({ ...panel, panel: 'desk', operations: [{ operation: 'signal.pulse', with: { id: 'door-lock' } }] }),
    ],
    [
      'replaced the token of device "Panel", the old one ends 2021-03-01T12:00:00.000Z',
      withDevices({ ...replaced, oldToken }),
    ],
    [
      'replaced the token of device "Panel", the old one ended at once',
      withDevices({ ...replaced, oldToken: { ...oldToken, state: 'revoked' } }),
    ],
    ['order changed', before],
  ])('is: %s', (summary, after) => {
    expect(summarize(before, after)).toBe(summary);
  });

  it('reports what was switched on', () => {
    expect(summarize(withAccess({ apiEnabled: false }), before)).toBe('API switched on');
  });

  it('reports what was removed', () => {
    const was = withAccess({ listedDevices: [desk, rack], accessWithoutToken: 'listed' });
    expect(summarize(was, withAccess({ listedDevices: [rack] }))).toBe(
      'access without a token: off; no longer listed 10.0.0.1 "Desk"',
    );
    const limited = withDevices({ ...panel, features: ['core'], fixedAddress: '10.0.0.1' });
    expect(summarize(limited, before)).toBe(
      'device "Panel": fixed address: "10.0.0.1" → none; device "Panel": features: core → all',
    );
  });

  it('reports a second replacement, and the end of the old token', () => {
    const once = withDevices({ ...replaced, oldToken });
    const twice = withDevices({ ...panel, tokenHash: hashToken('third'), oldToken });
    expect(summarize(once, twice)).toBe(
      'replaced the token of device "Panel", the old one ends 2021-03-01T12:00:00.000Z',
    );
    const ended = withDevices({ ...replaced, oldToken: { ...oldToken, state: 'revoked' } });
    expect(summarize(once, ended)).toBe('ended the old token of device "Panel"');
    expect(summarize(once, withDevices({ ...replaced, oldToken, name: 'Desk' }))).toBe(
      'device "Panel": name: "Panel" → "Desk"',
    );
  });

  it('reports an entry that ends at another time', () => {
    const until = (expiresAt: string) => withAccess({ listedDevices: [{ ...desk, expiresAt }] });
    const [first, later] = ['2021-03-01T12:00:00.000Z', '2021-04-01T12:00:00.000Z'] as const;
    expect(summarize(until(first), until(later))).toBe(
      `listed 10.0.0.1 "Desk" until ${later}; no longer listed 10.0.0.1 "Desk" until ${first}`,
    );
  });

  it('reports the changes of a revoked device as those of any other', () => {
    const revoked = { ...panel, state: 'revoked' } as const;
    expect(summarize(withDevices(revoked), withDevices({ ...revoked, name: 'Desk' }))).toBe(
      'device "Panel": name: "Panel" → "Desk"',
    );
  });

  it('lists a limited number of changes', () => {
    const six = Array.from({ length: 6 }, (_, index) => ({ address: `10.0.0.${String(index)}`, label: 'x' }));
    expect(summarize(before, withAccess({ listedDevices: six }))).toMatch(/10\.0\.0\.5 "x"$/);
    const listedDevices = Array.from({ length: 9 }, (_, index) => ({ address: `10.0.0.${String(index)}`, label: 'x' }));
    expect(summarize(before, withAccess({ listedDevices }))).toMatch(/10\.0\.0\.5 "x"; and 3 more$/);
  });
});
