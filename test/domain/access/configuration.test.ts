// The access configuration: decoding, issues, defaults, and which version replaces which.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it, vi } from 'vitest';
import {
  AccessConfiguration,
  AccessSettings,
  defaultConfiguration,
  lockedConfiguration,
  readAccessConfiguration,
  supersedes,
  wideEntries,
} from '../../../domain/access/configuration.js';
import { decodeOrMessage } from '../../../domain/codec/issues.js';
import { features } from '../../../domain/feature.js';
import { access, configuration, hashToken, panel, rightOf, token } from '../fixtures.js';

const issuesOf = (input: unknown): string => {
  const decoded = readAccessConfiguration(input);
  return E.isLeft(decoded) ? decoded.left : 'none';
};

const second = { ...panel, id: 'second', name: 'Second', tokenHash: hashToken(token(2)) };
const shortText = 'a text of 1 to 64 characters without control characters';

describe('the configuration before any was received', () => {
  it('has the API, every feature and legacy authorization on, LAN access off and no devices', () => {
    expect(defaultConfiguration('studio-9')).toEqual({
      studioId: 'studio-9',
      version: 0,
      devices: [],
      access: { apiEnabled: true, accessWithoutToken: 'off', listedDevices: [], legacyAuthorization: true },
      features: Object.fromEntries(features.map((feature) => [feature, { read: true, control: true }])),
    });
  });

  it('has the eleven features', () => {
    expect(features).toHaveLength(11);
  });
});

describe('the configuration when all stored copies are corrupt', () => {
  it('admits only the host itself', () => {
    expect(lockedConfiguration('studio-1')).toEqual(configuration({ access: access({ legacyAuthorization: false }) }));
  });
});

