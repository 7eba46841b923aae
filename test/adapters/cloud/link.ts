// The service's side of the sync, for tests: a real link over real sockets, with a manual clock.
import { hashSecret } from '../../../adapters/node/console-secrets.js';
import { canonicalConfiguration } from '../../../domain/access/canonical-configuration.js';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { vi } from 'vitest';
import { askAnswerer, type AskAnswererDeps } from '../../../adapters/cloud/ask-answerer.js';
import { configurationLink, type ConfigurationLink } from '../../../adapters/cloud/configuration-link.js';
import { consoleClient } from '../../../adapters/cloud/console-client.js';
import { hashToken } from '../../../adapters/node/secrets.js';
import { accessPolicyHolder, type AccessPolicyHolder } from '../../../application/access/access-policy-holder.js';
import type { ServiceStatusSource } from '../../../application/alarms/service-status.js';
import { configurationIntake } from '../../../application/access/configuration-intake.js';
import type { ConfigurationFile } from '../../../application/ports/configuration-file.js';
import { defaultConfiguration, type AccessConfiguration } from '../../../domain/access/configuration.js';
import { readTopics, serviceSends, type ServiceSends } from '../../../domain/console/service-sends.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { memoryLog, type MemoryLog } from '../../application/console/readable-log.js';
import { listenOnLoopback } from '../../support/loopback.js';
import { memoryAudit } from '../../support/memory-audit.js';

const isRead = (sent: ServiceSends): boolean => readTopics.some((topic) => topic === sent);

/** Returns a configuration of `studio-1`, or of another studio. */
export const version = (number: number, studioId = 'studio-1'): AccessConfiguration => ({
  ...defaultConfiguration(studioId),
  version: number,
});

/** A service with a link, and its observable state. */
export interface LinkedService {
  readonly link: ConfigurationLink;
  readonly clock: ManualClock;
  readonly access: AccessPolicyHolder;
  readonly log: MemoryLog;
  /** The configurations that were stored, oldest first. */
  readonly stored: AccessConfiguration[];
  readonly inForce: () => number;
}

/** How a service differs from most. */
export interface LinkedServiceOptions {
  /** Stores a configuration. Default: at once. */
  readonly keep?: ConfigurationFile['save'];
  /** Default: false. */
  readonly reportsDigest?: boolean;
  /** Default: none. */
  readonly status?: ServiceStatusSource;
  /** Who edits the studio file. Default: editing is off. */
  readonly editor?: AskAnswererDeps['editor'];
  /** What operators read on request. Default: nothing, as of a service of an earlier version. */
  readonly reads?: AskAnswererDeps['reads'];
  /** Default: `studio-1`. */
  readonly studioId?: string;
}

/** Creates a service for the console at `url`, with the default configuration; its link isn't started. */
export const linkedService = (
  url: string,
  studioKey: string,
  {
    keep = () => Promise.resolve(),
    reportsDigest = false,
    status,
    studioId = 'studio-1',
    editor,
    reads = {},
  }: LinkedServiceOptions = {},
): LinkedService => {
  const clock = manualClock();
  const log = memoryLog();
  const stored: AccessConfiguration[] = [];
  const legacySettings = { serverId: 'server-1', studioId, appUsernames: [] };
  const access = accessPolicyHolder(
    { hashToken, legacySettings, trustLoopback: true, clock },
    defaultConfiguration(studioId),
  );
  const store = {
    save: async (configuration: AccessConfiguration) => {
      await keep(configuration);
      stored.push(configuration);
    },
  };
  const intake = configurationIntake({ access, file: store, clock, log, audit: memoryAudit() });
  const inForce = (): number => access.current().configuration.version;
  const sends: readonly ServiceSends[] = [
    ...serviceSends.filter((one) => !isRead(one) || one in reads),
    ...(editor === undefined ? [] : ['editing' as const]),
  ];
  const client = consoleClient({ url, studioId, studioKey: () => studioKey, sends });
  const { answer: onAsk } = askAnswerer({ editor, reads, client, clock, log });
  const digest = (): string => hashSecret(canonicalConfiguration(access.current().configuration));
  const reported = { ...(reportsDigest && { digest }), ...(status && { status }), onAsk };
  const link = configurationLink({ client, intake, version: inForce, ...reported, clock, random: () => 0.5, log });
  return { link, clock, access, log, stored, inForce };
};

/** Waits until a condition holds. */
export const until = (condition: () => unknown): Promise<void> =>
  vi.waitFor(
    async () => {
      if (!(await condition())) throw new Error('the condition does not hold');
    },
    { timeout: 10_000, interval: 5 },
  );

/**
 * Advances the clock of a console by `ms`, at most 120,000 milliseconds, with a heartbeat of the service every 40 seconds.
 * The clock of the service advances by less than 45 seconds, because streams aren't kept alive by manual clocks.
 */
export const passHeartbeats = async (
  service: Pick<LinkedService, 'clock'>,
  { clock, server }: { readonly clock: ManualClock; readonly server: { readonly node: Server } },
  ms: number,
): Promise<void> => {
  let received = 0;
  const onRequest = ({ url }: IncomingMessage, response: ServerResponse): void => {
    if (url === '/sync/heartbeat') response.once('close', () => (received += 1));
  };
  server.node.on('request', onRequest);
  for (let passed = 0; passed < ms; passed += 40_000) {
    const before = received;
    await service.clock.advance(14_000);
    await until(() => received > before);
    await clock.advance(Math.min(40_000, ms - passed));
  }
  server.node.off('request', onRequest);
};

/** A console whose responses a test specifies. */
export interface ScriptedConsole {
  readonly url: string;
  /** The requests in order, such as `GET /sync/events`. */
  readonly requests: string[];
  /** The reports of the version in force, as JSON. */
  readonly appliedReports: unknown[];
  /** The open streams, oldest first. */
  readonly streams: ServerResponse[];
  readonly sendEvent: (data: string) => void;
  readonly close: () => Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** Sends a complete response. */
export const respond = (
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders = {},
  body = '',
): void => {
  response.writeHead(status, headers);
  response.end(body);
};

/** Starts the console. By default it opens streams at `/sync/events` and accepts all reports; `handlers` replace paths. */
export const scriptedConsole = async (
  handlers: Readonly<Record<string, RequestListener>> = {},
): Promise<ScriptedConsole> => {
  const requests: string[] = [];
  const appliedReports: unknown[] = [];
  const streams: ServerResponse[] = [];
  const defaults: Readonly<Record<string, RequestListener>> = {
    '/sync/events': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      streams.push(response);
    },
    '/sync/applied': (request, response) => {
      void bodyOf(request).then((body) => {
        appliedReports.push(JSON.parse(body));
        respond(response, 204);
      });
    },
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(`${request.method ?? ''} ${path}`);
    const handler = handlers[path] ?? defaults[path];
    if (handler === undefined) respond(response, 404);
    else handler(request, response);
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    requests,
    appliedReports,
    streams,
    sendEvent: (data) => void streams.at(-1)?.write(`event: configuration\ndata: ${data}\n\n`),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
};
