// Why a sign-in at the provider failed.
import { expect, it } from 'vitest';
import { ProviderFailureNotice } from '../../../../../adapters/web/console/session/provider-sign-in.js';
import { address, alerts, show, text } from '../../page-bench.js';

it('a failure is explained until the page is loaded again, as its address no longer has the reason', () => {
  show(<ProviderFailureNotice />, { address: '/studios?sign-in-failed=no_role' });
  expect([address(), alerts()]).toEqual(['/studios', [expect.stringContaining('no role in this console')]]);
});

it.each(['', '?sign-in-failed=toString', '?search=a'])('no failure is claimed at the address %j', (search) => {
  show(<ProviderFailureNotice />, { address: `/studios${search}` });
  expect([address(), text()]).toEqual([`/studios${search}`, '']);
});
