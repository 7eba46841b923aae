// A service's side of the sync for tests: a real link over real sockets, on a clock that is wound by hand.
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { vi } from 'vitest';
import { configurationLink, type ConfigurationLink } from '../../adapters/cloud/configuration-link.js';
import { consoleClient } from '../../adapters/cloud/console-client.js';
import { hashToken } from '../../adapters/node/secrets.js';
import { accessPolicyHolder, type AccessPolicyHolder } from '../../application/access/access-policy-holder.js';
import { configurationIntake } from '../../application/access/configuration-intake.js';
import type { ConfigurationFile } from '../../application/ports/configuration-file.js';
import { defaultConfiguration, type AccessConfiguration } from '../../domain/access/configuration.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { readableLog, type ReadableLog } from '../console/readable-log.js';
import { listenOnLoopback } from '../support/loopback.js';

/** A configuration of `studio-1`, or of another. */
export const version = (number: number, studioId = 'studio-1'): AccessConfiguration => ({
  ...defaultConfiguration(studioId),
  version: number,
});

/** A service that has a link, and what can be seen of it. */
export interface TestService {
  readonly link: ConfigurationLink;
  readonly clock: ManualClock;
  readonly access: AccessPolicyHolder;
  readonly log: ReadableLog;
  /** Everything that was kept on disk, in order. */
  readonly kept: AccessConfiguration[];
  readonly inForce: () => number;
}

/** A service linked to a console at `url`; it begins with the default configuration and isn't started. */
export const testService = (
  url: string,
  studioKey: string,
  keep: ConfigurationFile['save'] = () => Promise.resolve(),
): TestService => {
  const clock = manualClock();
  const log = readableLog();
  const kept: AccessConfiguration[] = [];
  const legacySettings = { serverId: 'server-1', studioId: 'studio-1', appUsernames: [] };
  const access = accessPolicyHolder({ hashToken, legacySettings }, defaultConfiguration('studio-1'));
  const store = {
    save: async (configuration: AccessConfiguration) => {
      await keep(configuration);
      kept.push(configuration);
    },
  };
  const intake = configurationIntake({ access, file: store, clock, log });
  const inForce = (): number => access.current().configuration.version;
  const client = consoleClient({ url, studioId: 'studio-1', studioKey });
  const link = configurationLink({ client, intake, version: inForce, clock, random: () => 0.5, log });
  return { link, clock, access, log, kept, inForce };
};

/** Waits until something is so. */
export const until = (isSo: () => unknown): Promise<void> =>
  vi.waitFor(
    async () => {
      if (!(await isSo())) throw new Error('it never came to this');
    },
    { timeout: 10_000, interval: 5 },
  );

/** A console that does as a test says. */
export interface ScriptedConsole {
  readonly url: string;
  /** Requests in the order they came, as `GET /sync/events`. */
  readonly requests: string[];
  /** What was told back, as JSON. */
  readonly told: unknown[];
  /** Streams that are open, oldest first. */
  readonly streams: ServerResponse[];
  readonly sendEvent: (data: string) => void;
  readonly close: () => Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** Answers in one go. */
export const reply = (response: ServerResponse, status: number, headers: OutgoingHttpHeaders = {}, body = ''): void => {
  response.writeHead(status, headers);
  response.end(body);
};

/** Answers `handlers`' paths as they say; opens a stream at `/sync/events` and takes everything told, unless they do. */
export const scriptedConsole = async (
  handlers: Readonly<Record<string, RequestListener>> = {},
): Promise<ScriptedConsole> => {
  const requests: string[] = [];
  const told: unknown[] = [];
  const streams: ServerResponse[] = [];
  const usual: Readonly<Record<string, RequestListener>> = {
    '/sync/events': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      streams.push(response);
    },
    '/sync/applied': (request, response) => {
      void bodyOf(request).then((body) => {
        told.push(JSON.parse(body));
        reply(response, 204);
      });
    },
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(`${request.method ?? ''} ${path}`);
    const handler = handlers[path] ?? usual[path];
    if (handler === undefined) reply(response, 404);
    else handler(request, response);
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    requests,
    told,
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
