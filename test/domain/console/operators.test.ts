// Operators: roles, usernames and the list of operators.
import { describe, expect, it } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import { changedMeanwhile, roleRequired } from '../../../domain/console/failure.js';
import { isRoleSufficient, Username, type Operator, type Role } from '../../../domain/console/operator.js';
import { addOperator, changeOperator, findOperator, removeOperator } from '../../../domain/console/operators.js';
import { rightOf } from '../fixtures.js';

const password = { method: 'scrypt', cost: 2, blockSize: 1, parallelization: 1, salt: 'eA==', hash: 'eA==' } as const;
const operator = (username: string, role: Role): Operator => ({ username, role, password });
const [admin, vera] = [operator('admin', 'admin'), operator('vera', 'viewer')];

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
    expect(roleRequired('admin')).toEqual({ code: 'forbidden', message: 'this requires the role admin' });
    expect(changedMeanwhile.code).toBe('changed_meanwhile');
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
});
