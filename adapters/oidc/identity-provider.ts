// An identity provider that is used by OpenID Connect: authorization code with PKCE, state and nonce.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import * as oidc from 'openid-client';
import type { Clock } from '../../application/ports/clock.js';
import type { IdentityProvider, ProviderFailure } from '../../application/ports/identity-provider.js';
import type { Log } from '../../application/ports/log.js';
import { looseText } from '../../domain/codec/codec.js';
import { identityOf, type Claims } from './claims.js';
import { classifiedError } from './failures.js';
import type { CustomFetch } from 'openid-client';

/** The longest answer that is read, in octets. Metadata, keys and claims take some thousand. */
const maxAnswerBytes = 1_048_576;

/** Ends with an error after `maxAnswerBytes`. */
const limit = (): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> => {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.length;
      if (bytes > maxAnswerBytes) controller.error(new Error('the answer is too long'));
      else controller.enqueue(chunk);
    },
  });
};

/** Fetches like `fetch`. Reading an answer that is too long fails, and closes its connection. */
const boundedFetch: CustomFetch = async (url, { body, ...options }) => {
  const response = await fetch(url, { ...options, body: body ?? null });
  return response.body === null ? response : new Response(response.body.pipeThrough(limit()), response);
};

/** The settings of a provider. */
export interface OidcSettings {
  /** How the page names it. */
  readonly name: string;
  readonly issuer: URL;
  readonly clientId: string;
  /** Undefined for a public client, which authenticates by PKCE alone. */
  readonly clientSecret: string | undefined;
  /** Where the provider sends the browser back to. */
  readonly redirectUrl: string;
  /** Scopes, separated by spaces. */
  readonly scope: string;
  /** The claim that roles are derived from, such as `groups`. */
  readonly roleClaim: string;
}

/** What the adapter uses of the process. */
export interface OidcDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** Time limit of a request to the provider, in seconds. */
const timeoutSeconds = 10;

/** How long the provider's metadata is used again, milliseconds: visitors can't make the console ask it for every click. */
const metadataMs = 60_000;

/** What the browser keeps while it is at the provider. */
const Pending = t.type({ state: looseText(1, 256), nonce: looseText(1, 256), verifier: looseText(43, 128) });
type Pending = t.TypeOf<typeof Pending>;

const encoded = (pending: Pending): string => Buffer.from(JSON.stringify(pending)).toString('base64url');

