// A program for the health checks of images, which have no shell: ends with 0 if a part of this machine is healthy.
import { createRequire } from 'node:module';
import type http from 'node:http';
import { get as getHttps, type RequestOptions } from 'node:https';
import * as E from 'fp-ts/lib/Either.js';
import { readSettings, type Settings } from './settings/settings.js';

/** An import of its values would load Node's `fetch` too, and take 50 ms more. */
const { get: getHttp } = createRequire(import.meta.url)('node:http') as typeof http;

const timeoutMs = 3_000;

/** The address to connect to: loopback if the part listens on all addresses. */
const connectHost = (host: string): string => (host === '::' || host === '0.0.0.0' ? '127.0.0.1' : host);

interface HealthRequest extends RequestOptions {
  readonly secure: boolean;
  readonly isHealthy: (status: number) => boolean;
}

const requests: Readonly<Record<string, (settings: Settings) => HealthRequest>> = {
  service: ({ HOST, PORT }) => ({
    host: connectHost(HOST),
    port: PORT,
    path: '/api/v2/plain/health',
    secure: false,
    isHealthy: (status) => status === 200,
  }),
  // The simulator listens last: its answer shows that the service listens too.
  demo: ({ SIMULATOR_HOST, SIMULATOR_PORT }) => ({
    host: connectHost(SIMULATOR_HOST),
    port: SIMULATOR_PORT,
    path: '/api/v1/clock',
    secure: false,
    isHealthy: (status) => status === 200,
  }),
  // The request isn't signed in: a refusal shows that the console is healthy.
  console: ({ CONSOLE_HOST, CONSOLE_PORT, CONSOLE_TLS_CERT }) => ({
    host: connectHost(CONSOLE_HOST),
    port: CONSOLE_PORT,
    path: '/api/session',
    secure: CONSOLE_TLS_CERT !== undefined,
    isHealthy: (status) => status < 500,
  }),
};

/** Sends the request and returns the status. The certificate isn't checked: it needn't be valid for loopback. */
const statusOf = ({ secure, ...options }: HealthRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    const get = secure ? getHttps : getHttp;
    const request = get({ ...options, timeout: timeoutMs, rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.once('timeout', () => request.destroy(new Error(`no response within ${String(timeoutMs)} ms`)));
    request.once('error', reject);
  });

const findProblem = async (): Promise<string | undefined> => {
  const read = readSettings(process.argv.slice(2), process.env);
  if (E.isLeft(read)) return read.left;
  const request = requests[read.right.part]?.(read.right.settings);
  if (request === undefined) return `expected one of ${Object.keys(requests).join(', ')}`;
  const status = await statusOf(request).catch((error: unknown) => (error as Error).message);
  return typeof status === 'number' && request.isHealthy(status) ? undefined : `not healthy: ${String(status)}`;
};

const problem = await findProblem();
if (problem !== undefined) process.stderr.write(`${problem}\n`);
process.exit(problem === undefined ? 0 : 1);
