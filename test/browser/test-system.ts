// A real console with its page and a real service connected to it, both on loopback.
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import inject from 'light-my-request';
import { composeConsole } from '../../infra/console/console.js';
import { composeService, type Service } from '../../infra/service/service.js';
import { readSettings, type Settings } from '../../infra/settings/settings.js';
import { simulate, asServiceStudio } from '../../infra/simulated/studio.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { cheapPasswords } from '../../features/support/cheap-passwords.js';
import { openRelay, type Relay } from '../../features/support/relay.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { memoryLog } from '../application/console/readable-log.js';
import { basic } from '../support/http-basic.js';

/** With what an operator signs in. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Credentials of the first operator. */
export const adminCredentials: Credentials = { username: 'admin', password: 'the admin’s own secret' };

/** One call of the device-control API. */
export interface ServiceCall {
  /** Address of the caller. Default: an address on the studio's network. */
  readonly from?: string;
  readonly token?: string;
}

/** A console and a service. */
export interface TestSystem {
  /** Base URL of the console. */
  readonly url: string;
  /** Base URL of the service. */
  readonly serviceUrl: string;
  /** The folder with the data of the console and the service. */
  readonly folder: string;
  /** Calls the device-control API. */
  readonly callService: (
    path: string,
    call?: ServiceCall,
  ) => Promise<{ readonly status: number; readonly body: string }>;
  /** Calls the console's management API, as the admin unless other credentials are given. Rejects unless it succeeds. */
  readonly callConsole: (method: string, path: string, body?: unknown, as?: Credentials) => Promise<unknown>;
  /** Returns whether the console accepts a studio key. */
  readonly acceptsKey: (key: string) => Promise<boolean>;
  /** The service's studio files. */
  readonly layoutIntake: Service['layoutIntake'];
  /** The service's simulated devices. */
  readonly studio: SimulatedStudio;
  readonly service: Service;
  /** Cuts the service off, and connects one of an earlier version in its place, until the returned function is called. */
  readonly connectOlderService: () => Promise<() => Promise<void>>;
  /** The relay between the service and the console. */
  readonly relay: Pick<Relay, 'cut' | 'mend' | 'inject' | 'sent'>;
  readonly stopConsole: () => Promise<void>;
  /** Sets back the last use of all sessions, milliseconds, while the console is stopped. */
  readonly ageSessions: (ms: number) => void;
  /** Starts the console again on the same port, with its stored data. Takes further settings. */
  readonly startConsole: (extra?: Readonly<Record<string, string>>) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const settingsFor = (
  folder: string,
  extra: Readonly<Record<string, string>> = {},
  generatesPassword = false,
): Settings => {
  const logging = { LOG_LEVEL: 'error', LOG_FILE: join(folder, 'log') };
  const addresses = { PORT: '0', HOST: '127.0.0.1', CONSOLE_PORT: '0', DATA_DIR: folder };
  const read = readSettings([], {
    ...logging,
    ...addresses,
    ...(!generatesPassword && { CONSOLE_ADMIN_PASSWORD: adminCredentials.password }),
    ...extra,
  });
  if (E.isLeft(read)) throw new Error(read.left);
  return read.right.settings;
};

const serviceClient =
  ({ server: { node } }: Service): TestSystem['callService'] =>
  async (path, { from = '192.168.1.50', token } = {}) => {
    const reply = await inject((request, response) => node.emit('request', request, response), {
      method: 'GET',
      url: path,
      remoteAddress: from,
      Request: IncomingMessage,
      headers: { host: 'localhost', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    });
    return { status: reply.statusCode, body: reply.payload };
  };

const consoleClient =
  (url: string): TestSystem['callConsole'] =>
  async (method, path, body, { username, password } = adminCredentials) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: basic(username, password),
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  };

interface TestSystemOptions {
  readonly generatesPassword?: boolean;
  /** Further settings of the service. */
  readonly service?: Readonly<Record<string, string>>;
}

/**
 * Starts the console and the service. With `generatesPassword`, the first operator has a generated password, and `callConsole`
 * can't be used.
 */
export const startTestSystem = async ({
  generatesPassword = false,
  service: serviceSettings = {},
}: TestSystemOptions = {}): Promise<TestSystem> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-control-page-'));
  const settings = settingsFor(folder, {}, generatesPassword);
  const log = memoryLog();
  let console = await composeConsole(settings, log, cheapPasswords);
  const { port } = await console.server.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${String(port)}`;
  const STUDIO_KEY = await console.enrol(demoStudio);
  const studio = simulate(demoStudio, new SystemClock(), { seed: 1 });
  const relay = await openRelay(url);
  const linked = settingsFor(folder, { CONSOLE_URL: relay.url, STUDIO_KEY, ...serviceSettings });
  const service = await composeService(linked, { studio: asServiceStudio(studio) });
  const { port: servicePort } = await service.start();
  return {
    url,
    serviceUrl: `http://127.0.0.1:${String(servicePort)}`,
    folder,
    callService: serviceClient(service),
    callConsole: consoleClient(url),
    layoutIntake: service.layoutIntake,
    studio,
    service,
    relay,
    acceptsKey: async (key) => {
      const headers = { authorization: basic(demoStudio.id, key) };
      return (await fetch(`${url}/sync/configuration`, { headers })).status === 200;
    },
    connectOlderService: async () => {
      relay.cut();
      const stop = new AbortController();
      const headers = { authorization: basic(demoStudio.id, STUDIO_KEY) };
      const stream = await fetch(`${url}/sync/events`, { headers, signal: stop.signal });
      return async () => {
        stop.abort();
        await stream.body?.cancel().catch(() => undefined);
      };
    },
    stopConsole: () => console.stop(),
    ageSessions: (ms) => {
      const database = new DatabaseSync(join(folder, 'console', 'console.sqlite'));
      database.prepare('UPDATE sessions SET last_used_at_ms = last_used_at_ms - ?').run(ms);
      database.close();
    },
    startConsole: async (extra) => {
      console = await composeConsole(settingsFor(folder, extra), log, cheapPasswords);
      await console.server.listen(port, '127.0.0.1');
    },
    stop: async () => {
      studio.stop();
      await service.stop();
      await relay.close();
      await console.stop();
      await rm(folder, { recursive: true });
    },
  };
};
