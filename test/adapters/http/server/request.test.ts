// The limits of requests: what is just accepted, and what is just refused.
import { IncomingMessage } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import inject, { type InjectOptions, type Response } from 'light-my-request';
import { describe, expect, it } from 'vitest';
import { readJson } from '../../../../adapters/http/server/body.js';
import { parseTarget } from '../../../../adapters/http/server/request-target.js';
import { jsonReply, textReply } from '../../../../adapters/http/server/reply.js';
import { createHttpServer, type Handler, type HttpServerOptions } from '../../../../adapters/http/server/server.js';
import { memoryLog } from '../../../application/console/readable-log.js';

/** Replies with what was read: the body as JSON, or the code and message of the failure. */
const echo: Handler = async (request) => {
  const body = await readJson(request);
  return E.isLeft(body) ? jsonReply(400, body.left) : jsonReply(200, body.right);
};

const call = (request: InjectOptions, options: Partial<HttpServerOptions> = {}): Promise<Response> => {
  const routes = new Map([['/json', echo]]);
  const fallback = (): ReturnType<typeof textReply> => textReply(200, 'handled');
  const { node } = createHttpServer({ routes, fallback, log: memoryLog(), ...options });
  return inject((raw, response) => node.emit('request', raw, response), { Request: IncomingMessage, ...request });
};

describe('a target', () => {
  it.each([
    ['at most', 8_192, 200, 'handled'],
    ['more than', 8_193, 414, 'URI Too Long'],
  ])('of %s 8,192 characters', async (_, length, status, body) => {
    const { statusCode, payload } = await call({ url: `/a?${'x'.repeat(length - 3)}` });
    expect([statusCode, payload]).toEqual([status, body]);
  });
});

describe('a body', () => {
  const limit = 1_048_576;
  /** JSON of this many bytes, which are fewer characters. */
  const jsonOf = (bytes: number): string => JSON.stringify(`é${'x'.repeat(bytes - 4)}`);
  const json = { 'content-type': 'application/json' };

  /** Without a length, as a chunked request. */
  const chunked = { ...json, 'content-length': '0', 'transfer-encoding': 'chunked' };

  it.each([
    ['declared', json],
    ['chunked', chunked],
  ])('of exactly 1 MiB is read: %s', async (_, headers) => {
    const payload = jsonOf(limit);
    const { statusCode, body } = await call({ method: 'POST', url: '/json', headers, payload });
    expect(statusCode).toBe(200);
    expect(body === payload).toBe(true);
  });

  it('of one byte more is refused by its declared length, before it is read', async () => {
    const request = { method: 'POST', url: '/json', headers: json, payload: jsonOf(limit + 1) } as const;
    expect((await call(request)).statusCode).toBe(413);
  });

  it('of one byte more without a length is refused with its limit', async () => {
    const request = { method: 'POST', url: '/json', headers: chunked, payload: jsonOf(limit + 1) } as const;
    const { statusCode, body } = await call(request);
    expect([statusCode, body]).toEqual([400, expect.stringContaining('expected at most 1048576 bytes')]);
  });

  it.each([
    [limit, 200],
    [limit + 1, 413],
  ])('of %i bytes that is discarded is answered %i', async (bytes, status) => {
    const headers = { 'content-length': '0', 'transfer-encoding': 'chunked' };
    const request = { method: 'POST', url: '/', headers, payload: 'x'.repeat(bytes) } as const;
    expect((await call(request, { discardsBodies: true })).statusCode).toBe(status);
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;charset=UTF-8',
  ])('of the content type %s is read', async (type) => {
    const request = { method: 'POST', url: '/json', headers: { 'content-type': type }, payload: '{"a":1}' } as const;
    const { statusCode, body } = await call(request);
    expect([statusCode, body]).toEqual([200, '{"a":1}']);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/json',
    'application/jsonx',
    '',
  ])('of the content type "%s", which a form may send, is refused', async (type) => {
    const request = { method: 'POST', url: '/json', headers: { 'content-type': type }, payload: '{"a":1}' } as const;
    const { statusCode, body } = await call(request);
    expect([statusCode, body]).toEqual([400, expect.stringContaining('expected a JSON object as application/json')]);
  });
});

describe('a refusal of a server that defines none', () => {
  it('has its own status, and shows nothing of a failed handler', async () => {
    const failing = (): never => {
      throw new Error('a secret');
    };
    const { statusCode, body } = await call({ url: '/' }, { fallback: failing });
    expect(statusCode).toBe(500);
    expect(JSON.parse(body)).toEqual({ ok: false, error: 'internal_error', message: 'an unexpected error occurred' });
  });
});

describe('the target of a request', () => {
  it.each([
    ['/a?b=1#c?d', '/a', 'b=1'],
    ['/a#b?c', '/a', ''],
  ])('%s ends before its fragment', (target, path, rawQuery) => {
    expect(parseTarget(target)).toMatchObject({ path, rawQuery });
  });
});
