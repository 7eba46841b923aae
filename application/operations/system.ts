// System: the service's health, and the request log.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, oneOf } from '../../domain/codec/codec.js';
import { read } from '../api/read.js';
import { RequestLogEntry, type RequestLog } from '../calls/request-log.js';

const health = read({
  name: 'system.health',
  summary: 'Whether the service is up',
  feature: 'system',
  admission: 'public',
  path: '/health',
  result: { status: oneOf('ok') },
  plain: () => 'OK',
  plainForm: described(t.literal('OK'), { description: 'The service is up' }),
  run: () => E.right({ status: 'ok' as const }),
});

const requests = read({
  name: 'request.list',
  summary: 'The last 100 calls, newest first',
  feature: 'system',
  admission: 'personal',
  path: '/requests',
  result: { requests: t.readonlyArray(RequestLogEntry) },
  plain: (body) => String(body.requests.length),
  run: (ports: { readonly requestLog: RequestLog }) => E.right({ requests: ports.requestLog.entries() }),
});

export const systemOperations = [health, requests];
