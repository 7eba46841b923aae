// A console for tests: real routes, a database in memory, cheap password hashes, and a manual clock.
import { strict as assert } from 'node:assert';
import { IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import inject from 'light-my-request';
import {
  composeConsoleServer,
  consoleServices,
  type ConsoleServerDeps,
} from '../../../infra/console/console-server.js';
import type { HttpServer } from '../../../adapters/http/server/server.js';
import { SystemConsoleSecrets } from '../../../adapters/node/console-secrets.js';
import { oneTimeCodes } from '../../../adapters/node/one-time-codes.js';
import { cheapPasswords } from '../../../features/support/cheap-passwords.js';
import { secretBox } from '../../../adapters/node/secret-box.js';
import { openMemoryStore } from '../../../features/support/memory-store.js';
import { setPassword } from '../../../application/console/sign-in/operators.js';
import { defaultSessionLimits } from '../../../application/console/sign-in/session-limits.js';
import type { SecondFactorSettings } from '../../../application/console/sign-in/second-factor-settings.js';
import type { ConsoleServices } from '../../../application/console/console-services.js';
import type { Passwords } from '../../../application/ports/console-secrets.js';
import { responseIssues, templateOf } from '../../openapi/response-validator.js';
import { currentConsoleDocument } from '../../openapi/frozen-documents.js';
import { memoryLog, type MemoryLog } from './readable-log.js';
import { ownNames } from '../../../domain/access/browser-guard.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { memoryAudit, type MemoryAudit } from '../../support/memory-audit.js';
import { basic } from '../../support/http-basic.js';

export { basic };

/** The credentials of the operator. */
export const testAdmin = { username: 'admin', password: 'correct horse' };

/** The header with these credentials. */
export const asAdmin = { authorization: basic(testAdmin.username, testAdmin.password) };

/** Password hashes that count the checks, and can be made to wait. */
interface TestPasswords extends Passwords {
  checks: number;
  /** The most checks at the same time. */
  most: number;
  /** Makes further checks wait until the returned function is called. */
  readonly hold: () => { readonly release: () => void };
}

/** Cheap password hashes. */
const countingPasswords = (): TestPasswords => {
  let [held, running] = [Promise.resolve(), 0];
  const counting: TestPasswords = {
    checks: 0,
    most: 0,
    hash: cheapPasswords.hash,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      held = promise.then(() => undefined);
      return {
        release: () => {
          resolve(undefined);
        },
      };
    },
    matches: async (...args) => {
      counting.checks += 1;
      running += 1;
      counting.most = Math.max(counting.most, running);
      await held;
      running -= 1;
      return cheapPasswords.matches(...args);
    },
  };
  return counting;
};

export interface ConsoleRequest {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly address?: string;
}

/** A reply; an empty body is `undefined`. */
export interface TestReply {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly text: string;
  readonly body: unknown;
}

export interface ConsoleUnderTest {
  readonly clock: ManualClock;
  readonly log: MemoryLog;
  readonly audit: MemoryAudit;
  readonly passwords: ReturnType<typeof countingPasswords>;
  readonly ports: ConsoleServices;
  readonly server: HttpServer;
  /** The key of `studio-1`. */
  readonly key: string;
  /** Makes a call without credentials of its own. */
  readonly call: (method: string, url: string, sent?: ConsoleRequest) => Promise<TestReply>;
  /** Makes a call as the operator. */
  readonly operate: (method: string, url: string, body?: unknown, headers?: object) => Promise<TestReply>;
  /** Signs an operator in. Returns the header of the session. */
  readonly signIn: (
    operator?: { username: string; password: string },
    sent?: ConsoleRequest,
  ) => Promise<{ cookie: string }>;
}

/** Returns the cookie that a reply sets. */
export const cookieOf = ({ headers }: TestReply): string => String(headers['set-cookie']).split(';', 1)[0] ?? '';

