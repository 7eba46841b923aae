// What the console's page makes of an answer of the console, or of none, without a browser.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageModule } from './page-hooks.js';

/** What a test uses of the modules, which are compiled with the page. */
interface Client {
  readonly sendRequest: (method: string, path: string, options?: object) => Promise<object>;
}
interface Status {
  readonly consoleReachable: { readonly get: () => boolean };
  readonly sessionEndReason: { readonly get: () => string | null; readonly set: (reason: string | null) => void };
  readonly hasSessionEnded: { readonly get: () => boolean; readonly set: (hasEnded: boolean) => void };
}
interface Rules {
  readonly check: (codec: object, value: unknown) => Readonly<Record<string, string>>;
  readonly errorsOf: (message: string) => object;
  readonly DeviceSettings: object;
}

let client: Client;
let status: Status;
let headers: unknown;
let signal: AbortSignal;
let answer: () => Response | Promise<Response>;

beforeEach(async () => {
  client = await pageModule<Client>('api/client.js');
  status = await pageModule<Status>('api/connection-status.js');
  vi.stubGlobal('fetch', (_: string, init: { readonly headers: object; readonly signal: AbortSignal }) => {
    headers = { ...init.headers, 'X-Idle-Seconds': 'any' };
    ({ signal } = init);
    return Promise.resolve(answer());
  });
});
afterEach(() => {
  status.hasSessionEnded.set(false);
  status.sessionEndReason.set(null);
  vi.unstubAllGlobals();
});

const always = { Accept: 'application/json', 'X-Idle-Seconds': 'any' };

describe('an answer', () => {
  it('has the tag and the version that the console sent, and none otherwise', async () => {
    answer = () => Response.json({ a: 1 }, { headers: { ETag: '"5"', 'X-Configuration-Version': '12' } });
    expect(await client.sendRequest('GET', '/studios/a')).toEqual({ value: { a: 1 }, etag: '"5"', version: 12 });
    answer = () => new Response(null, { status: 204 });
    expect(await client.sendRequest('DELETE', '/studios/a')).toEqual({ value: undefined, etag: null, version: null });
  });

  it.each([
    [{}, {}],
    [{ ifMatch: null }, {}],
    [{ ifMatch: '"5"' }, { 'If-Match': '"5"' }],
    [{ body: null }, { 'Content-Type': 'application/json' }],
  ])('is to a request with what is given of %j', async (options, given) => {
    answer = () => Response.json({});
    await client.sendRequest('PUT', '/studios/a', options);
    expect(headers).toEqual({ ...always, ...given });
  });

  it('that is no JSON is reported by its status', async () => {
    answer = () => new Response('<html>', { status: 502 });
    const refusal = { status: 502, code: 'unknown', message: 'The console answered 502' };
    await expect(client.sendRequest('GET', '/studios')).rejects.toMatchObject(refusal);
  });

  it('that does not come in time leaves open whether the change was made, and is no lost connection', async () => {
    answer = () => Promise.reject(new DOMException('', 'TimeoutError'));
    await expect(client.sendRequest('PUT', '/studios/a')).rejects.toThrow('The console took too long to respond.');
    expect(status.consoleReachable.get()).toBe(true);
  });

  it.each([{}, { signal: new AbortController().signal }])('is awaited for 30 s, also by %j', async (options) => {
    const timeout = new AbortController();
    const begin = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
    answer = () =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    const reply = client.sendRequest('GET', '/studios', options);
    timeout.abort(new DOMException('', 'TimeoutError'));
    await expect(reply).rejects.toThrow('The console took too long to respond.');
    expect(begin.mock.calls).toEqual([[30_000]]);
    begin.mockRestore();
  });

  it.each([
    ['GET', '/studios', true, 'over'],
    ['PUT', '/session/password', true, null],
    ['GET', '/sessions', true, 'over'],
    ['GET', '/session', false, 'over'],
    ['POST', '/session', false, null],
  ])('401 to %s %s ends the session: %s, because of %s', async (method, path, hasEnded, reason) => {
    answer = () => Response.json({ error: 'unauthorized', message: 'over' }, { status: 401 });
    await expect(client.sendRequest(method, path)).rejects.toThrow('over');
    expect([status.hasSessionEnded.get(), status.sessionEndReason.get()]).toEqual([hasEnded, reason]);
  });
});

it('errors at fields say what to enter, without what only a program could enter', async () => {
  const { check, DeviceSettings, errorsOf } = await pageModule<Rules>('api/rules.js');
  const errors = check(DeviceSettings, {
    ...{ name: ' '.repeat(70), access: 'x', station: 'a\u0000', fixedAddress: '1', features: [], expiresAt: 'x' },
  });
  expect(Object.keys(errors)).toEqual(['name', 'access', 'station', 'fixedAddress', 'expiresAt']);
  for (const error of Object.values(errors)) {
    expect(error).toMatch(/^Enter [^A-Z].*\.$/);
    expect(error).not.toMatch(/ or null|control or|control char|a text of/);
  }
  expect(errorsOf('name: too long; devices[0].access: unknown; nothing else')).toEqual({
    name: 'Too long.',
    'devices[0].access': 'Unknown.',
  });
});
