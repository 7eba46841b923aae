// The code and the whole message of failures of the console's lists: operators, devices, and earlier settings.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { defaultConfiguration, maxListedDevices } from '../../../domain/access/configuration.js';
import { changedMeanwhile, roleRequired, studioNotFound, versionsUsedUp } from '../../../domain/console/failure.js';
import type { Operator } from '../../../domain/console/operator.js';
import { addOperator, changeOperator, findOperator, removeOperator } from '../../../domain/console/operators.js';
import { earlierValues, restored, type RecordedChange } from '../../../domain/console/restoration.js';
import { addDevice, changeDevice, maxDevices } from '../../../domain/devices/device.js';
import type { Failure } from '../../../domain/failure.js';
import { hashToken, panel } from '../fixtures.js';

const password = { method: 'scrypt', cost: 2, blockSize: 1, parallelization: 1, salt: 'eA==', hash: 'eA==' } as const;
const operator = (username: string, changes: Partial<Operator> = {}): Operator => ({
  ...{ username, role: 'viewer', studioRoles: {}, password, disabled: false },
  ...changes,
});
const admin = operator('admin', { role: 'admin' });
const ofProvider = operator('sso:vera', { password: null, identity: { issuer: 'https://sso', subject: 'vera' } });

type Row = readonly [what: string, result: E.Either<Failure, unknown>, code: Failure['code'], message: string];

const lastAdmin = 'at least one enabled operator with a password must keep the role admin in all studios';

describe('the list of operators', () => {
  const full = [admin, ...Array.from({ length: 999 }, (_, at) => operator(`vera-${String(at)}`))];
  it.each<Row>([
    ['a name twice', addOperator(operator('ADMIN'))([admin]), 'conflict', 'an operator named "ADMIN" already exists'],
    ['one too many', addOperator(operator('vera'))(full), 'conflict', 'the limit of 1000 operators is reached'],
    ['an unknown one', findOperator([admin], 'Admin'), 'not_found', 'there is no operator "Admin"'],
    ['the last admin', removeOperator('admin')([admin, ofProvider]), 'conflict', lastAdmin],
    ['the last admin disabled', changeOperator('admin', { disabled: true })([admin]), 'conflict', lastAdmin],
    [
      'a password for one of a provider',
      changeOperator('sso:vera', { password })([admin, ofProvider]),
      'conflict',
      '"sso:vera" signs in at an identity provider and has no password here',
    ],
  ])('refuses %s', (_what, result, code, message) => {
    expect(result).toEqual(E.left({ code, message }));
  });
});

describe('the list of devices', () => {
  const settings = { ...panel, name: 'Desk' };
  const token = { tokenHash: hashToken('other'), issuedAt: '2026-01-31T12:00:00.000Z' };
  const full = Array.from({ length: maxDevices }, () => panel);
  it.each<Row>([
    [
      'one too many',
      addDevice(settings, 'desk', token)(full),
      'conflict',
      "the studio has 2000 devices, and can't have more; remove one that isn't needed",
    ],
    [
      'a name twice',
      addDevice({ ...settings, name: 'PANEL' }, 'desk', token)([panel]),
      'conflict',
      'a device named "PANEL" is already on the list',
    ],
    ['an unknown one', changeDevice('PANEL', {})([panel]), 'not_found', 'no device has the id "PANEL"'],
  ])('refuses %s', (_what, result, code, message) => {
    expect(result).toEqual(E.left({ code, message }));
  });
});

describe('earlier settings', () => {
  const change = (fields?: RecordedChange['fields'], id = 1): RecordedChange => ({ id, action: 'access.set', fields });
  const own = change([{ subject: 'access.apiEnabled', device: null, before: true, after: false, redacted: false }]);
  const listed = Array.from({ length: maxListedDevices }, (_, at) => ({ address: `10.0.0.${String(at)}`, label: 'a' }));
  const { access, ...rest } = defaultConfiguration('studio-1');
  const back = new Map([['access.listedDevices.x', { place: 0, address: '10.1.0.1', label: 'b', expiresAt: null }]]);
  it.each<Row>([
    [
      'of a change without recorded fields',
      earlierValues([change()], 'change'),
      'conflict',
      'the change was recorded without the values before it, so it cannot be undone',
    ],
    [
      'of a change of tokens alone',
      earlierValues([change([])], 'change'),
      'conflict',
      'the change concerns no settings that can be restored: tokens, and devices that were added, revoked or removed, cannot',
    ],
    [
      'of a section that has changed since, nobody knows how',
      earlierValues([own, change(undefined, 2)], 'section'),
      'conflict',
      'a later change was recorded without its values, so the whole section cannot be restored; restore single changes',
    ],
    [
      'for which the list of addresses has no place',
      restored({ ...rest, access: { ...access, listedDevices: listed } }, back),
      'conflict',
      'the list of addresses would have more than 2000 entries; remove some that are not needed',
    ],
  ])('%s are refused', (_what, result, code, message) => {
    expect(result).toEqual(E.left({ code, message }));
  });
});

it('other failures of the console', () => {
  expect([changedMeanwhile, versionsUsedUp, roleRequired('admin', 'in this studio'), studioNotFound('a')]).toEqual([
    {
      code: 'changed_meanwhile',
      message: 'these settings have been changed in the meantime: reload them and try again',
    },
    { code: 'conflict', message: 'all versions of this studio are used up: remove the studio and add it again' },
    { code: 'forbidden', message: 'this requires the role admin in this studio' },
    { code: 'not_found', message: 'there is no studio "a"' },
  ]);
});
