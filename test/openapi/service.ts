// Starts a service with the demo studio for these tests. It is called without a network, or on loopback.
import 'reflect-metadata';
import { mkdtemp, rm } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import inject from 'light-my-request';
import type { AccessPolicyHolder } from '../../application/access/access-policy-holder.js';
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { composeService } from '../../infra/service/service.js';
import { readSettings } from '../../infra/settings/settings.js';
import { simulate, asServiceStudio } from '../../infra/simulated/studio.js';
import { demoStudio } from '../../simulator/demo-studio.js';

/** A response; header names are in lower case. */
export interface InjectedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface InjectableService {
  /** Base URL. */
  readonly url: string;
  readonly call: (
    method: string,
    path: string,
    sent?: { readonly from?: string; readonly headers?: Record<string, string> },
  ) => Promise<InjectedResponse>;
  /** Changes the configuration in force. */
  readonly configure: (change: (configuration: AccessConfiguration) => Partial<AccessConfiguration>) => void;
  readonly stop: () => Promise<void>;
}

const settingsFor = (folder: string) => {
  const read = readSettings([], { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', DATA_DIR: folder });
  if (E.isLeft(read)) throw new Error(JSON.stringify(read.left));
  return read.right.settings;
};

const configureAccess =
  (access: AccessPolicyHolder): InjectableService['configure'] =>
  (change) => {
    const { configuration } = access.current();
    access.apply({ ...configuration, ...change(configuration), version: configuration.version + 1 });
  };

/** Starts a service. The simulated devices acknowledge with their usual delays. */
export const startInjectableService = async (layout = demoStudio): Promise<InjectableService> => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-control-'));
  const clock = new SystemClock();
  const studio = simulate(layout, clock, { seed: 1 });
  const service = await composeService(settingsFor(folder), { studio: asServiceStudio(studio), clock });
  const { port }: AddressInfo = await service.start();
  const { node } = service.server;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    call: async (method, path, { from = '127.0.0.1', headers = {} } = {}) => {
      const response = await inject((request, reply) => node.emit('request', request, reply), {
        method: method as 'GET',
        url: path,
        remoteAddress: from,
        Request: IncomingMessage,
        headers: { host: `localhost:${String(port)}`, ...headers },
      });
      const headerEntries = Object.entries(response.headers).map(
        ([name, value]) => [name.toLowerCase(), String(value)] as const,
      );
      return { status: response.statusCode, headers: Object.fromEntries(headerEntries), body: response.payload };
    },
    configure: configureAccess(service.access),
    stop: async () => {
      studio.stop();
      await service.stop();
      await rm(folder, { recursive: true });
    },
  };
};
