// What is read of the claims about a person: the name, and the values that roles are derived from.
import { describe, expect, it } from 'vitest';
import { identityOf } from '../../../adapters/oidc/claims.js';

const who = { iss: 'https://sso.example', sub: 'subject-1' };

describe('the name of a person', () => {
  it.each([
    ['preferred_username before all others', { preferred_username: 'ada', email: 'a@b.example', name: 'Ada' }, 'ada'],
    ['email before name', { email: 'a@b.example', name: 'Ada' }, 'a@b.example'],
    ['name', { name: 'Ada' }, 'Ada'],
    ['the subject without any other', {}, 'subject-1'],
    ['the next if one is empty or no text', { preferred_username: '', email: 7, name: 'Ada' }, 'Ada'],
  ])('is %s', (_, claims, name) => {
    expect(identityOf({ ...who, ...claims }, 'groups')).toMatchObject({ issuer: who.iss, subject: who.sub, name });
  });
});

describe('the values of the role claim', () => {
  it.each([
    ['a list', { groups: ['a', 'b'] }, 'groups', ['a', 'b']],
    ['one text', { groups: 'a' }, 'groups', ['a']],
    ['only texts of a list', { groups: ['a', 7, '', null, ['b'], { c: 'd' }] }, 'groups', ['a']],
    ['none of another claim', { groups: ['a'] }, 'roles', []],
    ['a claim with a name like an address', { 'https://sso.example/roles': ['a'] }, 'https://sso.example/roles', ['a']],
  ])('are %s', (_, claims, claim, values) => {
    expect(identityOf({ ...who, ...claims }, claim).roleValues).toEqual(values);
  });
});
