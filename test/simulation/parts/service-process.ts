// One run of the service: composed as the product composes it, with disk, network and console connection in memory.
import 'reflect-metadata';
import type { Server } from 'node:http';
import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import { consoleClient } from '../../../adapters/cloud/console-client.js';
import { createHttpServer } from '../../../adapters/http/server/server.js';
import { configurationFile } from '../../../adapters/storage/configuration-file.js';
import { ledgerFile } from '../../../adapters/storage/ledger-file.js';
import { outboxFile } from '../../../adapters/storage/outbox-file.js';
import { reportFile } from '../../../adapters/storage/report-file.js';
import { runtimeStateFile } from '../../../adapters/storage/runtime-state-file.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { Log } from '../../../application/ports/log.js';
import type { Secrets } from '../../../application/ports/secrets.js';
import type { ConsoleConnection } from '../../../infra/service/console-link.js';
import { composeService, type Service } from '../../../infra/service/service.js';
import type { ServiceStores } from '../../../infra/service/stores.js';
import { readSettings, type Settings } from '../../../infra/settings/settings.js';
import { asServiceStudio } from '../../../infra/simulated/studio.js';
import type { Random } from '../../../simulator/random.js';
import type { SimulatedStudio } from '../../../simulator/studio.js';
import { asRunLog } from './as-run-log.js';
import { noAudit } from './no-audit.js';
import { fetchOver } from '../machine/http-client.js';
import type { MemoryDisk } from '../machine/disk.js';
import type { Link } from '../machine/network.js';
import { listensInMemory } from '../machine/memory-listener.js';
import { processClock, type ProcessClock } from '../machine/process-clock.js';
import { ownedDevices } from './owned-devices.js';

/** What the service runs on. */
export interface ServiceMachine {
  readonly studio: SimulatedStudio;
  readonly disk: MemoryDisk;
  readonly secrets: Secrets;
  readonly random: Random;
  readonly log: Log;
  readonly toConsole: Link;
  readonly studioKey: string;
}

/** A service that runs, until it is stopped or killed. */
export interface ServiceProcess {
  readonly service: Service;
  /** Returns the server; undefined before it listens, and after it has closed. */
  readonly server: () => Server | undefined;
  /** Ends the process without a warning. Nothing of it acts any more. */
  readonly kill: () => void;
}

const folder = '/data/service';

const settingsOfService = (): Settings => {
  const read = readSettings([], { PORT: '3000', HOST: '127.0.0.1', DATA_DIR: '/data', APP_USERNAMES: 'PROMPTER' });
  assert.ok(E.isRight(read), 'expected valid settings');
  return read.right.settings;
};

const storesOn = ({ disk, studio, log }: ServiceMachine, process: ProcessClock): ServiceStores => {
  const mounted = disk.mount(process);
  const { operations, openFile } = mounted;
  const deps = { folder, studioId: studio.layout.id, log, operations };
  return {
    configuration: configurationFile(deps),
    runtimeState: runtimeStateFile({ ...deps, openFile }),
    reports: reportFile(deps),
    ledger: ledgerFile({ ...deps, openFile }),
    webhooks: outboxFile({ ...deps, openFile }),
    openAudit: () => Promise.resolve(noAudit),
    openAsRun: () => Promise.resolve(asRunLog(mounted, process, log)),
  };
};

const connectionOf = (machine: ServiceMachine, process: ProcessClock): ConsoleConnection => {
  const { toConsole, studio, studioKey, random, log } = machine;
  const client = consoleClient({
    url: 'http://console:3010',
    studioId: studio.layout.id,
    studioKey: () => studioKey,
    fetch: fetchOver(() => toConsole.connect('192.168.1.10')),
  });
  return {
    client,
    reloadKey: () => undefined,
    network: process,
    random: () => random.between(0, 999) / 1_000,
    log,
  };
};

/** Starts a service on a machine, and on the files that earlier runs have left there. */
export const startService = async (machine: ServiceMachine, clock: Clock): Promise<ServiceProcess> => {
  const process = processClock(clock);
  const listening = { is: false };
  const inMemory = listensInMemory(listening);
  const service = await composeService(settingsOfService(), {
    studio: asServiceStudio(ownedDevices(machine.studio, process.isAlive)),
    clock: process,
    secrets: machine.secrets,
    log: machine.log,
    stores: storesOn(machine, process),
    connectConsole: () => connectionOf(machine, process),
    createServer: (options) => inMemory(createHttpServer(options)),
    docs: { page: '', files: [] },
    screens: { page: '', files: [] },
  });
  await service.start();
  return { service, server: () => (listening.is ? service.server.node : undefined), kill: process.end };
};
