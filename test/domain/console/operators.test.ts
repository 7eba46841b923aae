// Operators: roles, usernames and the list of operators.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { browserName } from '../../../domain/console/browser-name.js';
import { changedMeanwhile, roleRequired } from '../../../domain/console/failure.js';
import { Invitation, invitationMs } from '../../../domain/console/invitation.js';
import {
  type Operator,
  type Role,
  StudioRoles,
  Username,
  isRoleSufficient,
  mustChoosePassword,
  operatorOverview,
  roleInStudio,
  signInMethodOf,
} from '../../../domain/console/operator.js';
import {
  addOperator,
  changeOperator,
  endsSessions,
  findOperator,
  invitedOperator,
  operatorOfIdentity,
  providerUsername,
  removeOperator,
} from '../../../domain/console/operators.js';
import {
  type Requirement,
  inAllStudios,
  inStudio,
  maySee,
  permit,
  signedIn,
} from '../../../domain/console/requirement.js';
import { rightOf } from '../fixtures.js';

const password = { method: 'scrypt', cost: 2, blockSize: 1, parallelization: 1, salt: 'eA==', hash: 'eA==' } as const;
const operator = (username: string, role: Role | null, studioRoles: StudioRoles = {}): Operator => ({
  username,
  role,
  studioRoles,
  password,
  disabled: false,
});
const [admin, vera] = [operator('admin', 'admin'), operator('vera', 'viewer')];

describe('operators of an identity provider', () => {
  const fromProvider = (name: string, role: Role | null): Operator => ({
    ...operator(name, role),
    password: null,
    identity: { issuer: 'https://sso.example.org', subject: name },
  });
  const waiting = Array.from({ length: 100 }, (_, count) => fromProvider(`sso:${String(count)}`, null));
  const added = (one: Operator) => E.isRight(addOperator(one)([admin, ...waiting]));

  it('who have no role are at most 100, and take no place of others', () => {
    expect(addOperator(fromProvider('sso:x', null))([admin, ...waiting])).toEqual(
      E.left({
        code: 'conflict',
        message: 'the limit of 100 operators of an identity provider without a role is reached',
      }),
    );
    expect(E.isRight(addOperator(fromProvider('sso:x', null))([admin, ...waiting.slice(1)]))).toBe(true);
    expect(added(fromProvider('sso:x', 'viewer'))).toBe(true);
    expect(added({ ...fromProvider('sso:x', null), studioRoles: { 'studio-1': 'viewer' } })).toBe(true);
    expect(added(operator('local', null))).toBe(true);
    const withRoles = waiting.map((one) => ({ ...one, studioRoles: { 'studio-1': 'viewer' as const } }));
    expect(E.isRight(addOperator(fromProvider('sso:x', null))([admin, ...withRoles]))).toBe(true);
  });
});

describe('roles', () => {
  it('include all lower roles', () => {
    const all = ['viewer', 'operator', 'admin'] as const;
    expect(all.map((role) => all.map((needed) => isRoleSufficient(role, needed)))).toEqual([
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ]);
  });

  it('that are required are named in the failure', () => {
    expect(roleRequired('admin', 'in all studios')).toEqual({
      code: 'forbidden',
      message: 'this requires the role admin in all studios',
    });
    expect(changedMeanwhile.code).toBe('changed_meanwhile');
  });

  it('in a studio are the higher of that in all studios and that in this one', () => {
    const roles: readonly (Role | null)[] = [null, 'viewer', 'operator', 'admin'];
    const inOne = (one: Role | null): StudioRoles => (one === null ? {} : { 'studio-1': one });
    const table = roles.map((all) => roles.map((one) => roleInStudio(operator('x', all, inOne(one)), 'studio-1')));
    expect(table).toEqual([
      [null, 'viewer', 'operator', 'admin'],
      ['viewer', 'viewer', 'operator', 'admin'],
      ['operator', 'operator', 'operator', 'admin'],
      ['admin', 'admin', 'admin', 'admin'],
    ]);
    for (const id of ['studio-2', 'constructor', '__proto__', 'toString'])
      expect(roleInStudio(operator('x', null, inOne('admin')), id)).toBeNull();
  });

  it('are found without a look at those in other studios', () => {
    const studioRoles = new Proxy<Operator['studioRoles']>(
      { 'studio-1': 'viewer' },
      {
        ownKeys: () => {
          throw new Error('all roles were read');
        },
      },
    );
    expect(roleInStudio({ ...operator('x', null), studioRoles }, 'studio-1')).toBe('viewer');
  });

  it('are read from JSON with valid ids of studios only', () => {
    expect(StudioRoles.is({ 'studio-1': 'viewer' })).toBe(true);
    for (const value of [{ 'studio-1': 'owner' }, { '': 'viewer' }, { 'a b': 'viewer' }, null])
      expect(StudioRoles.is(value)).toBe(false);
    expect(operatorOverview(operator('vera', 'viewer'))).toEqual({
      username: 'vera',
      role: 'viewer',
      studioRoles: {},
    });
  });
});

