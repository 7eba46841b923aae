// Accounts of identity providers in the list of operators.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { signInMethodOf, type Operator } from '../../../domain/console/operator.js';
import {
  changeOperator,
  endsSessions,
  operatorOfIdentity,
  providerUsername,
  removeOperator,
} from '../../../domain/console/operators.js';

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
