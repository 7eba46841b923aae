// The console: its real server and store, in memory.
import { strict as assert } from 'node:assert';
import type { Server } from 'node:http';
import * as E from 'fp-ts/lib/Either.js';
import { composeConsoleServer, consoleServices as completed } from '../../../infra/console/console-server.js';
import { oneTimeCodes } from '../../../adapters/node/one-time-codes.js';
import { secretBox } from '../../../adapters/node/secret-box.js';
import { openSqliteStore } from '../../../adapters/storage/sqlite/console-store.js';
import type { ConsoleServices } from '../../../application/console/console-services.js';
import { ensureStudio } from '../../../application/console/endpoints/ensure-studio.js';
import { setPassword } from '../../../application/console/sign-in/operators.js';
import { serviceConnections } from '../../../application/console/sync/service-connections.js';
import { defaultSessionLimits } from '../../../application/console/sign-in/session-limits.js';
import { auditLog } from '../../../application/audit/audit-log.js';
import type { AuditSink } from '../../../application/ports/audit.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { ConsoleStore } from '../../../application/ports/console-store.js';
import type { ConsoleSecrets } from '../../../application/ports/console-secrets.js';
import type { Log } from '../../../application/ports/log.js';
import { plainPasswords } from '../machine/secrets.js';

/** The operator of the console. */
export const operator = { username: 'admin', password: 'the operators own secret' } as const;

/** A console that runs. */
export interface ConsoleProcess {
  readonly server: Server;
  /** Returns the console after a restart on the same store. */
  readonly restart: () => ConsoleProcess;
  readonly close: () => Promise<void>;
  readonly studioKey: string;
}

/** What the console runs on. */
export interface ConsoleMachine {
  readonly clock: Clock;
  readonly secrets: ConsoleSecrets;
  readonly log: Log;
  /** Stores the audit log, which outlasts restarts. Default: nowhere. */
  readonly audit?: AuditSink;
}

const nowhere: AuditSink = { write: () => undefined, close: () => Promise.resolve() };

/** Returns the services of a console on a store. */
export const consoleServices = (
  { clock, secrets, log, audit = nowhere }: ConsoleMachine,
  store: ConsoleStore,
): ConsoleServices =>
  completed({
    store,
    sessionLimits: defaultSessionLimits,
    secondFactors: { policy: 'off', codes: oneTimeCodes, box: secretBox('a key of the simulation') },
    clock,
    secrets,
    passwords: plainPasswords,
    log,
    audit: auditLog({ part: 'console', sink: audit, clock }),
  });

/** Returns the services of one process. Once it has ended, it no longer reports that services have disconnected. */
export const servicesWhile = (ports: ConsoleServices, isAlive: () => boolean): ConsoleServices => {
  const { reportConnected } = ports.store;
  const report: typeof reportConnected = (...connections) =>
    isAlive() ? reportConnected(...connections) : Promise.resolve();
  return { ...ports, store: { ...ports.store, reportConnected: report } };
};

const processOn = (ports: ConsoleServices, studioKey: string): ConsoleProcess => {
  let alive = true;
  const server = composeConsoleServer({ ports: servicesWhile(ports, () => alive) });
  return {
    server: server.node,
    restart: () => {
      alive = false;
      void server.close(0);
      return processOn({ ...ports, connections: serviceConnections() }, studioKey);
    },
    close: async () => {
      await server.close(0);
      await ports.store.close();
    },
    studioKey,
  };
};

/** Starts a console with one studio and one operator. */
export const startConsole = async (
  machine: ConsoleMachine,
  studio: { readonly id: string; readonly name: string },
): Promise<ConsoleProcess> => {
  const ports = consoleServices(machine, openSqliteStore(':memory:'));
  await setPassword(ports, operator.username, operator.password);
  const added = await ensureStudio(ports, studio);
  assert.ok(E.isRight(added), 'expected the console to add the studio');
  return processOn(ports, added.right.key);
};
