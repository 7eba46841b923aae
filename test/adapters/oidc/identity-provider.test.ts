// OpenID Connect against a real provider: what is believed, and what is not.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { oidcProvider, type OidcSettings } from '../../../adapters/oidc/identity-provider.js';
import type { IdentityProvider } from '../../../application/ports/identity-provider.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { memoryLog, type MemoryLog } from '../../application/console/readable-log.js';
import { startIdentityProvider, testClient, type TestIdentityProvider } from '../../support/identity-provider.js';

const redirectUrl = 'http://127.0.0.1:3010/sign-in/oidc/callback';

let at: TestIdentityProvider;
let log: MemoryLog;
let clock: ManualClock;
let console: IdentityProvider;

const client = (settings: Partial<OidcSettings> = {}): IdentityProvider =>
  oidcProvider(
    {
      name: 'Example',
      issuer: new URL(at.issuer),
      clientId: testClient.id,
      clientSecret: testClient.secret,
      redirectUrl,
      scope: 'openid profile email groups',
      roleClaim: 'groups',
      ...settings,
    },
    { clock, log },
  );

beforeEach(async () => {
  at = await startIdentityProvider({ redirectUrl });
  at.people.set('subject-1', { preferred_username: 'ada', groups: ['crew', 'admins'] });
  [log, clock] = [memoryLog(), manualClock()];
  console = client();
});

afterEach(() => at.stop());

const begin = async () => {
  const begun = await console.begin();
  if (E.isLeft(begun)) throw new Error(begun.left);
  return begun.right;
};

/** Goes to the provider and back. `change` alters what the browser brings back. */
const signIn = async (
  person: string | null = 'subject-1',
  change: (brought: { pending: string; query: string }) => { pending: string; query: string } = (same) => same,
) => {
  const { url, pending } = await begin();
  const { pending: kept, query } = change({ pending, query: await at.visit(url, person) });
  return console.end(kept, query);
};

it('@SIGN-IN-9: every request to the provider has a time limit of 10 seconds', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  await signIn();
  expect(limits.mock.calls.length).toBeGreaterThan(2);
  expect(new Set(limits.mock.calls.map(([ms]) => ms))).toEqual(new Set([10_000]));
  vi.restoreAllMocks();
});

const withPending = (pending: string, changes: object): string =>
  Buffer.from(
    JSON.stringify({ ...(JSON.parse(Buffer.from(pending, 'base64url').toString()) as object), ...changes }),
  ).toString('base64url');

/** Yields texts of 64 KiB, 640 MB in all. */
function* repeatedly(onChunk: () => void): Generator<string> {
  for (let count = 0; count < 10_000; count += 1) {
    onChunk();
    yield 'x'.repeat(65_536);
  }
}

const ada = { subject: 'subject-1', name: 'ada', roleValues: ['crew', 'admins'] };

