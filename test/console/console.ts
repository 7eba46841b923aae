// A console for tests: real routes, a real database in memory, cheap passwords, and a clock that is wound by hand.
import { IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import inject from 'light-my-request';
import { createConsoleServer, type ConsoleServerDeps } from '../../adapters/http/console/server.js';
import type { HttpServer } from '../../adapters/http/server/server.js';
import { hashSecret, SystemConsoleSecrets } from '../../adapters/node/console-secrets.js';
import { scryptPasswords } from '../../adapters/node/passwords.js';
import { hashToken } from '../../adapters/node/secrets.js';
import { openSqliteStore } from '../../adapters/storage/sqlite/console-store.js';
import { serviceConnections } from '../../application/console/sync/service-connections.js';
import { setPassword } from '../../application/console/sign-in/operators.js';
import type { ConsoleServices } from '../../application/console/console-services.js';
import type { Passwords } from '../../application/ports/console-secrets.js';
import { expect } from 'vitest';
import { responseIssues, templateOf } from '../openapi/response-validator.js';
import { currentConsoleDocument } from '../openapi/frozen-documents.js';
import { readableLog, type ReadableLog } from './readable-log.js';
import { ownNames } from '../../domain/access/browser-guard.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { basic } from '../support/http-basic.js';

export { basic };

/** What operators sign in with here. */
export const admin = { username: 'admin', password: 'correct horse' };

/** Cheap passwords that count how often they were checked. */
const countedPasswords = (): Passwords & { checks: number } => {
  const real = scryptPasswords({ cost: 16, blockSize: 1, parallelization: 1 });
  const counted = {
    checks: 0,
    hash: real.hash,
    matches: (...shown: Parameters<Passwords['matches']>) => {
      counted.checks += 1;
      return real.matches(...shown);
    },
  };
  return counted;
};

export interface Sent {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly address?: string;
}

/** An answer; an empty body is `undefined`. */
export interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly text: string;
  readonly body: unknown;
}

export interface TestConsole {
  readonly clock: ManualClock;
  readonly log: ReadableLog;
  readonly passwords: ReturnType<typeof countedPasswords>;
  readonly ports: ConsoleServices;
  readonly server: HttpServer;
  /** The key of `studio-1`. */
  readonly key: string;
  /** A call as it is, signed in or not. */
  readonly call: (method: string, url: string, sent?: Sent) => Promise<Answer>;
  /** A call of the operator. */
  readonly operate: (method: string, url: string, body?: unknown) => Promise<Answer>;
}

const caller =
  ({ node }: HttpServer): TestConsole['call'] =>
  async (method, url, { body, headers = {}, address = '198.51.100.7' } = {}) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await inject((request, response) => node.emit('request', request, response), {
      ...{ method: method as 'GET', url, remoteAddress: address, Request: IncomingMessage },
      headers: { host: 'console.test', ...type, ...headers },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = answer.payload;
    expect(contractFaults(method, url, { status: answer.statusCode, headers: answer.headers, text })).toEqual([]);
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };

const document = currentConsoleDocument();

/** What is wrong with an answer by the description; nothing where its route isn't described, or its method not taken. */
const contractFaults = (method: string, url: string, { status, headers, text }: Omit<Answer, 'body'>) =>
  status === 405 || templateOf(document, url) === undefined
    ? []
    : responseIssues(document, method, url, status, headers, text);

/** A console with one operator and the studio `studio-1`. */
export const testConsole = async (serving: Partial<ConsoleServerDeps> = {}): Promise<TestConsole> => {
  const clock = manualClock();
  const log = readableLog();
  const passwords = countedPasswords();
  const ports: ConsoleServices = {
    ...{ store: openSqliteStore(':memory:'), clock, log, passwords, hashToken, hashSecret },
    ...{ secrets: new SystemConsoleSecrets(), connections: serviceConnections() },
  };
  await setPassword(ports, admin.username, admin.password);
  const server = createConsoleServer({ ports, names: ownNames('console.test', []), ...serving });
  const call = caller(server);
  const operate: TestConsole['operate'] = (method, url, body) =>
    call(method, url, { body, headers: { authorization: basic(admin.username, admin.password) } });
  const { key } = (await operate('POST', '/api/studios', { id: 'studio-1', name: 'Studio One' })).body as {
    key: string;
  };
  return { clock, log, passwords, ports, server, call, operate, key };
};
