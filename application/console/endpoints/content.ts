// The endpoints whose responses are made elsewhere and sent as they are: the OpenAPI document, and the metrics.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { signedIn } from '../../../domain/console/requirement.js';
import type { ConsoleMetrics } from '../../ports/console-metrics.js';
import { endpoint, type Content } from './endpoint.js';

/** The OpenAPI document of this API. */
export interface DocumentPorts {
  readonly document: () => Content;
}

export const getDocument = endpoint({
  name: 'document.get',
  summary: 'Get this document',
  intent: 'read',
  requires: signedIn,
  responds: 'content',
  path: '/openapi.json',
  result: t.UnknownRecord,
  run: ({ document }: DocumentPorts) => Promise.resolve(E.right({ value: document() })),
});

/** Programs read it with the token of the metrics (CONSOLE-METRICS-1). */
export const getMetrics = endpoint({
  name: 'metrics.get',
  summary: 'Get the metrics of this console process',
  intent: 'read',
  requires: { scope: 'metrics' },
  responds: 'content',
  path: '/metrics',
  outside: true,
  run: async ({ metrics }: { readonly metrics: Pick<ConsoleMetrics, 'collect'> }) =>
    E.right({ value: await metrics.collect() }),
});