describe('a sign-in at the provider', () => {
  it('requests a code with PKCE, state and nonce', async () => {
    const { url } = await begin();
    const { origin, searchParams } = new URL(url);
    expect(origin).toBe(at.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: testClient.id,
      redirect_uri: redirectUrl,
      scope: 'openid profile email groups',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(searchParams.get(name)?.length).toBeGreaterThanOrEqual(43);
  });

  it('returns who signed in', async () => {
    expect(await signIn()).toEqual(E.right({ issuer: at.issuer, ...ada }));
    expect(log.lines).toEqual([]);
  });

  it('returns claims that only the user info endpoint has', async () => {
    await at.stop();
    at = await startIdentityProvider({ redirectUrl, claimsInIdToken: false });
    at.people.set('subject-1', { email: 'ada@example.org', groups: 'crew' });
    console = client();
    const identity = { issuer: at.issuer, subject: 'subject-1', name: 'ada@example.org', roleValues: ['crew'] };
    expect(await signIn()).toEqual(E.right(identity));
  });

  it('returns the claims of the ID token where the user info endpoint has others', async () => {
    await at.stop();
    at = await startIdentityProvider({ redirectUrl, userInfo: { preferred_username: 'eve', groups: ['owners'] } });
    at.people.set('subject-1', { preferred_username: 'ada', groups: ['crew', 'admins'] });
    console = client();
    expect(await signIn()).toEqual(E.right({ issuer: at.issuer, ...ada }));
  });

  it('returns no values for a claim that is missing or is no text', async () => {
    at.people.set('subject-1', { groups: [7, '', null, 'crew'] });
    expect(await signIn()).toMatchObject(E.right({ name: 'subject-1', roleValues: ['crew'] }));
    console = client({ roleClaim: 'constructor' });
    expect(await signIn()).toMatchObject(E.right({ roleValues: [] }));
  });

  it('is believed after the provider has replaced its keys', async () => {
    expect(E.isRight(await signIn())).toBe(true);
    at.rotateKeys();
    expect(E.isRight(await signIn())).toBe(true);
  });

  it('asks the provider for its metadata at most once a minute, and again after a failure', async () => {
    const count = () => at.requests.filter((path) => path.endsWith('/openid-configuration')).length;
    await Promise.all([begin(), begin()]);
    await begin();
    expect(count()).toBe(1);
    await clock.advance(60_000);
    await begin();
    expect(count()).toBe(2);
  });
});

describe('a sign-in fails', () => {
  it('denied, if the person declines', async () => {
    expect(await signIn(null)).toEqual(E.left('denied'));
  });

  it('expired, if it was begun in another browser', async () => {
    const { pending: other } = await begin();
    expect(await signIn('subject-1', ({ query }) => ({ pending: other, query }))).toEqual(E.left('expired'));
  });

  it('expired, if the browser brings nothing back, or something else', async () => {
    for (const pending of ['', 'e30', '!', 'x'.repeat(4_000)])
      expect(await signIn('subject-1', ({ query }) => ({ pending, query }))).toEqual(E.left('expired'));
  });

  it('expired, if the callback is repeated', async () => {
    const { url, pending } = await begin();
    const query = await at.visit(url, 'subject-1');
    expect(E.isRight(await console.end(pending, query))).toBe(true);
    expect(await console.end(pending, query)).toEqual(E.left('expired'));
  });

  it('expired, if the code is not of this browser’s PKCE verifier', async () => {
    const verifier = 'v'.repeat(43);
    const change = ({ pending, query }: { pending: string; query: string }) => ({
      pending: withPending(pending, { verifier }),
      query,
    });
    expect(await signIn('subject-1', change)).toEqual(E.left('expired'));
  });

  it('rejected, if the nonce of the ID token is another', async () => {
    const change = ({ pending, query }: { pending: string; query: string }) => ({
      pending: withPending(pending, { nonce: 'another' }),
      query,
    });
    expect(await signIn('subject-1', change)).toEqual(E.left('rejected'));
  });

  it('rejected, if the response is of another issuer, or has a parameter twice', async () => {
    const changes = [
      (query: string) => query.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.example'),
      (query: string) => `${query}&code=another`,
      (query: string) => query.replace(/code=[^&]*&?/, ''),
    ];
    for (const change of changes)
      expect(await signIn('subject-1', ({ pending, query }) => ({ pending, query: change(query) }))).toEqual(
        E.left('rejected'),
      );
  });

  it('rejected, if the ID token is signed with a key that the provider does not publish', async () => {
    at.publishWrongKeys();
    expect(await signIn()).toEqual(E.left('rejected'));
  });

  it('rejected, if the provider does not accept the client secret', async () => {
    console = client({ clientSecret: 'wrong' });
    expect(await signIn()).toEqual(E.left('rejected'));
    expect(log.lines.join()).toContain('invalid_client');
  });

  it('unavailable, while the provider is away, and works again afterwards', async () => {
    const { url, pending } = await begin();
    const query = await at.visit(url, 'subject-1');
    await at.stop();
    expect(await console.end(pending, query)).toEqual(E.left('unavailable'));
    console = client();
    expect(await console.begin()).toEqual(E.left('unavailable'));
    await at.start();
    expect(E.isRight(await signIn())).toBe(true);
  });

  it('rejected, if the metadata is of another issuer', async () => {
    console = client({ issuer: new URL(at.issuer.replace('127.0.0.1', 'localhost')) });
    expect(await console.begin()).toEqual(E.left('rejected'));
  });

  it('rejected, if an answer does not end, of which only a part is read', async () => {
    let sentBytes = 0;
    const endless = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"x":"');
      Readable.from(repeatedly(() => (sentBytes += 65_536))).pipe(response);
    }).listen(0, '127.0.0.1');
    await once(endless, 'listening');
    const { port } = endless.address() as AddressInfo;
    console = client({ issuer: new URL(`http://127.0.0.1:${String(port)}`) });
    expect(await console.begin()).toEqual(E.left('rejected'));
    expect(sentBytes).toBeLessThan(32 * 1_048_576);
    endless.close();
    endless.closeAllConnections();
  });

  it('without filling the log, whatever error codes a visitor makes up', async () => {
    const { pending } = await begin();
    const { state } = JSON.parse(Buffer.from(pending, 'base64url').toString()) as { readonly state: string };
    const fail = (code: string) =>
      console.end(pending, new URLSearchParams({ error: code, state, iss: at.issuer }).toString());
    for (let count = 0; count < 100; count += 1)
      expect(await fail(`code-${String(count)}`)).toEqual(E.left('rejected'));
    expect(log.lines).toHaveLength(32);
    await clock.advance(60_000);
    await fail('code-1');
    expect(log.lines).toHaveLength(33);
  });

  it('without a code, token or secret in the log', async () => {
    const { url, pending } = await begin();
    const query = await at.visit(url, 'subject-1');
    await console.end(pending, query);
    await console.end(pending, query);
    await console.end(withPending(pending, { nonce: 'another' }), await at.visit(url, 'subject-1'));
    const secrets = [...new URLSearchParams(query).values(), ...new URL(url).searchParams.values(), testClient.secret];
    expect(log.lines).toHaveLength(2);
    for (const secret of secrets.filter((text) => text.length > 16)) expect(log.lines.join()).not.toContain(secret);
  });
});
