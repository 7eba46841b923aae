// The service and the console of the connections benchmark, in a process of their own. Prints where they listen.
import { composeConsoleServer, consoleServices } from '../../infra/console/console-server.js';
import { createHttpServer, type HttpServer, type HttpServerOptions } from '../../adapters/http/server/server.js';
import { SystemClock } from '../../adapters/node/clock.js';
import { SystemConsoleSecrets } from '../../adapters/node/console-secrets.js';
import { oneTimeCodes } from '../../adapters/node/one-time-codes.js';
import { scryptPasswords } from '../../adapters/node/passwords.js';
import { secretBox } from '../../adapters/node/secret-box.js';
import { openSqliteStore } from '../../adapters/storage/sqlite/console-store.js';
import { defaultSessionLimits } from '../../application/console/sign-in/session-limits.js';
import { setPassword } from '../../application/console/sign-in/operators.js';
import { ensureStudio } from '../../application/console/endpoints/ensure-studio.js';
import type { Address } from '../../domain/access/address.js';
import { memoryLog } from '../application/console/readable-log.js';
import { rightOf, token } from '../domain/fixtures.js';
import { startHttpService } from '../adapters/http/service.js';
import { basic } from '../support/http-basic.js';
import { memoryAudit } from '../support/memory-audit.js';
import { takePrecedence } from './priority.js';

/** All other addresses of 127.0.0.0/8 count as foreign. */
const isHost = ({ text }: Address): boolean => text === '127.0.0.1';

const startControl = async (): Promise<number> => {
  const createServer = (options: HttpServerOptions): HttpServer => createHttpServer({ ...options, isHost });
  return (await startHttpService(new SystemClock(), {}, { createServer })).port;
};

const operator = { username: 'admin', password: 'correct horse' };

const startConsole = async (): Promise<{ readonly port: number; readonly key: string }> => {
  const store = openSqliteStore(':memory:');
  const ports = consoleServices({
    store,
    clock: new SystemClock(),
    log: memoryLog(),
    audit: memoryAudit(),
    passwords: scryptPasswords(),
    secrets: new SystemConsoleSecrets(),
    sessionLimits: defaultSessionLimits,
    secondFactors: { policy: 'off', codes: oneTimeCodes, box: secretBox('a key for tests') },
  });
  const { key } = rightOf(await ensureStudio(ports, { id: 'studio-1', name: 'Studio One' }, undefined));
  await setPassword(ports, operator.username, operator.password);
  const { port } = await composeConsoleServer({ ports, connections: { isHost } }).listen(0, '127.0.0.1');
  return { port, key };
};

takePrecedence();
const control = await startControl();
const cloud = await startConsole();
const targets = [
  { name: 'service', port: control, path: '/api/v2/signals', header: `Authorization: Bearer ${token(1)}` },
  {
    name: 'console',
    port: cloud.port,
    path: '/sync/configuration',
    header: `Authorization: ${basic('studio-1', cloud.key)}`,
    link: {
      stream: '/sync/events',
      change: '/api/studios/studio-1/access',
      operator: `Authorization: ${basic(operator.username, operator.password)}`,
    },
  },
];
process.stdout.write(`${JSON.stringify(targets)}\n`);
