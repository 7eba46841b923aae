// The routes for studios' services: the configuration and its changes, the version in force, and call reports.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { ConsoleServices } from '../../../../application/console/console-services.js';
import { saveCallReport, parseCallReport } from '../../../../application/console/sync/call-reports.js';
import {
  admitService,
  followStudio,
  saveAppliedReport,
  parseAppliedReport,
  type AdmittedStudio,
  type FollowPorts,
  type StudioCredentials,
} from '../../../../application/console/sync/sync.js';
import { parseLiveState } from '../../../../application/console/sync/live-states.js';
import { parseObservedCalls } from '../../../../application/console/sync/observed-calls.js';
import type { PushDelays } from '../../../../application/console/sync/push-delays.js';
import { parseServiceStatus, saveServiceStatus } from '../../../../application/console/sync/service-status.js';
import type { WatchRelay, WatchSource } from '../../../../application/console/sync/watch-relay.js';
import type { ObservedCalls } from '../../../../domain/access/observed-call.js';
import { AccessConfiguration } from '../../../../domain/access/configuration.js';
import { readCredentials } from '../../../../domain/access/credentials.js';
import type { LiveState } from '../../../../domain/console/live-state.js';
import {
  listsSent,
  serviceSendsHeader,
  watchTopics,
  type WatchTopic,
} from '../../../../domain/console/service-sends.js';
import type { Failure } from '../../../../domain/failure.js';
import { readJson } from '../../server/body.js';
import { clientAddress, type TrustedProxies } from '../../server/forwarded-address.js';
import { eventStream, type EventStream } from '../../server/event-stream.js';
import { jsonReply, type HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { noContentReply, failureReply } from './replies.js';
import { admitHeartbeat, askForHeartbeats, takeHeartbeat, type HeartbeatPorts } from './sync-heartbeats.js';
import { byMethod, byMethodWithoutHead } from './methods.js';

/** The relays of what operators watch. */
export interface WatchRelays {
  readonly calls: WatchRelay<ObservedCalls>;
  readonly state: WatchRelay<LiveState>;
}

interface SyncParts {
  readonly pushDelays: PushDelays;
  readonly relays: WatchRelays;
  readonly trustedProxies: TrustedProxies;
}

type Ports = Pick<
  ConsoleServices,
  'store' | 'clock' | 'connections' | 'refusedServices' | 'hashSecret' | 'hashesEqual' | 'log'
> &
  FollowPorts &
  HeartbeatPorts &
  SyncParts;

type Reply = HttpReply | Promise<HttpReply>;
type ServiceHandler = (request: HttpRequest, entry: AdmittedStudio) => Reply;

/** What a request shows, and the result of its admission. */
type Admit<A> = (credentials: StudioCredentials) => Promise<E.Either<Failure, A>>;

const forAdmitted =
  <A>(
    ports: Ports,
    admit: Admit<A>,
    handler: (request: HttpRequest, admitted: A, studioId: string) => Reply,
  ): Handler =>
  async (request) => {
    const { basic } = readCredentials(request.headers.authorization, []);
    const { username, password } = O.toUndefined(basic) ?? { username: '', password: '' };
    const admitted = await admit({ studioId: username, key: password });
    if (E.isLeft(admitted)) {
      const address = clientAddress(ports.trustedProxies, request).text;
      ports.refusedServices.note({ studioId: username, address, time: ports.clock.now() });
      return failureReply(admitted.left);
    }
    return { ...(await handler(request, admitted.right, username)), isCallerKnown: true };
  };

const forServices = (ports: Ports, handler: ServiceHandler): Handler =>
  forAdmitted(ports, (credentials) => admitService(ports, credentials), handler);

/** Returns the configuration, or 304 if the service has this version already. */
const configuration: ServiceHandler = ({ headers }, entry) => {
  const ETag = `"${String(entry.configuration.version)}"`;
  return headers['if-none-match'] === ETag
    ? { status: 304, headers: { ETag }, body: '' }
    : jsonReply(200, AccessConfiguration.encode(entry.configuration), { ETag });
};

/** Returns the source of a topic over the service's stream. */
const watchSource = (request: HttpRequest, send: EventStream['send'], topic: WatchTopic): WatchSource => ({
  setWatched: listsSent(request.headers[serviceSendsHeader], topic)
    ? (watched) => {
        send({ event: 'watch', data: { [topic]: watched } });
      }
    : undefined,
});

const events =
  (ports: Ports): ServiceHandler =>
  (request, { studio, shownHash }) =>
    eventStream(({ send, end }) => {
      const stopFollowing = followStudio(ports, studio.id, {
        keyHash: shownHash,
        send: (changed) => {
          ports.pushDelays.sent(studio.id, changed.version);
          const data = AccessConfiguration.encode(changed);
          send({ id: String(changed.version), event: 'configuration', data });
        },
        end,
      });
      const closers = [stopFollowing];
      const disconnect = (): void => {
        for (const close of closers) close();
      };
      const stream = { send, end, disconnect, studioId: studio.id, keyHash: shownHash };
      closers.push(askForHeartbeats(ports, request, stream));
      for (const topic of watchTopics)
        closers.push(ports.relays[topic].connect(studio.id, watchSource(request, send, topic)));
      return disconnect;
    });

const heartbeat = (ports: Ports): Handler =>
  forAdmitted(
    ports,
    (credentials) => admitHeartbeat(ports, credentials),
    (request, _hash, studioId) => takeHeartbeat(ports, request, studioId),
  );

/** Parses a report of a service, and saves it. */
const reportHandler =
  <A>(
    parse: (body: unknown) => E.Either<Failure, A>,
    save: (entry: AdmittedStudio, report: A) => Promise<void>,
  ): ServiceHandler =>
  async (request, entry) => {
    const body = await readJson(request);
    if (E.isLeft(body)) return failureReply(body.left);
    const report = parse(body.right);
    if (E.isLeft(report)) return failureReply(report.left);
    await save(entry, report.right);
    return noContentReply;
  };

const applied = (ports: Ports): ServiceHandler =>
  reportHandler(parseAppliedReport, async (entry, report) => {
    await saveAppliedReport(ports, entry, report);
    ports.pushDelays.reported(entry.studio.id, report);
  });

const status = (ports: Ports): ServiceHandler =>
  reportHandler(parseServiceStatus, (entry, report) => saveServiceStatus(ports, entry, report));

const reports = (ports: Ports): ServiceHandler =>
  reportHandler(parseCallReport, (entry, report) => saveCallReport(ports, entry, report));

const calls = (ports: Ports): ServiceHandler =>
  reportHandler(parseObservedCalls, ({ studio }, observed) => ports.relays.calls.receive(studio.id, observed));

const state = (ports: Ports): ServiceHandler =>
  reportHandler(parseLiveState, ({ studio }, live) => ports.relays.state.receive(studio.id, live));

/** The routes for services. */
export const syncRoutes = (ports: Ports): readonly (readonly [string, Handler])[] => [
  ['/sync/configuration', byMethod({ GET: forServices(ports, configuration) })],
  // HEAD is not accepted: it would keep a stream open that sends nothing.
  ['/sync/events', byMethodWithoutHead({ GET: forServices(ports, events(ports)) })],
  ['/sync/reports', byMethod({ POST: forServices(ports, reports(ports)) })],
  ['/sync/calls', byMethod({ POST: forServices(ports, calls(ports)) })],
  ['/sync/state', byMethod({ POST: forServices(ports, state(ports)) })],
  ['/sync/status', byMethod({ POST: forServices(ports, status(ports)) })],
  ['/sync/heartbeat', byMethod({ POST: heartbeat(ports) })],
  ['/sync/applied', byMethod({ POST: forServices(ports, applied(ports)) })],
];