describe('a requirement', () => {
  const [everywhere, here, nowhere] = [
    operator('a', 'operator'),
    operator('b', null, { s: 'operator' }),
    operator('c', null),
  ];
  const codes = (requirement: Requirement, studioId: string | undefined) =>
    [everywhere, here, nowhere].map((one) => {
      const permitted = permit(requirement, one, studioId);
      return E.isLeft(permitted) ? permitted.left.code : 'permitted';
    });

  it('in a studio needs the role there; a studio without a role does not exist', () => {
    expect(codes(inStudio('viewer'), 's')).toEqual(['permitted', 'permitted', 'not_found']);
    expect(codes(inStudio('operator'), 's')).toEqual(['permitted', 'permitted', 'not_found']);
    expect(codes(inStudio('admin'), 's')).toEqual(['forbidden', 'forbidden', 'not_found']);
    expect(codes(inStudio('viewer'), 'other')).toEqual(['permitted', 'not_found', 'not_found']);
    expect([everywhere, here, nowhere].map((one) => maySee(one, 's'))).toEqual([true, true, false]);
  });

  it('in all studios is not met by a role in one', () => {
    expect(codes(inAllStudios('operator'), undefined)).toEqual(['permitted', 'forbidden', 'forbidden']);
    expect(codes(inAllStudios('operator'), 's')).toEqual(['permitted', 'forbidden', 'not_found']);
    expect(codes(inAllStudios('admin'), undefined)).toEqual(['forbidden', 'forbidden', 'forbidden']);
  });

  it('without a studio in the path is never met by a role in one', () => {
    expect(codes(inStudio('viewer'), undefined)).toEqual(['permitted', 'forbidden', 'forbidden']);
  });

  it('to be signed in is met by every operator', () => {
    expect(codes(signedIn, undefined)).toEqual(['permitted', 'permitted', 'permitted']);
  });
});

describe('usernames', () => {
  it.each(['admin', 'a', 'vera@studio.example', 'A-1_b.c', 'x'.repeat(64)])('are valid: %s', (name) => {
    expect(Username.is(name)).toBe(true);
  });
  it.each(['', 'a:b', ' a', 'a b', '-a', 'ü', 'x'.repeat(65), 7])('are invalid: %s', (name) => {
    expect(Username.is(name)).toBe(false);
  });
});

describe('the list', () => {
  it('has every name once, ignoring case', () => {
    expect(rightOf(addOperator(vera)([admin]))).toEqual([admin, vera]);
    expect(addOperator({ ...vera, username: 'ADMIN' })([admin])).toMatchObject({ left: { code: 'conflict' } });
  });

  it('has a maximum size', () => {
    const full = Array.from({ length: 1_000 }, (_, index) => operator(`o${String(index)}`, 'viewer'));
    expect(E.isRight(addOperator(vera)(full.slice(1)))).toBe(true);
    expect(addOperator(vera)(full)).toMatchObject({ left: { code: 'conflict' } });
  });

  it('changes and removes existing operators', () => {
    expect(rightOf(changeOperator('vera', { role: 'operator' })([admin, vera]))).toEqual([
      admin,
      operator('vera', 'operator'),
    ]);
    expect(rightOf(removeOperator('vera')([admin, vera]))).toEqual([admin]);
    expect(rightOf(findOperator([admin, vera], 'vera'))).toBe(vera);
    for (const change of [changeOperator('nobody', {}), removeOperator('nobody')])
      expect(change([admin])).toMatchObject({ left: { code: 'not_found' } });
  });

  it('always keeps an admin', () => {
    for (const change of [changeOperator('admin', { role: 'operator' }), removeOperator('admin')])
      expect(change([admin, vera])).toMatchObject({ left: { code: 'conflict' } });
  });

  it('always keeps an admin who is enabled and has the role in all studios', () => {
    const [disabled, ofOne] = [{ ...operator('ada', 'admin'), disabled: true }, operator('bo', null, { s: 'admin' })];
    for (const change of [changeOperator('admin', { disabled: true }), removeOperator('admin')])
      expect(change([admin, disabled, ofOne])).toMatchObject({ left: { code: 'conflict' } });
    expect(E.isRight(removeOperator('admin')([admin, operator('ada', 'admin')]))).toBe(true);
  });

  it('ends sessions with another password, and while an account is disabled', () => {
    expect(endsSessions(vera, { ...vera, role: 'admin' })).toBe(false);
    expect(endsSessions(vera, { ...vera, disabled: true })).toBe(true);
    expect(endsSessions(vera, { ...vera, password: { ...password } })).toBe(false);
    expect(endsSessions(vera, { ...vera, password: { ...password, hash: 'eQ==' } })).toBe(true);
    expect(endsSessions(vera, { ...vera, password: null })).toBe(true);
    expect(endsSessions(undefined, vera)).toBe(true);
  });
});

