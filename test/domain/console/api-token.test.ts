// API tokens: their form, their state, and the list of them.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { redactTokens } from '../../../domain/access/redaction.js';
import {
  addApiToken,
  apiTokenCaller,
  apiTokenState,
  findApiToken,
  generateApiToken,
  isApiTokenCaller,
  looksLikeApiToken,
  removeApiToken,
  revokeApiToken,
  type ApiToken,
} from '../../../domain/console/api-token.js';
import { Username } from '../../../domain/console/operator.js';
import { permit, byPerson, inAllStudios } from '../../../domain/console/requirement.js';

const token = (name: string, change: Partial<ApiToken> = {}): ApiToken => ({
  ...{ id: `id-${name}`, name, tokenHash: name, role: 'admin', studioRoles: {}, createdAt: 1, createdBy: 'admin' },
  ...{ expiresAt: null, revokedAt: null, lastUse: null },
  ...change,
});

it('a generated token has a form of its own, which redaction finds', () => {
  const generated = generateApiToken((choices) => choices - 1);
  expect(generated).toBe(`sca_${'9'.repeat(32)}`);
  expect([looksLikeApiToken(generated), looksLikeApiToken('svc_9')]).toEqual([true, false]);
  expect(redactTokens(`a ${generated} %73ca_${'9'.repeat(32)} b`)).toBe('a *** *** b');
});

it.each([
  ['active', {}, 5],
  ['active', { expiresAt: 6 }, 5],
  ['expired', { expiresAt: 5 }, 5],
  ['revoked', { revokedAt: 4 }, 5],
  ['revoked', { revokedAt: 4, expiresAt: 3 }, 5],
] as const)('a token is %s with %j', (state, change, now) => {
  expect(apiTokenState(token('one', change), now)).toBe(state);
});

it('names are unique in any case, and the number of tokens is limited', () => {
  const [one, two] = [token('one'), token('two')];
  expect(addApiToken(two)([one])).toEqual(E.right([one, two]));
  expect(addApiToken(token('ONE', { id: 'other' }))([token('one', { revokedAt: 1 })])).toMatchObject(
    E.left({ code: 'conflict' }),
  );
  const full = Array.from({ length: 200 }, (_, at) => token(String(at)));
  expect(addApiToken(one)(full.slice(1))).toMatchObject({ _tag: 'Right' });
  expect(addApiToken(one)(full)).toMatchObject(E.left({ code: 'conflict' }));
});

it('a token is revoked once, and only that one', () => {
  const tokens = [token('one'), token('two')];
  const revoked = revokeApiToken(tokens, 'id-one', 7);
  expect(revoked).toEqual([token('one', { revokedAt: 7 }), tokens[1]]);
  expect(revokeApiToken(revoked, 'id-one', 8)[0]).toBe(revoked[0]);
  expect(findApiToken(revoked, 'id-one')).toEqual(E.right(revoked[0]));
  expect(findApiToken(revoked, 'one')).toMatchObject(E.left({ code: 'not_found' }));
});

it('@API-TOKEN-7: a token is removed once it has ended', () => {
  const tokens = [token('one', { expiresAt: 5 }), token('two')];
  expect(removeApiToken(tokens, 'id-one', 4)).toMatchObject(E.left({ code: 'conflict' }));
  expect(removeApiToken(tokens, 'id-one', 5)).toEqual(E.right([tokens[1]]));
  expect(removeApiToken(tokens, 'one', 5)).toMatchObject(E.left({ code: 'not_found' }));
});

it('@API-TOKEN-2: a caller with a token is no operator, however it is named, and may not do what people only may', () => {
  const caller = apiTokenCaller(token('admin'));
  expect(caller).toEqual({ username: 'api-token:admin', role: 'admin', studioRoles: {} });
  expect([isApiTokenCaller(caller), Username.is(caller.username)]).toEqual([true, false]);
  expect(permit(inAllStudios('admin'), caller, undefined)).toEqual(E.right(undefined));
  expect(permit(byPerson(inAllStudios('admin')), caller, undefined)).toMatchObject(E.left({ code: 'forbidden' }));
  const person = { ...caller, username: 'admin' };
  expect(permit(byPerson(inAllStudios('admin')), person, undefined)).toEqual(E.right(undefined));
});
