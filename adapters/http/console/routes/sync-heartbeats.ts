// The heartbeats of services over HTTP: the console asks for them on the stream, and the service posts them (STATUS-8).
import * as E from 'fp-ts/lib/Either.js';
import type { ConsoleServices } from '../../../../application/console/console-services.js';
import { heartbeatMs, type ServiceHeartbeats } from '../../../../application/console/sync/service-heartbeats.js';
import { admitKey, parseHeartbeat, type StudioCredentials } from '../../../../application/console/sync/sync.js';
import { listsSent, serviceSendsHeader } from '../../../../domain/console/service-sends.js';
import type { Failure } from '../../../../domain/failure.js';
import { readJson } from '../../server/body.js';
import type { EventStream } from '../../server/event-stream.js';
import type { HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import { failureReply, noContentReply } from './replies.js';

/** What the heartbeats use. */
export interface HeartbeatPorts extends Pick<
  ConsoleServices,
  'store' | 'clock' | 'hashSecret' | 'hashesEqual' | 'secrets' | 'log'
> {
  readonly heartbeats: ServiceHeartbeats;
}

/** A stream to a service, and what ends it. */
interface OpenedStream extends EventStream {
  readonly studioId: string;
  readonly keyHash: string;
  /** Forgets the stream: it no longer counts as a connection. */
  readonly disconnect: () => void;
}

/**
 * Asks a service for heartbeats if it lists them, and ends its stream once they are missing. Once the returned function is
 * called, none is expected.
 */
export const askForHeartbeats = (
  { heartbeats, secrets, log }: HeartbeatPorts,
  { headers }: HttpRequest,
  { send, end, disconnect, studioId, keyHash }: OpenedStream,
): (() => void) => {
  if (!listsSent(headers[serviceSendsHeader], 'heartbeats')) return () => undefined;
  const stream = { id: secrets.id(), studioId, keyHash };
  send({ event: 'heartbeat', data: { stream: stream.id, everyMs: heartbeatMs } });
  return heartbeats.expect(stream, () => {
    log.warn('a service sends no heartbeats: its stream is ended', { studio: studioId });
    // A connection that is broken on the way may take minutes to close.
    disconnect();
    end();
  });
};

/** Admits a service by the key of its stream to this process, without reading the store; otherwise as the other routes do. */
export const admitHeartbeat = (
  ports: HeartbeatPorts,
  credentials: StudioCredentials,
): Promise<E.Either<Failure, string>> => {
  const shown = ports.hashSecret(credentials.key);
  const isKnown = ports.heartbeats
    .streams(credentials.studioId)
    .some(({ keyHash }) => ports.hashesEqual(shown, keyHash));
  return isKnown ? Promise.resolve(E.right(shown)) : admitKey(ports, credentials);
};

/** Takes a heartbeat of an admitted service. */
export const takeHeartbeat = async (
  { heartbeats }: HeartbeatPorts,
  request: HttpRequest,
  studioId: string,
): Promise<HttpReply> => {
  const body = await readJson(request);
  const heartbeat = E.isLeft(body) ? body : parseHeartbeat(body.right);
  if (E.isLeft(heartbeat)) return failureReply(heartbeat.left);
  await heartbeats.receive(studioId, heartbeat.right.stream);
  return noContentReply;
};