describe('a browser in words', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1',
      'Safari on iPhone',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webkit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/131.0.0.0 Safari/537.36 OPR/114.0.0.0`,
      'Opera on ChromeOS',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 FxiOS/132.0 Mobile/15E148 Safari/605.1.15',
      'Firefox on iPad',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 EdgiOS/131.0 Mobile/15E148 Safari/605.1',
      'Edge on iPhone',
    ],
    ['curl/8.5.0', 'curl'],
    ['<script>alert(1)</script>', 'Unknown program'],
    [undefined, 'Unknown program'],
  ])('%s', (userAgent, words) => {
    expect(browserName(userAgent)).toBe(words);
  });
});

describe('accounts of identity providers in the list of operators', () => {
  const password = { method: 'scrypt', cost: 2, blockSize: 1, parallelization: 1, salt: 's', hash: 'h' } as const;
  const local: Operator = { username: 'admin', role: 'admin', studioRoles: {}, disabled: false, password };
  const identity = { issuer: 'https://sso.example', subject: 'one' };
  const ada: Operator = { ...local, username: 'sso:ada', password: null, identity };

  describe('an account of an identity provider', () => {
    it('is found by issuer and subject, both', () => {
      expect(operatorOfIdentity([local, ada], identity)).toBe(ada);
      expect(operatorOfIdentity([local, ada], { ...identity, subject: 'two' })).toBeUndefined();
      expect(operatorOfIdentity([local, ada], { ...identity, issuer: 'https://other.example' })).toBeUndefined();
      expect([local, ada].map(signInMethodOf)).toEqual(['password', 'provider']);
    });

    it('gets a free name, which no local account can have', () => {
      expect(providerUsername([], 'ada@example.org')).toBe('sso:ada@example.org');
      expect(providerUsername([], 'Ada Lovelace:\u202e')).toBe('sso:Ada-Lovelace--');
      expect(providerUsername([local, ada], 'ADA')).toBe('sso:ADA-2');
      expect(providerUsername([ada, { ...ada, username: 'sso:ada-2' }], 'ada')).toBe('sso:ada-3');
      expect(providerUsername([], 'x'.repeat(200))).toHaveLength(60);
    });

    it('gets no password, and does not count as the last admin', () => {
      expect(E.isLeft(changeOperator('sso:ada', { password })([local, ada]))).toBe(true);
      expect(E.isRight(changeOperator('sso:ada', { role: null })([local, ada]))).toBe(true);
      expect(E.isLeft(removeOperator('admin')([local, ada]))).toBe(true);
    });
  });

  describe('sessions', () => {
    it('end with another second factor, and not when a code is used', () => {
      const secondFactor = { sealedSecret: 'one', lastStep: 1, recoveryHashes: [] };
      const protectedBy = (sealedSecret: string, lastStep = 1) => ({
        ...local,
        secondFactor: { ...secondFactor, sealedSecret, lastStep },
      });
      expect(endsSessions(local, protectedBy('one'))).toBe(true);
      expect(endsSessions(protectedBy('one'), protectedBy('two'))).toBe(true);
      expect(endsSessions(protectedBy('one'), local)).toBe(true);
      expect(endsSessions(protectedBy('one'), protectedBy('one', 2))).toBe(false);
    });
  });
});

it('@SIGN-IN-13: an invitation names its operator until it ends, and an invited admin does not remain the only one', () => {
  const invitation = { tokenHash: 'one', expiresAt: 5 };
  expect([Invitation.is(invitation), invitationMs]).toEqual([true, 3 * 86_400_000]);
  const invited = { ...operator('otto', 'admin'), invitation };
  const operators = [operator('ann', 'admin'), invited];
  expect(invitedOperator(operators, 'one', 4)).toBe(invited);
  expect([invitedOperator(operators, 'one', 5), invitedOperator(operators, 'two', 4)]).toEqual([undefined, undefined]);
  const ahead = { ...invited, invitation: { ...invitation, expiresAt: 5 + invitationMs } };
  expect([invitedOperator([ahead], 'one', 4), invitedOperator([ahead], 'one', 5)]).toEqual([undefined, ahead]);
  expect(invitedOperator([{ ...invited, disabled: true }], 'one', 4)).toBeUndefined();
  const disabled = rightOf(changeOperator('otto', { disabled: true })(operators));
  expect(invitedOperator(rightOf(changeOperator('otto', { disabled: false })(disabled)), 'one', 4)).toBeUndefined();
  expect(removeOperator('ann')(operators)).toMatchObject(E.left({ code: 'conflict' }));
});

it.each([
  [{ mustChangePassword: true }, true],
  [{ mustChangePassword: false }, false],
  [{}, false],
  [{ mustChangePassword: true, password: null }, false],
])('@SIGN-IN-12: whether a password has to be chosen: %j', (change, expected) => {
  expect(mustChoosePassword({ ...operator('otto', 'viewer'), ...change })).toBe(expected);
});
