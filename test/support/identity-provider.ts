// A real identity provider on loopback: oidc-provider with a page on which people choose who they are.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration, type JWK } from 'oidc-provider';

/** The console as the provider knows it. */
export const testClient = { id: 'console', secret: 'the-client-secret-that-nobody-guesses' } as const;

/** Claims of a person, beside the subject. */
export type PersonClaims = Readonly<Record<string, unknown>>;

/** A provider under test. */
export interface TestIdentityProvider {
  readonly issuer: string;
  /** The people by subject. */
  readonly people: Map<string, PersonClaims>;
  /** Begins to sign with another key, and publishes only this one. */
  readonly rotateKeys: () => void;
  /** Publishes keys other than the one that signs. */
  readonly publishWrongKeys: () => void;
  /** Stops listening, and closes all connections. */
  readonly stop: () => Promise<void>;
  /** Listens again at the same address. */
  readonly start: () => Promise<void>;
  /** Goes through the provider's pages like a browser; null declines. Returns the query of the callback. */
  readonly visit: (url: string, person: string | null) => Promise<string>;
  /** Paths of the requests that have arrived. */
  readonly requests: string[];
}

let keyCount = 0;

const newKey = (): JWK => {
  keyCount += 1;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: `key-${String(keyCount)}`, use: 'sig', alg: 'ES256' };
};

/** How the provider answers. */
export interface TestProviderOptions {
  readonly redirectUrl: string;
  /** Whether claims are in the ID token; else only at the user info endpoint. Default: true. */
  readonly claimsInIdToken?: boolean;
  /** Claims of everybody at the user info endpoint, in place of those of the person. Default: none. */
  readonly userInfo?: PersonClaims;
}

type Options = Required<TestProviderOptions> & Pick<TestIdentityProvider, 'people'>;

const configurationOf = ({ redirectUrl, claimsInIdToken, userInfo, people }: Options, key: JWK): Configuration => ({
  clients: [
    {
      client_id: testClient.id,
      client_secret: testClient.secret,
      redirect_uris: [redirectUrl],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [key] },
  claims: { openid: ['sub'], profile: ['preferred_username', 'name'], email: ['email'], groups: ['groups'] },
  scopes: ['openid', 'profile', 'email', 'groups'],
  conformIdTokenClaims: !claimsInIdToken,
  renderError: (context, { error }) => {
    context.body = `error: ${error}`;
  },
  cookies: { keys: ['a key for tests'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  findAccount: (_context, sub) => ({
    accountId: sub,
    claims: (use) => ({ sub, ...people.get(sub), ...(use === 'userinfo' && userInfo) }),
  }),
  loadExistingGrant: async ({ oidc }) => {
    const { client, session } = oidc;
    const grant = new oidc.provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' });
    grant.addOIDCScope('openid profile email groups');
    await grant.save();
    return grant;
  },
});

const page = (uid: string): string => `<!doctype html><html lang="en"><title>Provider</title><h1>Who are you?</h1>
  <form method="post" action="/interaction/${uid}"><label>Person <input name="person"></label>
  <button name="decision" value="sign-in">Continue</button> <button name="decision" value="decline">Decline</button></form>`;

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
};

const interact = async (provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method === 'GET') {
    const { uid } = await provider.interactionDetails(request, response);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(page(uid));
    return;
  }
  const body = await bodyOf(request);
  const isDeclined = body.get('decision') === 'decline';
  const result = isDeclined ? { error: 'access_denied' } : { login: { accountId: body.get('person') ?? '' } };
  await provider.interactionFinished(request, response, result);
};

/** Follows redirects with cookies, as a browser does. */
const visitor = (redirectUrl: string): TestIdentityProvider['visit'] => {
  const cookies = new Map<string, string>();
  const get = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (set.split(';', 1)[0] ?? '').split('=', 2);
      cookies.set(name, value);
    }
    return response;
  };
  return async (url, person) => {
    cookies.clear();
    let at = url;
    for (let step = 0; step < 10; step += 1) {
      const decision = person === null ? 'decline' : 'sign-in';
      const form = { method: 'POST', body: new URLSearchParams({ person: person ?? '', decision }) };
      const response = await get(at, new URL(at).pathname.startsWith('/interaction/') ? form : {});
      at = new URL(response.headers.get('location') ?? '', at).href;
      if (at.startsWith(redirectUrl)) return new URL(at).search.slice(1);
    }
    throw new Error(`the provider did not return to the console, but led to ${at}`);
  };
};

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      resolve((server.address() as AddressInfo).port);
    });
  });

/** Starts a provider. */
export const startIdentityProvider = async ({
  claimsInIdToken = true,
  userInfo = {},
  ...options
}: TestProviderOptions): Promise<TestIdentityProvider> => {
  const people: TestIdentityProvider['people'] = new Map();
  const requests: string[] = [];
  const wrongKeys = JSON.stringify({ keys: [newKey()].map(({ d: _private, ...published }) => published) });
  let publishesWrongKeys = false;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    requests.push(pathname);
    if (pathname.startsWith('/interaction/'))
      void interact(provider, request, response).catch(() => response.writeHead(500).end());
    else if (pathname === '/jwks' && publishesWrongKeys)
      response.writeHead(200, { 'Content-Type': 'application/jwk-set+json' }).end(wrongKeys);
    else void provider.callback()(request, response);
  });
  const port = await listen(server, 0);
  const issuer = `http://127.0.0.1:${String(port)}`;
  const create = () =>
    new Provider(issuer, configurationOf({ ...options, claimsInIdToken, userInfo, people }, newKey()));
  let provider = create();
  return {
    issuer,
    people,
    requests,
    rotateKeys: () => {
      provider = create();
    },
    publishWrongKeys: () => {
      publishesWrongKeys = true;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
    start: async () => {
      await listen(server, port);
    },
    visit: visitor(options.redirectUrl),
  };
};
