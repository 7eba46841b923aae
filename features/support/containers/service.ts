// The service in a container that shares its host's network: the production image, or the steered development image.
import { strict as assert } from 'node:assert';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getContainerRuntimeClient, type StartedTestContainer } from 'testcontainers';
import { demoStudio } from '../../../simulator/demo-studio.js';
import type { ScenarioResponse, StudioSteering } from '../driver.js';
import type { HttpCall } from '../http.js';
import { eventually } from '../../../test/support/eventually.js';
import { steerOverHttp } from '../steering.js';
import { ContainerMachine, memory, removeContainer } from './machine.js';
import { printed } from './printed-line.js';

/** The console that the service connects to, and its studio key. */
export interface ContainerConsoleConnection {
  readonly consoleUrl: string;
  readonly studioKey: string;
}

/** A service that the scenarios use one after the other. */
export interface ServiceMachine {
  /** Prepares a scenario. A service that is connected to the same console may keep running. */
  readonly beginScenario: (connection: ContainerConsoleConnection) => Promise<void>;
  /** Ends a scenario, and sends pending reports to the console. */
  readonly endScenario: () => Promise<void>;
  readonly restart: (downMs?: number) => Promise<void>;
  /** Restarts the service with further macros and automations. */
  readonly restartExtended: (extension: unknown) => Promise<void>;
  /** Kills the service, and starts it again with the same data. */
  readonly kill: () => Promise<void>;
  readonly restartWithoutData: () => Promise<void>;
  readonly studio: StudioSteering;
  /** Returns the service's host name. */
  readonly hostname: () => Promise<string>;
  /** Returns when its container started, in milliseconds since 1970 UTC. */
  readonly startedAt: () => Promise<number>;
  /** Runs node in its container, and returns the exit code and output. */
  readonly exec: (words: readonly string[]) => Promise<readonly [code: number, output: string]>;
  readonly end: () => Promise<void>;
}

/** The container whose network the service shares, and how to send requests from it. */
export interface ServiceHost {
  readonly container: StartedTestContainer;
  readonly send: (call: HttpCall) => Promise<ScenarioResponse>;
  /** A folder of this run. */
  readonly folder: string;
}

const common = {
  SERVICE_NAMES: 'studio.broadcast',
  TRUSTED_PROXIES: '198.51.100.200',
  APP_USERNAMES: 'SHOW_CLOCK',
  LOG_LEVEL: 'error',
};

const noSimulator = (): never => {
  throw new Error('the production image has no simulator: tag the scenario with @simulated');
};

/** Rejects all steering, because the production image simulates nothing. */
const unsteered: StudioSteering = {
  clock: 'real',
  advance: noSimulator,
  injectFault: noSimulator,
  commands: noSimulator,
  playing: noSimulator,
  graphic: noSimulator,
  isOn: noSimulator,
};

const execIn = async (running: StartedTestContainer, words: readonly string[]) => {
  const { exitCode, output } = await running.exec(['node', ...words]);
  return [exitCode, output.trim()] as const;
};

const hostnameOf = async (running: StartedTestContainer): Promise<string> =>
  (await execIn(running, ['-p', 'os.hostname()']))[1];

const killAndStart = async (running: StartedTestContainer): Promise<void> => {
  const { container } = await getContainerRuntimeClient();
  const killed = container.getById(running.getId());
  await killed.kill({ signal: 'SIGKILL' });
  await eventually('the container to stop', async () => !(await killed.inspect()).State.Running);
  await killed.start();
};

const startOf = async (running: StartedTestContainer): Promise<number> => {
  const { container } = await getContainerRuntimeClient();
  const { State } = await container.inspect(container.getById(running.getId()));
  return Date.parse(State.StartedAt);
};

const writeStudioFile = async (folder: string): Promise<string> => {
  const file = join(folder, 'studio.json');
  await writeFile(file, JSON.stringify(demoStudio), { mode: 0o644 });
  return file;
};

/** Starts the production image: a container that runs until a scenario restarts it. */
export const productionService = async ({ container, folder }: ServiceHost): Promise<ServiceMachine> => {
  const source = await writeStudioFile(folder);
  let current: ContainerConsoleConnection | undefined;
  let running: StartedTestContainer | undefined;
  let name: Promise<string> | undefined;
  const started = (): Promise<StartedTestContainer> =>
    running === undefined ? Promise.reject(new Error('the service was not started')) : Promise.resolve(running);

  const start = async ({ consoleUrl, studioKey }: ContainerConsoleConnection): Promise<void> => {
    if (running !== undefined) await removeContainer(running);
    running = await new ContainerMachine('studio-control-service:latest')
      .locked()
      .withNetworkMode(`container:${container.getId()}`)
      .withBindMounts([{ source, target: '/studio.json', mode: 'ro' }])
      .withEnvironment({ ...common, STUDIO_FILE: '/studio.json', CONSOLE_URL: consoleUrl, STUDIO_KEY: studioKey })
      .withWaitStrategy(printed(/^service +http/m))
      .start();
    current = { consoleUrl, studioKey };
    name = undefined;
  };

  return {
    beginScenario: async (connection) => {
      if (current?.studioKey !== connection.studioKey || current.consoleUrl !== connection.consoleUrl)
        await start(connection);
    },
    endScenario: () => Promise.resolve(),
    restart: async () => running?.restart({ timeout: 10_000 }),
    restartExtended: noSimulator,
    kill: async () => killAndStart(await started()),
    restartWithoutData: async () => {
      assert.ok(current, 'the service was started');
      await start(current);
    },
    studio: unsteered,
    startedAt: async () => startOf(await started()),
    exec: async (words) => execIn(await started(), words),
    hostname: () => (name ??= started().then(hostnameOf)),
    end: async () => {
      if (running !== undefined) await removeContainer(running);
    },
  };
};

const rehearsalPort = 3030;

/** Starts the development image: a service that restarts within one process, on a steered studio. */
export const developmentService = async ({ container, send }: ServiceHost): Promise<ServiceMachine> => {
  const running = await new ContainerMachine('studio-control-development:latest')
    .locked()
    .withNetworkMode(`container:${container.getId()}`)
    .withTmpFs({ [memory]: 'rw,mode=1777' })
    .withEnvironment({ ...common, DATA_DIR: memory })
    .withCommand(['rehearsal'])
    .withWaitStrategy(printed(/^rehearsal +http/m))
    .start();

  const name = await hostnameOf(running);

  const post = async (path: string, payload: unknown): Promise<void> => {
    const headers = { Host: `127.0.0.1:${String(rehearsalPort)}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify(payload);
    const answer = await send({ host: '127.0.0.1', port: rehearsalPort, method: 'POST', path, headers, body });
    assert.equal(answer.status, 200, answer.body);
  };

  return {
    beginScenario: (connection) => post('/api/rehearsal', connection),
    endScenario: () => post('/api/rehearsal/end', {}),
    restart: (downMs = 0) => post('/api/rehearsal/restart', { afresh: false, downMs }),
    restartExtended: (extension) => post('/api/rehearsal/extend', extension),
    kill: () =>
      Promise.reject(new Error('the development image keeps its data in memory, so it has no data after a kill')),
    restartWithoutData: () => post('/api/rehearsal/restart', { afresh: true, downMs: 0 }),
    studio: steerOverHttp(send),
    startedAt: () => startOf(running),
    exec: (words) => execIn(running, words),
    hostname: () => Promise.resolve(name),
    end: () => removeContainer(running),
  };
};
