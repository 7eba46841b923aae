// What the server and the routes of the device-control API answer by themselves: the whole message of each refusal.
import { expect, it } from 'vitest';
import { refusalFailure, statusOf } from '../../adapters/http/control/status.js';
import { readJson } from '../../adapters/http/server/body.js';
import type { HttpRequest } from '../../adapters/http/server/request.js';
import { pageSecurityHeaders } from '../../adapters/http/server/static-files.js';
import { startHttpService } from '../adapters/http/service.js';
import { rawRequest, send } from '../adapters/http/raw-client.js';

it.each([
  [400, 'the request is not valid HTTP/1.1'],
  [408, 'the request did not arrive in time'],
  [413, 'the body is too long; expected at most 1048576 bytes'],
  [414, 'the path and query are too long; expected at most 8192 characters and 128 parameters'],
  [417, 'expected no Expect header other than 100-continue'],
  [426, 'expected HTTP/1.1 without an upgrade to another protocol'],
  [431, 'the headers are too long; expected at most 16 KiB'],
])('a request that is refused with %d has the failure invalid_parameter: %s', (status, message) => {
  expect(refusalFailure(status)).toEqual({ code: 'invalid_parameter', message });
});

it('a handler that failed is an internal error', () => {
  expect(refusalFailure(500)).toEqual({ code: 'internal_error', message: 'an unexpected error occurred' });
});

it('each failure has its status', () => {
  expect(statusOf).toEqual({
    ...{ unauthorized: 401, read_only: 403, forbidden: 403, feature_disabled: 403, method_not_allowed: 405 },
    ...{ invalid_parameter: 400, station_mismatch: 409, not_found: 404, conflict: 409, device_error: 424 },
    ...{ device_unavailable: 424, ack_timeout: 424, unavailable: 503, internal_error: 500 },
  });
});

it('a body is JSON as application/json', async () => {
  const request = { headers: { 'content-type': 'text/plain' } } as HttpRequest;
  expect(await readJson(request)).toMatchObject({
    left: { code: 'invalid_parameter', message: 'body: expected a JSON object as application/json' },
  });
});

it('pages may load and request resources from their own origin only', () => {
  const own = ['script-src', 'style-src', 'font-src', 'connect-src', 'form-action'].map((name) => `${name} 'self'`);
  const none = ['default-src', 'base-uri', 'frame-ancestors'].map((name) => `${name} 'none'`);
  const policy = pageSecurityHeaders['Content-Security-Policy'].split('; ');
  expect(policy.toSorted()).toEqual([...own, ...none, "img-src 'self' data:"].toSorted());
});

it('routes name the methods that they take, and what they expect of a path', async () => {
  const service = await startHttpService();
  const messageOf = async (method: string, target: string): Promise<string> => {
    const { body } = await send(service.port, rawRequest(method, target));
    return (JSON.parse(body) as { readonly message: string }).message;
  };
  const [read, action, malformed] = await Promise.all([
    messageOf('PUT', '/api/v2/signals'),
    messageOf('PUT', '/api/v2/signals/sig-1/on'),
    messageOf('GET', '/api/v2/signals?x=%zz'),
  ]);
  await service.close();
  expect([read, action, malformed]).toEqual([
    'PUT is not allowed here; expected GET or HEAD',
    'PUT is not allowed here; expected GET or POST',
    'expected valid percent-encoding of UTF-8 without NUL in path and query',
  ]);
});
