// The route of the console's metrics, for programs with the token of the metrics (CONSOLE-METRICS-1).
import type { ConsoleMetrics } from '../../../../application/ports/console-metrics.js';
import type { HashesEqual, HashSecret } from '../../../../application/ports/console-secrets.js';
import { failure } from '../../../../domain/failure.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { byMethod } from './methods.js';
import { failureReply } from './replies.js';

/** The metrics, and the token with which they are read; without a token there is no route. */
export interface OfferedMetrics {
  readonly recorder: ConsoleMetrics;
  readonly token?: string | undefined;
}

interface Hashing {
  readonly hashSecret: HashSecret;
  readonly hashesEqual: HashesEqual;
}

/** Browsers don't ask for a password on this challenge. */
const challenge = { 'WWW-Authenticate': 'Bearer realm="metrics"' };

const refused = failure('unauthorized', 'the metrics token is required, as Authorization: Bearer');

const bearerOf = ({ headers }: HttpRequest): string =>
  /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';

const metricsHandler = (recorder: ConsoleMetrics, token: string, { hashSecret, hashesEqual }: Hashing): Handler => {
  const hash = hashSecret(token);
  return async (request) => {
    if (!hashesEqual(hashSecret(bearerOf(request)), hash)) return failureReply(refused, challenge);
    const { text, contentType } = await recorder.collect();
    return { status: 200, headers: { 'Content-Type': contentType }, body: text, isCallerKnown: true };
  };
};

/** The route `/metrics`; none without a token. */
export const metricsRoutes = (
  offered: OfferedMetrics | undefined,
  hashing: Hashing,
): readonly (readonly [string, Handler])[] =>
  offered?.token === undefined
    ? []
    : [['/metrics', byMethod({ GET: metricsHandler(offered.recorder, offered.token, hashing) })]];
