// How replies are written: the length of their body in bytes, and none where HTTP permits no body.
import { describe, expect, it } from 'vitest';
import { failureBody, serializeReply, textReply } from '../../../../adapters/http/server/reply.js';
import { invalid } from '../../../../domain/failure.js';
import { connectTo, serverOf } from '../memory-connection.js';
import { rawRequest } from '../raw-client.js';

const text = 'Tür zu';
const lengthInBytes = 'Content-Length: 7\r\n';

describe('a reply', () => {
  it.each(['GET', 'HEAD'])('to %s states the length of its body in bytes', async (method) => {
    const { written } = await connectTo(
      serverOf(() => textReply(200, text)),
      rawRequest(method, '/'),
    );
    expect(written).toContain(lengthInBytes);
    expect(written.includes('zu')).toBe(method === 'GET');
  });

  it.each([204, 304])('with the status %i has neither a body nor a length', async (status) => {
    const server = serverOf(() => ({ status, headers: { ETag: '"1"' }, body: 'nothing' }));
    const { written } = await connectTo(server, rawRequest('GET', '/'));
    expect(written).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} .*ETag: "1"\\r\\n`, 's'));
    expect(written).not.toContain('nothing');
    expect(written).not.toMatch(/content-length|transfer-encoding/i);
  });

  it('that a handler gives headers of its own has these instead of the common ones', async () => {
    const server = serverOf(() => textReply(200, text, { 'Cache-Control': 'no-cache' }));
    const { written } = await connectTo(server, rawRequest('GET', '/'));
    expect(written.match(/cache-control: .*/gi)).toEqual(['Cache-Control: no-cache']);
    expect(written).toContain('X-Content-Type-Options: nosniff\r\n');
  });

  it('that ends its connection has the same form', () => {
    const reply = serializeReply(textReply(400, text), false);
    expect(reply).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*\r\n\r\nTür zu$/s);
    expect(reply).toContain(lengthInBytes);
    expect(reply).toContain('Cache-Control: no-store\r\n');
    expect(reply).toContain('Connection: close\r\n');
  });
});

it('the body of a failure lists as many issues as its message, so that its length has a limit', () => {
  const issues = Array.from({ length: 1_000 }, (_, at) => ({ path: `devices[${String(at)}]`, expected: 'an object' }));
  const { message, ...body } = failureBody(invalid(issues));
  expect(message).toMatch(/; and 980 more$/);
  expect(body).toEqual({ ok: false, error: 'invalid_parameter', issues: issues.slice(0, 20) });
});
