// Concerns about listed entries, and what admits an address.
import { describe, expect, it } from 'vitest';
import type { ListedEntry } from '../../../domain/access/configuration.js';
import { admittingEntry, listedConcerns } from '../../../domain/access/listed-entries.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { access, noon } from '../fixtures.js';

const listed = (...addresses: readonly string[]): readonly ListedEntry[] =>
  addresses.map((address) => ({ address, label: `at ${address}` }));

const concerns = (...addresses: readonly string[]): readonly string[] =>
  listedConcerns(access({ accessWithoutToken: 'listed', listedDevices: listed(...addresses) }), noon).map((concern) =>
    concern.kind === 'covered' ? `${concern.entry.address} in ${concern.by.address}` : concern.entry.address,
  );

describe('concerns about listed entries', () => {
  it('@LAN-14: are whole private networks', () => {
    expect(concerns('10.0.0.0/8', '192.168.0.0/16', 'fd00::/8', 'fe80::/10')).toEqual([
      ...['10.0.0.0/8', '192.168.0.0/16', 'fd00::/8', 'fe80::/10'],
    ]);
    expect(concerns('192.168.1.0/24', '10.1.2.3', 'fd12:3456:789a::/48', '198.51.100.0/24')).toEqual([]);
  });

  it('@LAN-15: state how many addresses a wide range contains', () => {
    const listedDevices = listed('10.0.0.0/8', '0.0.0.0/0', '2001:db8::/32', '198.51.100.0/24');
    expect(listedConcerns(access({ accessWithoutToken: 'listed', listedDevices }), noon)).toMatchObject([
      { kind: 'whole_network', addresses: 2n ** 24n },
      { kind: 'covered', by: { address: '0.0.0.0/0' } },
      { kind: 'public', addresses: 2n ** 32n },
      { kind: 'public', addresses: 2n ** 96n },
      { kind: 'covered', by: { address: '0.0.0.0/0' } },
    ]);
  });

  it('@LAN-14: are entries that another one holds, and duplicates', () => {
    expect(concerns('192.168.1.20', '192.168.1.0/24', '192.168.2.1')).toEqual(['192.168.1.20 in 192.168.1.0/24']);
    expect(concerns('192.168.1.20', '::ffff:192.168.1.20')).toEqual(['::ffff:192.168.1.20 in 192.168.1.20']);
    expect(concerns('192.168.1.0/24', 'nonsense')).toEqual([]);
  });

  it('@LAN-14: are no entries that are needed longer than the one that holds them', () => {
    const [early, late] = [{ expiresAt: utcTime(noon + 1_000) }, { expiresAt: utcTime(noon + 2_000) }];
    const covered = (...listedDevices: readonly ListedEntry[]) =>
      listedConcerns(access({ accessWithoutToken: 'listed', listedDevices }), noon).map(({ entry }) => entry.label);
    const [range] = listed('192.168.1.0/24');
    const desk = { address: '192.168.1.20', label: 'desk' };
    const again = { address: '192.168.1.20', label: 'again' };
    if (range === undefined) throw new Error('no range');
    expect(covered({ ...range, ...early }, desk)).toEqual([]);
    expect(covered({ ...range, ...early }, { ...desk, ...late })).toEqual([]);
    expect(covered({ ...range, ...late }, { ...desk, ...early })).toEqual(['desk']);
    expect(covered({ ...range, ...late }, { ...desk, ...late })).toEqual(['desk']);
    expect(covered({ ...desk, ...early }, again)).toEqual(['desk']);
    expect(covered(desk, { ...again, ...early })).toEqual(['again']);
    expect(covered({ ...range, ...early }, { address: '192.168.0.0/20', label: 'wide' }, desk)).toEqual([
      'at 192.168.1.0/24',
      'desk',
    ]);
  });

  it('are none for entries that are not in use, or have ended', () => {
    const listedDevices = [{ address: '10.0.0.0/8', label: 'all', expiresAt: utcTime(noon) }];
    expect(listedConcerns(access({ accessWithoutToken: 'listed', listedDevices }), noon)).toEqual([]);
    expect(listedConcerns(access({ accessWithoutToken: 'off', listedDevices }), noon - 1)).toEqual([]);
    expect(listedConcerns(access({ accessWithoutToken: 'listed', listedDevices }), noon - 1)).toHaveLength(1);
  });

  it('are found fast among thousands', () => {
    const many = Array.from({ length: 2_000 }, (_, at) => `10.1.${String(at >> 8)}.${String(at & 255)}`);
    expect(concerns(...many, '10.1.0.0/17')).toHaveLength(2_000);
  });
});

describe('what admits an address', () => {
  const entries = listed('192.168.1.0/24', '192.168.1.20');
  const by = (accessWithoutToken: 'off' | 'listed' | 'whole_lan', address: string) =>
    admittingEntry(access({ accessWithoutToken, listedDevices: entries }), address, noon);

  it('is the first entry, Whole LAN, or nothing', () => {
    expect(by('listed', '192.168.1.20')).toEqual(entries[0]);
    expect(by('listed', '192.168.2.20')).toBeUndefined();
    expect(by('whole_lan', '192.168.2.20')).toBe('whole_lan');
    expect(by('whole_lan', '198.51.100.7')).toBeUndefined();
    expect(by('off', '192.168.1.20')).toBeUndefined();
    expect(by('listed', 'nonsense')).toBeUndefined();
  });

  it('is no entry that has ended', () => {
    const listedDevices = [{ address: '192.168.1.20', label: 'desk', expiresAt: utcTime(noon) }];
    const settings = access({ accessWithoutToken: 'listed', listedDevices });
    expect(admittingEntry(settings, '192.168.1.20', noon - 1)).toEqual(listedDevices[0]);
    expect(admittingEntry(settings, '192.168.1.20', noon)).toBeUndefined();
  });
});
