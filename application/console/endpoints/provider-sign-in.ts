// The endpoints of signing in at an identity provider, which browsers open: the way there, and the way back.
import * as E from 'fp-ts/lib/Either.js';
import type { ProviderSignInFailure, ProviderSignIns } from '../sign-in/provider-sign-in.js';
import { endpoint } from './endpoint.js';

/** The way to the provider, below the console's public address. */
export const providerPath = '/sign-in/oidc';

/** Where the provider sends browsers back to, below the console's public address. */
export const callbackPath = `${providerPath}/callback`;

/** The services of the endpoints. */
export interface ProviderPorts {
  readonly providerSignIns: ProviderSignIns;
}

/** The sign-in page explains the failure. It leaves no code behind in the address. */
const failedPage = (failure: ProviderSignInFailure): string => `/?sign-in-failed=${failure}`;

// What every entry has: a page of the console or of the provider follows, never what a request names.
const browser = { intent: 'read', requires: { scope: 'anybody' }, responds: 'redirect', outside: true } as const;

export const beginAtProvider = endpoint({
  ...browser,
  name: 'provider.begin',
  summary: 'Continue at the identity provider',
  path: providerPath,
  run: async ({ providerSignIns }: ProviderPorts, _params, { client }) => {
    const begun = await providerSignIns.begin(client.from);
    return E.right({
      value: E.isLeft(begun) ? { to: failedPage(begun.left) } : { to: begun.right.url, pending: begun.right.pending },
    });
  },
});

export const endAtProvider = endpoint({
  ...browser,
  name: 'provider.end',
  summary: 'Come back from the identity provider; the response sets the session cookie',
  path: callbackPath,
  run: async ({ providerSignIns }: ProviderPorts, _params, { pending, rawQuery, client }) => {
    const session = await providerSignIns.end({ pending, rawQuery }, client);
    return E.right(
      E.isLeft(session)
        ? { value: { to: failedPage(session.left), pending: null } }
        : { value: { to: '/', pending: null }, session: session.right },
    );
  },
});

export const providerEndpoints = [beginAtProvider, endAtProvider];