describe('decoding a configuration', () => {
  it('returns what was encoded', () => {
    const full = configuration({
      version: 7,
      access: access({ listedDevices: [{ address: 'fd00::/8', label: 'desk' }], accessWithoutToken: 'listed' }),
      devices: [{ ...panel, station: 'alpha', fixedAddress: '10.0.0.1', features: ['signals', 'legacy'] }, second],
    });
    const written: unknown = JSON.parse(JSON.stringify(AccessConfiguration.encode(full)));
    expect(rightOf(readAccessConfiguration(written))).toEqual(full);
  });

  it.each([
    ['a name that is empty', { devices: [{ ...panel, name: '' }] }, `devices[0].name: expected ${shortText}`],
    ['a name too long', { devices: [{ ...panel, name: 'x'.repeat(65) }] }, `devices[0].name: expected ${shortText}`],
    ['a line break', { devices: [{ ...panel, name: 'a\nb' }] }, `devices[0].name: expected ${shortText}`],
    [
      'a station',
      { devices: [second, { ...panel, station: 7 }] },
      `devices[1].station: expected ${shortText} or null; put it in quotes`,
    ],
    [
      'a fixed address',
      { devices: [{ ...panel, fixedAddress: '10.0.0.0/8' }] },
      'devices[0].fixedAddress: expected an IPv4 or IPv6 address or null',
    ],
    [
      'access',
      { devices: [{ ...panel, access: 'all' }] },
      'devices[0].access: expected one of read_only, read_and_control',
    ],
    ['a state', { devices: [{ ...panel, state: 'gone' }] }, 'devices[0].state: expected one of active, revoked'],
    [
      'a token in the clear',
      { devices: [{ ...panel, tokenHash: token(1) }] },
      'devices[0].tokenHash: expected TokenHash',
    ],
    [
      'a feature',
      { devices: [{ ...panel, features: ['signals', 'teleport'] }] },
      `devices[0].features[1]: expected one of ${features.join(', ')}`,
    ],
    ['a device', { devices: [null] }, 'devices[0]: expected an object'],
    ['a version', { version: -1 }, `version: expected a whole number from 0 to ${String(2 ** 48)}`],
    [
      'a version above the highest',
      { version: 2 ** 48 + 1 },
      'version: expected a whole number from 0 to 281474976710656',
    ],
    ['a studio id', { studioId: '' }, `studioId: expected ${shortText}`],
    ['the features', { features: null }, 'features: expected an object'],
  ])('reports the path of %s', (_, changes, issue) => {
    expect(issuesOf({ ...configuration(), ...changes })).toBe(issue);
  });

  it.each([
    ['id', { id: 'PANEL' }],
    ['name', { name: 'panel' }],
    ['token', { tokenHash: panel.tokenHash }],
  ])('rejects two devices with the same %s', (what, changes) => {
    expect(issuesOf(configuration({ devices: [panel, { ...second, ...changes }] }))).toBe(
      `devices: expected a list in which no two have the same ${what}`,
    );
  });

  it('rejects a token that is another device’s old one', () => {
    const oldToken = { tokenHash: panel.tokenHash, state: 'active', endsAt: '2021-03-01T12:00:00.000Z' } as const;
    expect(issuesOf(configuration({ devices: [panel, { ...second, oldToken }] }))).toBe(
      'devices: expected a list in which no two have the same token',
    );
    const other = { ...oldToken, tokenHash: hashToken(token(3)) };
    expect(issuesOf(configuration({ devices: [panel, { ...second, oldToken: other }] }))).toBe('none');
  });

  it('reads devices from before tokens could expire and be replaced', () => {
    const { expiresAt, issuedAt, tokenNumber, oldToken, ...older } = panel;
    expect(readAccessConfiguration({ ...configuration(), devices: [older] })).toEqual(
      E.right(configuration({ devices: [{ ...older, expiresAt, issuedAt, tokenNumber, oldToken }] })),
    );
  });

  it.each([
    [{ expiresAt: 'soon' }, 'devices[0].expiresAt: expected a time in ISO 8601'],
    [{ issuedAt: 5 }, 'devices[0].issuedAt: expected a time in ISO 8601'],
    [{ tokenNumber: 0 }, 'devices[0].tokenNumber: expected a whole number from 1 to 4294967296'],
    [{ oldToken: { state: 'active' } }, 'devices[0].oldToken'],
  ])('rejects a device with %j', (changes, message) => {
    expect(issuesOf({ ...configuration(), devices: [{ ...panel, ...changes }] })).toContain(message);
  });

  it('reports every issue', () => {
    const listedDevices = [{ address: '10.0.0.0/33', label: 'desk' }, { address: '10.0.0.1' }];
    const wrong = { ...access({}), listedDevices, accessWithoutToken: 'everybody', apiEnabled: 'yes' };
    expect(issuesOf({ ...configuration(), access: wrong })).toBe(
      [
        'access.apiEnabled: expected boolean',
        'access.accessWithoutToken: expected one of off, listed, whole_lan',
        'access.listedDevices[0].address: expected an IPv4 or IPv6 address or CIDR range',
        `access.listedDevices[1].label: expected ${shortText}`,
      ].join('; '),
    );
  });

  it('rejects a configuration without a feature, and other values', () => {
    const { features: all } = configuration();
    expect(issuesOf({ ...configuration(), features: { ...all, legacy: undefined } })).toBe(
      'features.legacy: expected an object',
    );
    expect(issuesOf({ ...configuration(), features: { ...all, system: { read: true } } })).toBe(
      'features.system.control: expected boolean',
    );
    expect([null, 'x', 7].map(issuesOf)).toEqual(Array(3).fill('the whole value: expected an object'));
  });

  it('never repeats what was sent', () => {
    expect(issuesOf({ ...configuration(), devices: [{ ...panel, tokenHash: token(1) }] })).not.toContain('svc_');
  });

  it('recognizes its own values', () => {
    const wrong = { ...configuration(), devices: [panel, panel] };
    expect([configuration(), wrong, {}].map((value) => AccessConfiguration.is(value))).toEqual([true, false, false]);
  });
});

describe('an incoming configuration', () => {
  it.each([
    ['is newer', { version: 6 }, true],
    ['is the same', { version: 5 }, false],
    ['is older', { version: 4 }, false],
    ['is another studio’s', { version: 6, studioId: 'studio-2' }, false],
  ])('replaces the one in force or not when it %s', (_, changes, expected) => {
    expect(supersedes(configuration(changes), configuration({ version: 5 }))).toBe(expected);
  });
});