export interface FollowedEvents {
  readonly events: { readonly event: string | undefined; readonly data: unknown }[];
  /** Resolves once the console has ended the stream. */
  readonly ended: Promise<void>;
}

/** Follows an event stream of a console. */
export const followEvents = async (url: string, headers: Record<string, string> = asAdmin): Promise<FollowedEvents> => {
  const { body } = await fetch(url, { headers });
  const events: FollowedEvents['events'] = [];
  const onEvent = ({ event, data }: EventSourceMessage) =>
    void events.push({ event, data: JSON.parse(data) as unknown });
  const parser = createParser({ onEvent });
  const read = async (): Promise<void> => {
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) parser.feed(text);
  };
  return { events, ended: read().catch(() => undefined) };
};

/** Lets a console listen on the loopback address. Returns its URL. */
export const listeningUrl = async ({ server }: Pick<ConsoleUnderTest, 'server'>): Promise<string> =>
  `http://127.0.0.1:${String((await server.listen(0, '127.0.0.1')).port)}`;

/** Returns how to make calls of a console without credentials of their own. Each reply must follow the frozen document. */
export const callerOf =
  ({ node }: HttpServer): ConsoleUnderTest['call'] =>
  async (method, url, { body, headers = {}, address = '198.51.100.7' } = {}) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const reply = await inject((request, response) => node.emit('request', request, response), {
      method: method as 'GET',
      url,
      remoteAddress: address,
      Request: IncomingMessage,
      headers: { host: 'console.test', ...type, ...headers },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = reply.payload;
    const answered = { status: reply.statusCode, headers: reply.headers, text };
    assert.deepEqual(contractIssues(method, url, answered), []);
    return {
      status: reply.statusCode,
      headers: reply.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };

const document = currentConsoleDocument();

/** Returns where a reply violates the OpenAPI document; nothing for undocumented routes and methods. */
const contractIssues = (method: string, url: string, { status, headers, text }: Omit<TestReply, 'body'>) =>
  status === 405 || templateOf(document, url) === undefined
    ? []
    : responseIssues(document, method, url, status, headers, text);

/** A console with one operator and the studio `studio-1`, which is missing if all operators need a second factor. */
export const testConsole = async (
  deps: Partial<ConsoleServerDeps> = {},
  secondFactors: Partial<SecondFactorSettings> = {},
): Promise<ConsoleUnderTest> => {
  const clock = manualClock();
  const log = memoryLog();
  const passwords = countingPasswords();
  const audit = memoryAudit();
  const store = openMemoryStore();
  const ports = consoleServices({
    store,
    clock,
    log,
    audit,
    passwords,
    secrets: new SystemConsoleSecrets(),
    sessionLimits: defaultSessionLimits,
    secondFactors: { policy: 'off', codes: oneTimeCodes, box: secretBox('a key for tests'), ...secondFactors },
  });
  await setPassword(ports, testAdmin.username, testAdmin.password);
  const server = composeConsoleServer({ ports, names: ownNames('console.test', []), ...deps });
  const call = callerOf(server);
  // Operators of tests keep the passwords that they are added with, unless a test is about that.
  const completed = (method: string, url: string, body: unknown): unknown =>
    method === 'POST' && url === '/api/operators' ? { mustChangePassword: false, ...(body as object) } : body;
  const operate: ConsoleUnderTest['operate'] = (method, url, body, headers) =>
    call(method, url, { body: completed(method, url, body), headers: { ...asAdmin, ...headers } });
  const signIn: ConsoleUnderTest['signIn'] = async ({ username, password } = testAdmin, sent = {}) => ({
    cookie: cookieOf(await call('POST', '/api/session', { ...sent, body: { username, password } })),
  });
  const added = await operate('POST', '/api/studios', { id: 'studio-1', name: 'Studio One' });
  const { key = '' } = added.body as { readonly key?: string };
  return { clock, log, audit, passwords, ports, server, call, operate, signIn, key };
};
