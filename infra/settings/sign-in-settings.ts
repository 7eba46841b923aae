// The settings of signing in to the console: an identity provider, and second factors.
import { fromText, optional, someText } from '../../application/api/parameters.js';
import { SecondFactorPolicy } from '../../domain/console/second-factor-policy.js';
import { parseRoleRules } from '../../domain/console/provider-roles.js';
import { isLoopbackHost } from '../machine/startup-errors.js';

/** Only the host's own programs can read what is sent to loopback. */
const isSafe = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));

const isBare = ({ search, hash, username, password }: URL): boolean => `${search}${hash}${username}${password}` === '';

const safeUrl = (text: string): URL | undefined => {
  const url = URL.parse(text);
  return url !== null && isSafe(url) && isBare(url) ? url : undefined;
};

const Issuer = fromText('an https address, or an http address on loopback', safeUrl);

const Origin = fromText('an https address without a path, or an http address on loopback', (text) => {
  const url = safeUrl(text);
  return url?.pathname === '/' ? url.origin : undefined;
});

const RoleRules = fromText('rules such as admin=staff;operator@studio-1=crew', parseRoleRules);

const Policy = fromText(SecondFactorPolicy.name, (text) => (SecondFactorPolicy.is(text) ? text : undefined));

const minKeyLength = 32;

const Key = fromText(`a text of at least ${String(minKeyLength)} characters`, (text) =>
  text.length >= minKeyLength ? text : undefined,
);

/** Without the scope `openid`, a provider sends no ID token, and every sign-in would fail. */
const Scope = fromText('scopes with openid among them, separated by spaces', (text) =>
  text.split(/\s+/).includes('openid') ? text.trim() : undefined,
);

/** The settings and the values they accept. */
export const signInSettingCodecs = {
  CONSOLE_PUBLIC_URL: optional(Origin),
  OIDC_ISSUER: optional(Issuer),
  OIDC_CLIENT_ID: optional(someText),
  OIDC_CLIENT_SECRET: optional(someText),
  OIDC_CLIENT_SECRET_FILE: optional(someText),
  OIDC_NAME: optional(someText),
  OIDC_SCOPE: optional(Scope),
  OIDC_ROLE_CLAIM: optional(someText),
  OIDC_ROLES: optional(RoleRules),
  REQUIRE_SECOND_FACTOR: optional(Policy),
  SECOND_FACTOR_KEY: optional(Key),
  SECOND_FACTOR_KEY_FILE: optional(someText),
} as const;
