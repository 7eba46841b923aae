// The secrets that the console generates.
import { expect, it } from 'vitest';
import { SystemConsoleSecrets } from '../../../adapters/node/console-secrets.js';

it('generated keys, tokens and passwords have their documented formats', () => {
  const secrets = new SystemConsoleSecrets();
  expect(secrets.studioKey()).toMatch(/^studio_[0-9a-z]{40}$/);
  expect(secrets.sessionKey()).toMatch(/^[\w-]{43}$/);
  expect(secrets.password()).toMatch(/^[\w-]{16}$/);
  expect(secrets.token()).toMatch(/^svc_[0-9a-z]{32}$/);
});
