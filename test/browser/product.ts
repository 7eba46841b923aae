// A console with its page and a service that follows it, both real and on loopback, for a browser to be held against.
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import inject from 'light-my-request';
import { clockModule, machineModule } from '../../infra/modules.js';
import { composeConsole } from '../../infra/console.js';
import { composeService, type Service } from '../../infra/service.js';
import { readSettings, type Settings } from '../../infra/settings.js';
import { simulate, simulatedModule } from '../../infra/simulated/studio.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { openRelay, type Relay } from '../../features/support/relay.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { readableLog } from '../console/readable-log.js';

/** Who signs in; there are no others at first. */
export const admin = { username: 'admin', password: 'the admin’s own secret' };

/** One call of the device-control API. */
export interface ServiceCall {
  /** The caller's address; one on the studio's network where none is told. */
  readonly from?: string;
  readonly token?: string;
}

/** The console and the service. */
export interface Product {
  /** The console's address. */
  readonly url: string;
  /** What the service answers: status and body. */
  readonly callService: (
    path: string,
    call?: ServiceCall,
  ) => Promise<{ readonly status: number; readonly body: string }>;
  /** Asks the console's management API as the admin, or as somebody else. */
  readonly askConsole: (method: string, path: string, body?: unknown) => Promise<unknown>;
  /** Whether a service with this key is let in. */
  readonly isLetIn: (key: string) => Promise<boolean>;
  /** The way from the service to the console. */
  readonly way: Pick<Relay, 'cut' | 'mend' | 'inject' | 'sent'>;
  readonly stopConsole: () => Promise<void>;
  /** On the same port, with everything that it had kept. */
  readonly startConsole: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const settingsFor = (folder: string, more: Readonly<Record<string, string>> = {}): Settings => {
  const quiet = { LOG_LEVEL: 'error', LOG_FILE: join(folder, 'log') };
  const places = { PORT: '0', HOST: '127.0.0.1', CONSOLE_PORT: '0', DATA_DIR: folder };
  const read = readSettings([], { ...quiet, ...places, CONSOLE_ADMIN_PASSWORD: admin.password, ...more });
  if (E.isLeft(read)) throw new Error(read.left);
  return read.right.settings;
};

const callerOf =
  ({ server: { node } }: Service): Product['callService'] =>
  async (path, { from = '192.168.1.50', token } = {}) => {
    const answer = await inject((request, response) => node.emit('request', request, response), {
      ...{ method: 'GET', url: path, remoteAddress: from, Request: IncomingMessage },
      headers: { host: 'localhost', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    });
    return { status: answer.statusCode, body: answer.payload };
  };

const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

const askerOf =
  (url: string): Product['askConsole'] =>
  async (method, path, body) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: basic(admin.username, admin.password), 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
  };

/** Starts both; the service has the console's configuration once the page shows it. */
export const openProduct = async (): Promise<Product> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-control-page-'));
  const settings = settingsFor(folder);
  const log = readableLog();
  let console = await composeConsole(settings, log);
  const { port } = await console.server.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${String(port)}`;
  const STUDIO_KEY = await console.enrol(demoStudio);
  const studio = simulate(demoStudio, new SystemClock(), { seed: 1 });
  const way = await openRelay(url);
  const machine = machineModule(settingsFor(folder, { CONSOLE_URL: way.url, STUDIO_KEY }));
  const service = await composeService(machine, clockModule, simulatedModule(studio));
  await service.start();
  return {
    url,
    callService: callerOf(service),
    askConsole: askerOf(url),
    way,
    isLetIn: async (key) => {
      const headers = { authorization: basic(demoStudio.id, key) };
      return (await fetch(`${url}/sync/configuration`, { headers })).status === 200;
    },
    stopConsole: () => console.stop(),
    startConsole: async () => {
      console = await composeConsole(settings, log);
      await console.server.listen(port, '127.0.0.1');
    },
    stop: async () => {
      studio.stop();
      await service.stop();
      await way.close();
      await console.stop();
      await rm(folder, { recursive: true });
    },
  };
};
