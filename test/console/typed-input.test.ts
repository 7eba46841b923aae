// What is typed into forms of the console's page: how it changes, and what stays of it.
import { describe, expect, it } from 'vitest';
import { pageModule } from './page-hooks.js';

/** What a test uses of the modules, which are compiled with the page. */
interface Roles {
  readonly withGrant: (grants: readonly object[], place: number, grant: object) => readonly object[];
  readonly withoutGrant: (grants: readonly object[], place: number) => readonly object[];
}
interface Credentials {
  readonly restarted: (credentials: object) => object;
  readonly checkEntered: (credentials: object) => object;
}

describe('what is typed', () => {
  it('of roles in single studios changes or removes one, also of two alike', async () => {
    const { withGrant, withoutGrant } = await pageModule<Roles>('operators/roles.js');
    const [a, b, c] = ['a', 'b', 'c'].map((studioId) => ({ studioId, role: 'viewer' })) as [object, object, object];
    expect(withGrant([a, b], 1, c)).toEqual([a, c]);
    expect(withoutGrant([a, b, c], 1)).toEqual([a, c]);
  });

  it('of a sign-in is forgotten where it starts again, but for the username', async () => {
    const { restarted, checkEntered } = await pageModule<Credentials>('session/credentials.js');
    expect(restarted({ username: 'ann', password: 'p', code: '1' })).toEqual({ username: 'ann', password: '' });
    const missing = (credentials: object) => Object.keys(checkEntered(credentials));
    expect(missing({ username: '', password: '', code: '' })).toEqual(['username', 'password', 'code']);
    expect(missing({ username: 'ann', password: 'p' })).toEqual([]);
  });
});
