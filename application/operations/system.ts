// System: the service's health, and the request log.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { Alarms } from '../alarms/alarms.js';
import { healthStatus, HealthStatus } from '../alarms/health.js';
import { described } from '../../domain/codec/codec.js';
import { read } from '../api/read.js';
import { fromText, optional } from '../api/parameters.js';
import { RequestLogEntry, type RequestLog } from '../calls/request-log.js';

const health = read({
  name: 'system.health',
  summary: 'Whether the service is up, and whether something limits it',
  feature: 'system',
  admission: 'public',
  path: '/health',
  result: { status: HealthStatus },
  plain: () => 'OK',
  plainForm: described(t.literal('OK'), { description: 'The service is up' }),
  run: ({ alarms }: { readonly alarms: Alarms }) => E.right({ status: healthStatus(alarms) }),
});

const Callers = fromText('known', (text) => (text === 'known' ? text : undefined));

const requests = read({
  name: 'request.list',
  summary: 'The last 100 calls, newest first',
  feature: 'system',
  admission: 'personal',
  path: '/requests',
  query: {
    callers: described(optional(Callers), {
      description:
        '`known` lists the last 100 calls whose caller was identified instead: calls of strangers never displace them',
      examples: ['known'],
    }),
  },
  result: { requests: t.readonlyArray(RequestLogEntry) },
  plain: (body) => String(body.requests.length),
  run: ({ requestLog }: { readonly requestLog: RequestLog }, { callers }) =>
    E.right({ requests: callers === 'known' ? requestLog.entriesOfKnownCallers() : requestLog.entries() }),
});

export const systemOperations = [health, requests];
