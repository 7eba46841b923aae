// Why a sign-in at the provider failed.
import { expect, it } from 'vitest';
import { ProviderFailureNotice } from '../../../../../adapters/web/console/session/provider-sign-in.js';
import { address, show, text } from '../../page-bench.js';

it.each(['', '?sign-in-failed=toString', '?search=a'])('no failure is claimed at the address %j', (search) => {
  show(<ProviderFailureNotice />, { address: `/studios${search}` });
  expect([address(), text()]).toEqual([`/studios${search}`, '']);
});
