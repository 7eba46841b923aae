// What a studio's service calls: its configuration, the changes of it, telling back what is in force, and reports of its callers.
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import type { ConsoleServices } from '../../../../application/console/console-services.js';
import type { StudioEntry } from '../../../../application/ports/console-store.js';
import { saveReport, readReport } from '../../../../application/console/sync/call-reports.js';
import {
  admitService,
  followStudio,
  saveApplied,
  readApplied,
  type FollowingPorts,
} from '../../../../application/console/sync/sync.js';
import { AccessConfiguration } from '../../../../domain/access/configuration.js';
import { readCredentials } from '../../../../domain/access/credentials.js';
import type { Failure } from '../../../../domain/failure.js';
import { readJson } from '../../server/body.js';
import { eventStream } from '../../server/event-stream.js';
import { jsonReply, type HttpReply } from '../../server/reply.js';
import type { HttpRequest } from '../../server/request.js';
import type { Handler } from '../../server/server.js';
import { successReply, refusal } from './replies.js';
import { byMethod, byMethodAlone } from './methods.js';

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'connections' | 'hashSecret' | 'log'> & FollowingPorts;

type ServiceHandler = (request: HttpRequest, entry: StudioEntry) => HttpReply | Promise<HttpReply>;

const forServices =
  (ports: Ports, handler: ServiceHandler): Handler =>
  async (request) => {
    const { basic } = readCredentials(request.headers.authorization, []);
    const { username, password } = O.toUndefined(basic) ?? { username: '', password: '' };
    const entry = await admitService(ports, { studioId: username, key: password });
    return E.isLeft(entry) ? refusal(entry.left) : handler(request, entry.right);
  };

/** The document itself, unless the service has this version already. */
const configuration: ServiceHandler = ({ headers }, entry) => {
  const ETag = `"${String(entry.configuration.version)}"`;
  return headers['if-none-match'] === ETag
    ? { status: 304, headers: { ETag }, body: '' }
    : jsonReply(200, AccessConfiguration.encode(entry.configuration), { ETag });
};

const events =
  (ports: Ports): ServiceHandler =>
  (_request, { studio, keyHash }) =>
    eventStream(({ send, end }) =>
      followStudio(ports, studio.id, {
        keyHash: keyHash ?? '',
        send: (changed) => {
          const data = AccessConfiguration.encode(changed);
          send({ id: String(changed.version), event: 'configuration', data });
        },
        end,
      }),
    );

/** What a service tells: read, and taken down. */
const telling =
  <A>(
    read: (body: unknown) => E.Either<Failure, A>,
    note: (entry: StudioEntry, told: A) => Promise<void>,
  ): ServiceHandler =>
  async (request, entry) => {
    const told = E.chain(read)(await readJson(request));
    if (E.isLeft(told)) return refusal(told.left);
    await note(entry, told.right);
    return successReply;
  };

const applied = (ports: Ports): ServiceHandler =>
  telling(readApplied, (entry, told) => saveApplied(ports, entry, told));

const reports = (ports: Ports): ServiceHandler =>
  telling(readReport, (entry, report) => saveReport(ports, entry, report));

/** The routes of the sync. */
export const syncRoutes = (ports: Ports): readonly (readonly [string, Handler])[] => [
  ['/sync/configuration', byMethod({ GET: forServices(ports, configuration) })],
  // A HEAD would stay open for ever without anything to hear.
  ['/sync/events', byMethodAlone({ GET: forServices(ports, events(ports)) })],
  ['/sync/reports', byMethod({ POST: forServices(ports, reports(ports)) })],
  ['/sync/applied', byMethod({ POST: forServices(ports, applied(ports)) })],
];
