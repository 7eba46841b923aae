// Who has to have a second factor.
import { describe, expect, it } from 'vitest';
import type { Operator, Role } from '../../../domain/console/operator.js';
import { isSecondFactorRequired, mustEnrol } from '../../../domain/console/second-factor-policy.js';

const operator = (role: Role | null, more: Partial<Operator> = {}): Operator => ({
  username: 'ada',
  role,
  studioRoles: {},
  disabled: false,
  password: { method: 'scrypt', cost: 2, blockSize: 1, parallelization: 1, salt: 's', hash: 'h' },
  ...more,
});

describe('the policy', () => {
  it.each([
    ['off', operator('admin'), false],
    ['admins', operator('operator'), false],
    ['admins', operator(null), false],
    ['admins', operator('admin'), true],
    ['admins', operator('viewer', { studioRoles: { one: 'admin' } }), true],
    ['all', operator('viewer'), true],
    ['all', operator('admin', { password: null }), false],
  ] as const)('%s, case %#', (policy, one, required) => {
    expect(isSecondFactorRequired(policy, one)).toBe(required);
    expect(mustEnrol(policy, one)).toBe(required);
    const secondFactor = { sealedSecret: 'sealed', lastStep: 0, recoveryHashes: [] };
    expect(mustEnrol(policy, { ...one, secondFactor })).toBe(false);
  });
});
