// The endpoints of studios' services: the configuration and its changes, the version in force, reports, and heartbeats.
import * as E from 'fp-ts/lib/Either.js';
import { AccessConfiguration } from '../../../domain/access/configuration.js';
import { askTopics, watchTopics } from '../../../domain/console/service-sends.js';
import { maxAskLength, parseStudioAnswer, type StudioAsk } from '../../../domain/console/studio-ask.js';
import { failure, type Failure } from '../../../domain/failure.js';
import type { ConsoleServices } from '../console-services.js';
import { parseCallReport, saveCallReport } from '../sync/call-reports.js';
import { parseLiveState } from '../sync/live-states.js';
import { parseObservedCalls } from '../sync/observed-calls.js';
import type { PushDelays } from '../sync/push-delays.js';
import { heartbeatMs, type ServiceHeartbeats } from '../sync/service-heartbeats.js';
import { parseServiceStatus, saveServiceStatus } from '../sync/service-status.js';
import type { StudioAsks } from '../sync/studio-asks.js';
import type { WatchRelays } from '../sync/watch-relay.js';
import { followStudio, parseAppliedReport, parseHeartbeat, saveAppliedReport, type FollowPorts } from '../sync/sync.js';
import type { AdmittedStudio, ServiceCaller } from './callers.js';
import { endpoint, type OpenedStream } from './endpoint.js';

/** The services of the endpoints. */
export interface ServicePorts
  extends Pick<ConsoleServices, 'store' | 'clock' | 'secrets' | 'hashSecret' | 'hashesEqual' | 'log'>, FollowPorts {
  readonly pushDelays: PushDelays;
  readonly relays: WatchRelays;
  readonly heartbeats: ServiceHeartbeats;
  readonly asks: StudioAsks;
}

export const getConfiguration = endpoint({
  name: 'sync.configuration',
  summary: 'Get the configuration, unless the service has this version already',
  intent: 'read',
  requires: { scope: 'service' },
  tagged: true,
  conditional: true,
  path: '/sync/configuration',
  outside: true,
  result: AccessConfiguration,
  run: (_ports, _params, { entry: { configuration } }) =>
    Promise.resolve(E.right({ value: configuration, tag: String(configuration.version) })),
});

/**
 * Asks a service for heartbeats if it lists them, and ends its stream once they are missing. Once the returned function is
 * called, none is expected.
 */
const askForHeartbeats = (
  { heartbeats, secrets, log }: ServicePorts,
  { entry: { studio, shownHash }, sends }: ServiceCaller,
  { send, end }: OpenedStream,
  disconnect: () => void,
): (() => void) => {
  if (!sends('heartbeats')) return () => undefined;
  const stream = { id: secrets.id(), studioId: studio.id, keyHash: shownHash };
  send({ event: 'heartbeat', data: { stream: stream.id, everyMs: heartbeatMs } });
  return heartbeats.expect(stream, () => {
    log.warn('a service sends no heartbeats: its stream is ended', { studio: studio.id });
    // A connection that is broken on the way may take minutes to close.
    disconnect();
    end();
  });
};

const openStream = (ports: ServicePorts, service: ServiceCaller, stream: OpenedStream): (() => void) => {
  const { studio, shownHash } = service.entry;
  const { send, end } = stream;
  const stopFollowing = followStudio(ports, studio.id, {
    keyHash: shownHash,
    send: (changed) => {
      ports.pushDelays.sent(studio.id, changed.version);
      send({ id: String(changed.version), event: 'configuration', data: AccessConfiguration.encode(changed) });
    },
    end,
  });
  const closers = [stopFollowing];
  const disconnect = (): void => {
    for (const close of closers) close();
  };
  closers.push(askForHeartbeats(ports, service, stream, disconnect));
  for (const topic of watchTopics) {
    const setWatched = (watched: boolean): void => {
      send({ event: 'watch', data: { [topic]: watched } });
    };
    closers.push(ports.relays[topic].connect(studio.id, { setWatched: service.sends(topic) ? setWatched : undefined }));
  }
  const topics = askTopics.filter(service.sends);
  const ask = (asked: StudioAsk): void => {
    send({ event: 'ask', data: asked });
  };
  if (topics.length > 0) closers.push(ports.asks.connect(studio.id, { send: ask, topics }));
  return disconnect;
};

/** A request about the studio file may be long. Octets. */
const unreadLimit = 2 * maxAskLength;

export const followConfiguration = endpoint({
  name: 'sync.events',
  summary: 'Follow the configuration, and what the console asks of the service',
  intent: 'read',
  requires: { scope: 'service' },
  responds: 'events',
  path: '/sync/events',
  outside: true,
  run: (ports: ServicePorts, _params, service) =>
    Promise.resolve(E.right({ value: { unreadLimit, open: (stream) => openStream(ports, service, stream) } })),
});

const done = E.right({ value: undefined });

/** Declares the endpoint of a report. */
const report = <const Name extends string, Report>(
  name: Name,
  summary: string,
  parse: (body: unknown) => E.Either<Failure, Report>,
  save: (ports: ServicePorts, entry: AdmittedStudio, report: Report) => Promise<void>,
) =>
  endpoint({
    name: `sync.${name}`,
    summary,
    intent: 'act',
    requires: { scope: 'service' },
    path: `/sync/${name}`,
    outside: true,
    parse,
    run: async (ports: ServicePorts, _params, { entry }, parsed) => {
      await save(ports, entry, parsed);
      return done;
    },
  });

const reports = [
  report('reports', 'Report the last calls of devices and refused callers', parseCallReport, saveCallReport),
  report('calls', 'Send calls that operators watch', parseObservedCalls, ({ relays }, { studio }, observed) =>
    relays.calls.receive(studio.id, observed),
  ),
  report(
    'state',
    'Send what the studio is doing, which operators watch',
    parseLiveState,
    ({ relays }, { studio }, live) => relays.state.receive(studio.id, live),
  ),
  report('status', 'Report the status of the service', parseServiceStatus, saveServiceStatus),
  report('applied', 'Report the version in force', parseAppliedReport, async (ports, entry, applied) => {
    await saveAppliedReport(ports, entry, applied);
    ports.pushDelays.reported(entry.studio.id, applied);
  }),
];

export const sendHeartbeat = endpoint({
  name: 'sync.heartbeat',
  summary: 'Show that the service is there',
  intent: 'act',
  requires: { scope: 'streaming-service' },
  path: '/sync/heartbeat',
  outside: true,
  parse: parseHeartbeat,
  run: async ({ heartbeats }: Pick<ServicePorts, 'heartbeats'>, _params, { studioId }, { stream }) => {
    await heartbeats.receive(studioId, stream);
    return done;
  },
});

export const sendAnswer = endpoint({
  name: 'sync.answers',
  summary: 'Answer what an operator asks',
  intent: 'act',
  requires: { scope: 'service' },
  path: '/sync/answers',
  outside: true,
  maxBytes: maxAskLength,
  parse: parseStudioAnswer,
  run: async ({ asks }: Pick<ServicePorts, 'asks'>, _params, { entry: { studio } }, answer) =>
    (await asks.receive(studio.id, answer)) ? done : E.left(failure('not_found', 'no request waits for this answer')),
});

export const serviceEndpoints = [getConfiguration, followConfiguration, ...reports, sendHeartbeat, sendAnswer];
