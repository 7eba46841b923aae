// What was entered to sign in.
import { expect, it } from 'vitest';
import { checkEntered, restarted } from '../../../../../adapters/web/console/session/credentials.js';

it('a sign-in that starts again keeps the username alone, and lacks what is empty', () => {
  expect(restarted({ username: 'ann', password: 'p', code: '1' })).toEqual({ username: 'ann', password: '' });
  const missing = (of: Parameters<typeof checkEntered>[0]) => Object.keys(checkEntered(of));
  expect(missing({ username: '', password: '', code: '' })).toEqual(['username', 'password', 'code']);
  expect(missing({ username: 'ann', password: 'p' })).toEqual([]);
});
