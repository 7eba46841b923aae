// The settings of signing in at an identity provider, as the command line reads them.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../infra/settings/settings.js';

const read = (environment: NodeJS.ProcessEnv) =>
  E.map(({ settings }: { settings: object }) => settings)(readSettings(['console'], environment));

describe('OIDC_SCOPE', () => {
  it.each(['profile', 'openidx', 'profile,openid'])('is refused without openid: %s', (scope) => {
    expect(read({ OIDC_SCOPE: scope })).toEqual(
      E.left(`OIDC_SCOPE: expected scopes with openid among them, separated by spaces, got "${scope}"`),
    );
  });

  it('has openid among others, in any place', () => {
    expect(read({ OIDC_SCOPE: ' email openid ' })).toMatchObject(E.right({ OIDC_SCOPE: 'email openid' }));
  });
});

describe('OIDC_ROLES', () => {
  it('may have a space after the equals sign', () => {
    expect(read({ OIDC_ROLES: 'admin= staff' })).toMatchObject(
      E.right({ OIDC_ROLES: [{ role: 'admin', studioId: null, value: 'staff' }] }),
    );
  });
});