const decoded = (text: string): Pending | undefined => {
  try {
    const read = Pending.decode(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return E.isRight(read) ? read.right : undefined;
  } catch {
    return undefined;
  }
};

const isHttps = ({ protocol }: URL): boolean => protocol === 'https:';

/** Permits http, which settings allow for an issuer on loopback only. */
const transportOf = (issuer: URL): ((config: oidc.Configuration) => void)[] =>
  isHttps(issuer) ? [] : [oidc.allowInsecureRequests];

/** HTTP Basic is the method of every provider that doesn't list others only. */
const authenticationOf = (server: oidc.ServerMetadata, secret: string | undefined): oidc.ClientAuth => {
  if (secret === undefined) return oidc.None();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
};

/** Returns a configuration without cached keys, so that keys which the provider has replaced are never used. */
const configurationOf = (server: oidc.ServerMetadata, settings: OidcSettings): oidc.Configuration => {
  const { clientId, clientSecret, issuer } = settings;
  const config = new oidc.Configuration(server, clientId, {}, authenticationOf(server, clientSecret));
  config.timeout = timeoutSeconds;
  config[oidc.customFetch] = boundedFetch;
  for (const permit of transportOf(issuer)) permit(config);
  oidc.enableNonRepudiationChecks(config);
  return config;
};

/** Returns a function that reads the provider's metadata, at most once in `metadataMs`, and again after a failure. */
const metadataReader = ({ issuer, clientId }: OidcSettings, { clock }: OidcDeps) => {
  let last: { readonly until: number; readonly read: Promise<oidc.ServerMetadata> } | undefined;

  const read = async (): Promise<oidc.ServerMetadata> => {
    const options = { execute: transportOf(issuer), timeout: timeoutSeconds, [oidc.customFetch]: boundedFetch };
    const config = await oidc.discovery(issuer, clientId, undefined, oidc.None(), options);
    return config.serverMetadata();
  };

  return (): Promise<oidc.ServerMetadata> => {
    if (last !== undefined && last.until > clock.now()) return last.read;
    const started = read();
    last = { until: clock.now() + metadataMs, read: started };
    started.catch(() => (last = undefined));
    return started;
  };
};

const authorizationUrl = async (
  config: oidc.Configuration,
  { redirectUrl, scope }: OidcSettings,
  { state, nonce, verifier }: Pending,
): Promise<string> => {
  const code_challenge = await oidc.calculatePKCECodeChallenge(verifier);
  const pkce = { code_challenge, code_challenge_method: 'S256' };
  return oidc.buildAuthorizationUrl(config, { redirect_uri: redirectUrl, scope, state, nonce, ...pkce }).href;
};

/** Exchanges the code, checks the ID token, and completes its claims by those of the user info endpoint, if there is one. */
const claimsOf = async (config: oidc.Configuration, callback: URL, pending: Pending): Promise<Claims> => {
  const tokens = await oidc.authorizationCodeGrant(config, callback, {
    expectedState: pending.state,
    expectedNonce: pending.nonce,
    pkceCodeVerifier: pending.verifier,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('expected an ID token');
  if (config.serverMetadata().userinfo_endpoint === undefined) return claims;
  return { ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
};

/** How long a failure with the same code is not logged again, milliseconds. */
const reportEveryMs = 60_000;

/** The most codes that are logged within that time. Visitors can make up codes, and bring them to the callback. */
const maxCodes = 32;

/** Returns a function that logs failures, so that visitors can't fill the log. */
const failureReporter = ({ clock, log }: OidcDeps) => {
  const reportedAt = new Map<string, number>();

  const forgetOld = (now: number): void => {
    for (const [code, time] of reportedAt) if (now - time >= reportEveryMs) reportedAt.delete(code);
  };

  return (code: string, fields: Readonly<Record<string, string>>): void => {
    const now = clock.now();
    forgetOld(now);
    if (reportedAt.has(code) || reportedAt.size >= maxCodes) return;
    reportedAt.set(code, now);
    log.warn('a sign-in at the identity provider failed', fields);
  };
};

/** Creates the provider. Its metadata is read when somebody signs in, so it may be away when the console starts. */
export const oidcProvider = (settings: OidcSettings, deps: OidcDeps): IdentityProvider => {
  const report = failureReporter(deps);
  const readMetadata = metadataReader(settings, deps);
  const configuration = async () => configurationOf(await readMetadata(), settings);

  const attempt = async <A>(step: string, task: () => Promise<A>): Promise<E.Either<ProviderFailure, A>> => {
    try {
      return E.right(await task());
    } catch (error) {
      const { failure, code } = classifiedError(error);
      report(code, { step, failure, code });
      return E.left(failure);
    }
  };

  return {
    name: settings.name,
    begin: () =>
      attempt('begin', async () => {
        const verifier = oidc.randomPKCECodeVerifier();
        const pending = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier };
        return { url: await authorizationUrl(await configuration(), settings, pending), pending: encoded(pending) };
      }),
    end: async (pendingText, rawQuery) => {
      const pending = decoded(pendingText);
      const callback = new URL(`${settings.redirectUrl}?${rawQuery}`);
      const state = callback.searchParams.get('state');
      if (pending?.state !== state) return E.left('expired');
      return attempt('end', async () =>
        identityOf(await claimsOf(await configuration(), callback, pending), settings.roleClaim),
      );
    },
  };
};
