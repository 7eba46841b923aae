// The order of the refusals of one call: of several reasons, the first one is answered.
import * as E from 'fp-ts/lib/Either.js';
import { readCredentials } from '../../../domain/access/credentials.js';
import { describe, expect, it } from 'vitest';
import { checkPermission, mayCall, readRefusal, type PermissionRequest } from '../../../domain/access/permission.js';
import { access, configuration, panel } from '../fixtures.js';

const everythingOff = configuration({
  access: access({ apiEnabled: false, legacyAuthorization: false }),
  features: {
    ...configuration().features,
    legacy: { read: false, control: false },
    signals: { read: false, control: false },
  },
});

const refused: PermissionRequest = {
  caller: { kind: 'device', device: { ...panel, access: 'read_only', features: ['core'] } },
  credentials: readCredentials(undefined, []),
  resolvedBy: { step: 'host' },
  guardRefusal: 'foreign',
  target: { features: ['legacy', 'signals'], access: 'control', admission: 'admitted', generation: 'legacy' },
  configuration: everythingOff,
};

const outcomeOf = (changes: Partial<PermissionRequest>): unknown => {
  const permission = checkPermission({ ...refused, ...changes });
  return E.isRight(permission) ? 'permitted' : [permission.left.failure.code, permission.left.step];
};

const { signals, legacy } = configuration().features;
const features = (changes: Partial<typeof everythingOff.features>) => ({ ...everythingOff.features, ...changes });
const on = configuration({ features: everythingOff.features });
const device = { id: 'panel', name: 'Panel' };
const limited = { kind: 'device', device: { ...panel, features: ['legacy'] } } as const;
const free = { kind: 'device', device: panel } as const;
const app = { kind: 'legacy', username: 'EXTERNAL_APP' } as const;
const onV2 = { ...refused.target, generation: 'v2' } as const;
const doorLock = {
  operation: 'signal.on',
  with: { id: 'door-lock' },
  record: undefined,
  recordIds: [],
  isExact: false,
} as const;
const redLight = { name: 'signal.on', record: undefined, path: new Map([['id', ['red-light']]]), query: new Map() };
const switchOff = (feature: string) => ['feature_disabled', { step: 'switch_off', feature, access: 'control' }];

describe('a call that is refused for several reasons', () => {
  it.each<readonly [string, Partial<PermissionRequest>, unknown]>([
    ['nobody is admitted', { caller: undefined }, ['unauthorized', { step: 'host' }]],
    ['the device only reads', {}, ['read_only', { step: 'read_only', device }]],
    [
      'the device may not use the first feature',
      { caller: { ...limited, device: { ...panel, features: ['core'] } } },
      ['forbidden', { step: 'feature_denied', device, feature: 'legacy' }],
    ],
    [
      'the device may not use the other feature',
      { caller: limited },
      ['forbidden', { step: 'feature_denied', device, feature: 'signals' }],
    ],
    [
      'the device is limited to no operation',
      { caller: { ...free, limit: [] } },
      ['forbidden', { step: 'operation_denied', device }],
    ],
    [
      'the device is limited to other operations',
      { caller: { ...free, limit: [doorLock] }, target: { ...refused.target, called: () => redLight } },
      ['forbidden', { step: 'operation_denied', device }],
    ],
    ['an app calls v2', { caller: app, target: onV2 }, ['forbidden', { step: 'legacy_on_v2' }]],
    ['a foreign page calls', { caller: app }, ['forbidden', { step: 'foreign_page' }]],
    ['an unproven page calls', { caller: app, guardRefusal: 'unproven' }, ['forbidden', { step: 'unproven_page' }]],
    ['the API is off', { caller: free, guardRefusal: undefined }, ['feature_disabled', { step: 'api_off' }]],
    [
      'legacy authorization is off',
      {
        caller: free,
        guardRefusal: undefined,
        configuration: { ...everythingOff, access: access({ legacyAuthorization: false }) },
      },
      ['feature_disabled', { step: 'legacy_api_off' }],
    ],
    ['the first feature is off', { caller: free, guardRefusal: undefined, configuration: on }, switchOff('legacy')],
    [
      'the other feature is off',
      { caller: free, guardRefusal: undefined, configuration: { ...on, features: features({ legacy }) } },
      switchOff('signals'),
    ],
    [
      'nothing is off',
      { caller: free, guardRefusal: undefined, configuration: { ...on, features: features({ legacy, signals }) } },
      'permitted',
    ],
  ])('is answered for the first one: %s', (_what, changes, outcome) => {
    expect(outcomeOf(changes)).toEqual(outcome);
  });

  it('on a public route is refused only where the feature is off', () => {
    const target = { ...refused.target, features: ['signals'], admission: 'public', generation: 'v2' } as const;
    const request = { caller: undefined, target };
    expect(outcomeOf(request)).toEqual(switchOff('signals'));
    expect(outcomeOf({ ...request, configuration: { ...everythingOff, features: features({ signals }) } })).toBe(
      'permitted',
    );
  });
});

describe('a call that a caller may make', () => {
  const target = { features: ['signals'], access: 'control', admission: 'admitted', generation: 'v2' } as const;
  const allOn = configuration();

  it.each([
    ['by the host', true, { caller: { kind: 'loopback' }, target, configuration: allOn }],
    ['by a device', true, { caller: free, target, configuration: allOn }],
    ['by a device that reads only', false, { caller: refused.caller, target, configuration: allOn }],
    ['of a feature that is off', false, { caller: free, target, configuration: everythingOff }],
    ['of no operation', false, { caller: { ...free, limit: [] }, target, configuration: allOn }],
    [
      'of an operation that it is limited to',
      true,
      {
        caller: { ...free, limit: [{ ...doorLock, with: {} }] },
        target: { ...target, called: () => redLight },
        configuration: allOn,
      },
    ],
  ] as const)('%s: %s', (_, expected, request) => {
    expect(mayCall(request)).toBe(expected);
  });
});

describe('why nothing of a feature may be read', () => {
  it.each([
    ['nothing prevents it', undefined, free, configuration()],
    ['the device is limited to other features', 'forbidden', limited, everythingOff],
    ['Read is switched off', 'feature_disabled', free, everythingOff],
  ] as const)('%s', (_, expected, caller, inForce) => {
    expect(readRefusal(caller, 'signals', inForce)?.code).toBe(expected);
  });
});
