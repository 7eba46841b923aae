// What a studio asserts of its access: which rights of a caller keep it, and which break it.
import { describe, expect, it } from 'vitest';
import {
  AccessAssertions,
  checkAssertion,
  newlyBroken,
  type AccessAssertion,
} from '../../../domain/access/assertion.js';
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import type { OperationCall } from '../../../domain/access/operation-limit.js';
import type { Device } from '../../../domain/devices/device.js';
import { access, configuration, noon, panel } from '../fixtures.js';

const facts = {
  actions: [
    { name: 'signal.pulse', features: ['signals'] },
    { name: 'station.take', features: ['station'] },
    { name: 'token.end', features: [] },
  ],
  now: noon,
} as const;

const pulse = (parameters: OperationCall['with'] = {}): OperationCall => ({
  operation: 'signal.pulse',
  with: parameters,
});
const take: OperationCall = { operation: 'station.take', with: {} };
const door = { id: 'door-lock' };

const assertion = (rule: AccessAssertion['rule'], calls: readonly OperationCall[], who?: AccessAssertion['who']) => ({
  name: 'A name',
  who: who ?? { device: panel.id },
  rule,
  calls,
});

const withDevice = (changes: Partial<Device>): AccessConfiguration =>
  configuration({ devices: [{ ...panel, ...changes }], access: access({ legacyAuthorization: false }) });

describe('@ASSERTION-2: a device', () => {
  it.each<[string, Partial<Device>, AccessAssertion['rule'], readonly OperationCall[], string]>([
    ['without limits', {}, 'may', [pulse(door), take], 'kept'],
    ['without limits', {}, 'may_not', [take], 'broken'],
    ['without limits', {}, 'may_only', [pulse()], 'broken'],
    ['that is read only', { access: 'read_only' }, 'may', [take], 'broken'],
    ['that is read only', { access: 'read_only' }, 'may_only', [take], 'kept'],
    ['with other features', { features: ['signals'] }, 'may_not', [take], 'kept'],
    ['with the operation', { operations: [pulse(door)] }, 'may', [pulse(door)], 'kept'],
    ['with a name in other letters', { operations: [pulse({ id: 'DOOR-LOCK' })] }, 'may', [pulse(door)], 'broken'],
    ['with a name in other letters', { operations: [pulse({ id: 'DOOR-LOCK' })] }, 'may_not', [pulse(door)], 'broken'],
    ['with one of the records', { operations: [pulse(door)] }, 'may', [pulse()], 'broken'],
    ['with one of the records', { operations: [pulse(door)] }, 'may_not', [pulse({ id: 'red-light' })], 'kept'],
    ['with one of the records', { operations: [pulse(door)] }, 'may_not', [pulse({ ms: '50' })], 'broken'],
    ['with all records', { operations: [pulse()] }, 'may_not', [pulse(door)], 'broken'],
    ['with the operation alone', { operations: [pulse(door)] }, 'may_only', [pulse()], 'kept'],
    [
      'with a parameter of an odd name',
      { operations: [pulse({ constructor: 'x' })] },
      'may_only',
      [pulse(door)],
      'broken',
    ],
    [
      'with a parameter of an odd name',
      { operations: [pulse(door)] },
      'may_not',
      [pulse({ constructor: 'x' })],
      'broken',
    ],
    ['with another one too', { operations: [pulse(door), take] }, 'may_only', [pulse(door)], 'broken'],
    ['whose feature is another', { operations: [take], features: ['signals'] }, 'may_not', [take], 'kept'],
    ['with a panel, whose keys may change', { panel: 'desk' }, 'may', [take], 'broken'],
    ['with a panel, whose keys may change', { panel: 'desk' }, 'may_not', [take], 'broken'],
  ])('%s: %j %s %j is %s', (_what, changes, rule, calls, state) => {
    expect(checkAssertion(withDevice(changes), facts)(assertion(rule, calls))).toMatchObject({ state });
  });

  it('names what breaks it', () => {
    const check = checkAssertion(withDevice({ operations: [pulse(door)] }), facts);
    expect(check(assertion('may', [take])).reason).toBe('the device "Panel" may not call station.take');
    expect(check(assertion('may_not', [pulse()])).reason).toBe(
      'the device "Panel" may call signal.pulse (id=door-lock)',
    );
  });

  it.each<[string, Partial<Device>]>([
    ['revoked', { state: 'revoked' }],
    ['expired', { expiresAt: new Date(noon).toISOString() }],
    ['another one', { id: 'another' }],
  ])('@ASSERTION-3: says nothing once its token is %s', (_what, changes) => {
    expect(checkAssertion(withDevice(changes), facts)(assertion('may', [take])).state).toBe('void');
  });
});

it('counts a device as admitted while its old token works', () => {
  const [expiresAt, later] = [noon, noon + 1].map((time) => new Date(time).toISOString());
  const oldToken = { tokenHash: panel.tokenHash, state: 'active', endsAt: later ?? '', number: 1 } as const;
  const device = withDevice({ expiresAt, oldToken } as Partial<Device>);
  expect(checkAssertion(device, facts)(assertion('may_not', [take])).state).toBe('broken');
});

describe('@ASSERTION-2: a caller without a token', () => {
  const settings = { legacyAuthorization: false } as const;
  const listed = { accessWithoutToken: 'listed', listedDevices: [{ address: '10.0.0.0/24', label: 'Hall' }] } as const;

  it.each<[string, Partial<AccessConfiguration['access']>, string, string]>([
    ['nowhere listed', settings, '10.0.0.9', 'kept'],
    ['in a listed range', { ...settings, ...listed }, '10.0.0.9', 'broken'],
    ['beside it', { ...settings, ...listed }, '10.0.1.9', 'kept'],
    ['on the LAN', { ...settings, accessWithoutToken: 'whole_lan' }, '10.0.0.9', 'broken'],
    ['with any password of a legacy app', { legacyAuthorization: true }, '10.0.0.9', 'broken'],
    ['elsewhere', { legacyAuthorization: true }, '198.51.100.7', 'kept'],
  ])('%s: %j at %s is %s', (_what, changes, address, state) => {
    const check = checkAssertion(configuration({ access: access(changes) }), facts);
    expect(check(assertion('may_not', [take], { address })).state).toBe(state);
  });

  it('says nothing at what is no address', () => {
    expect(checkAssertion(configuration(), facts)(assertion('may', [take], { address: 'hall' })).state).toBe('void');
  });
});

it('@ASSERTION-4: what was broken before is not broken by a change', () => {
  const [kept, broken] = [assertion('may_only', [pulse(door)]), { ...assertion('may', [take]), name: 'Another' }];
  const [before, after] = [withDevice({ operations: [pulse(door)] }), withDevice({ operations: [pulse()] })];
  expect(newlyBroken([kept, broken], before, after, facts).map(({ name }) => name)).toEqual(['A name']);
  expect(newlyBroken([kept, broken], after, after, facts)).toEqual([]);
});

it.each([
  ['an address of the host itself', [assertion('may', [take], { address: '::1' })]],
  ['no address', [assertion('may', [take], { address: 'hall' })]],
  ['two subjects', [assertion('may', [take], { device: panel.id, address: '10.0.0.9' })]],
  ['no operation', [assertion('may', [])]],
  ['a name twice', [assertion('may', [take]), assertion('may_not', [take])]],
])('a list with %s is invalid', (_what, list) => {
  expect(AccessAssertions.is(list)).toBe(false);
});