describe('an access section', () => {
  const labelled = (label: string) => access({ listedDevices: [{ address: '10.0.0.1', label }] });

  it.each(['whole-lan', 'WHOLE-LAN', ' Whole\u2010Lan ', 'ｗｈｏｌｅ－ｌａｎ'])(
    'must not label an entry %j',
    (label) => {
      const decoded = decodeOrMessage(AccessSettings, labelled(label));
      expect(decoded).toEqual(
        E.left(
          'listedDevices[0].label: expected a text of 1 to 64 characters without control or invisible characters, ' +
            'other than whole-lan',
        ),
      );
    },
  );

  it('must not label an entry with characters that do not show', () => {
    expect(E.isLeft(AccessSettings.decode(labelled('desk\u200b')))).toBe(true);
    expect(E.isRight(AccessSettings.decode(labelled('whole-lan desk')))).toBe(true);
  });
});

describe('a configuration from before these rules', () => {
  it('is still read, with the same names', () => {
    const stored = configuration({
      access: access({ listedDevices: [{ address: '10.0.0.1', label: 'WHOLE-LAN' }] }),
      devices: [
        { ...panel, name: 'Desk\u202epanel', station: 'al\u200bpha' },
        { ...second, name: 'Desk\u200bpanel' },
      ],
    });
    expect(readAccessConfiguration(JSON.parse(JSON.stringify(stored)))).toEqual(E.right(stored));
  });
});

describe('listed ranges that admit callers of the internet', () => {
  const listed = [
    ...['0.0.0.0/0', '10.0.0.0/7', '100.64.0.0/10', '8.8.0.0/23', '::/0', '2001:db8::/47'],
    ...['::ffff:0.0.0.0/96', '192.0.0.0/8', 'fc00::/6'],
  ];
  const others = [
    ...['10.0.0.0/8', '192.168.0.0/16', '172.16.0.0/12', '127.0.0.0/8', 'fc00::/7', 'fe80::/10', '8.8.8.0/24'],
    ...['2001:db8::/48', '8.8.8.8', '2001:db8::1', '10.1.0.0/16'],
  ];
  const entries = [...listed, ...others].map((address) => ({ address, label: 'x' }));

  it('are those that reach beyond private addresses and one site', () => {
    const wide = wideEntries(access({ accessWithoutToken: 'listed', listedDevices: entries }));
    expect(wide.map(({ address }) => address)).toEqual(listed);
  });

  it.each(['off', 'whole_lan'] as const)('are none while access without a token is %s', (accessWithoutToken) => {
    expect(wideEntries(access({ accessWithoutToken, listedDevices: entries }))).toEqual([]);
  });
});

describe('a configuration that is too large', () => {
  const devices = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...panel,
      id: `device-${String(at)}`,
      name: `Device ${String(at)}`,
      tokenHash: at.toString(16).padStart(64, '0'),
    }));
  const listed = (count: number) => Array.from({ length: count }, () => ({ address: '10.0.0.1', label: 'x' }));

  it('has more than 2,000 devices', () => {
    expect(issuesOf(configuration({ devices: devices(2_000) as never }))).toBe('none');
    expect(issuesOf({ ...configuration({}), devices: devices(2_001) })).toBe('devices: expected at most 2000 entries');
  });

  it('has more than 2,000 listed entries', () => {
    expect(issuesOf(configuration({ access: access({ listedDevices: listed(2_000) }) }))).toBe('none');
    expect(issuesOf(configuration({ access: access({ listedDevices: listed(2_001) }) }))).toBe(
      'access.listedDevices: expected at most 2000 entries',
    );
  });

  it('has a device that names more than 64 features', () => {
    const naming = (count: number) => [{ ...panel, features: Array.from({ length: count }, () => 'signals' as const) }];
    expect(issuesOf(configuration({ devices: naming(64) }))).toBe('none');
    expect(issuesOf(configuration({ devices: naming(65) }))).toBe('devices[0].features: expected at most 64 entries');
  });

  it('is not read entry by entry', () => {
    const entry = { ...panel };
    const read = vi.fn(() => 'x');
    Object.defineProperty(entry, 'id', { get: read, enumerable: true });
    expect(issuesOf({ ...configuration({}), devices: Array.from({ length: 2_001 }, () => entry) })).not.toBe('none');
    expect(read).not.toHaveBeenCalled();
  });
});

it('lists at most 20 issues of a configuration, and the number of the others', () => {
  const named = Array.from({ length: 30 }, () => ({ ...panel, name: '' }));
  const issues = issuesOf({ ...configuration({}), devices: named }).split('; ');
  expect(issues).toHaveLength(21);
  expect(issues.at(-2)).toMatch(/^devices\[19\]\.name: /);
  expect(issues.at(-1)).toBe('and 10 more');
});
