// The service in a container that shares the network of its host: as production runs it, or as tests steer it.
import { strict as assert } from 'node:assert';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getContainerRuntimeClient, Wait, type StartedTestContainer } from 'testcontainers';
import { demoStudio } from '../../../simulator/demo-studio.js';
import type { ScenarioAnswer, StudioSteering } from '../driver.js';
import type { HttpCall } from '../http.js';
import { eventually } from '../eventually.js';
import { steerOver } from '../steering.js';
import { ContainerMachine, memory, takeAway } from './machine.js';

/** Where the service finds its console, and the key that it shows there. */
export interface Beginning {
  readonly consoleUrl: string;
  readonly studioKey: string;
}

/** A service that scenarios begin with, one after the other. */
export interface ServiceMachine {
  /** Begins a scenario on a console; where that is still the one it follows, a service may go on as it is. */
  readonly begin: (beginning: Beginning) => Promise<void>;
  /** Ends the scenario: whatever it may still have to tell the console is told. */
  readonly finish: () => Promise<void>;
  readonly restart: () => Promise<void>;
  /** Ends it without a word, and starts it again on the same disk. */
  readonly kill: () => Promise<void>;
  readonly restartAfresh: () => Promise<void>;
  readonly studio: StudioSteering;
  /** The name of its machine, as it knows it. */
  readonly hostname: () => Promise<string>;
  /** When its container started, milliseconds since 1970 UTC. */
  readonly startedAt: () => Promise<number>;
  /** Runs node beside it, and tells its exit code and what it says. */
  readonly exec: (words: readonly string[]) => Promise<readonly [code: number, output: string]>;
  readonly end: () => Promise<void>;
}

/** Another container, whose network the service shares, and a way to send requests from there. */
export interface ServiceHost {
  readonly container: StartedTestContainer;
  readonly send: (call: HttpCall) => Promise<ScenarioAnswer>;
  /** A folder of this run. */
  readonly folder: string;
}

const common = { SERVICE_NAMES: 'studio.broadcast', LOG_LEVEL: 'error' };

const noSimulator = (): never => {
  throw new Error('production has no simulator: this scenario belongs to the development image');
};

/** Nothing is simulated; time passes by itself. */
const unsteered: StudioSteering = {
  advance: () => undefined,
  ...{ afflict: noSimulator, commands: noSimulator, playing: noSimulator, isOn: noSimulator },
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
  await eventually('its end', async () => !(await killed.inspect()).State.Running);
  await killed.start();
};

const startOf = async (running: StartedTestContainer): Promise<number> => {
  const { container } = await getContainerRuntimeClient();
  const { State } = await container.inspect(container.getById(running.getId()));
  return Date.parse(State.StartedAt);
};

const describeStudio = async (folder: string): Promise<string> => {
  const file = join(folder, 'studio.json');
  await writeFile(file, JSON.stringify(demoStudio), { mode: 0o644 });
  return file;
};

/** The production image: a container that lives until a scenario restarts it. */
export const productionService = async ({ container, folder }: ServiceHost): Promise<ServiceMachine> => {
  const source = await describeStudio(folder);
  let told: Beginning | undefined;
  let running: StartedTestContainer | undefined;
  let name: Promise<string> | undefined;
  const started = (): Promise<StartedTestContainer> =>
    running === undefined ? Promise.reject(new Error('the service was not started')) : Promise.resolve(running);

  const start = async ({ consoleUrl, studioKey }: Beginning): Promise<void> => {
    if (running !== undefined) await takeAway(running);
    running = await new ContainerMachine('studio-control-service:latest')
      .locked()
      .withNetworkMode(`container:${container.getId()}`)
      .withBindMounts([{ source, target: '/studio.json', mode: 'ro' }])
      .withEnvironment({ ...common, STUDIO_FILE: '/studio.json', CONSOLE_URL: consoleUrl, STUDIO_KEY: studioKey })
      .withWaitStrategy(Wait.forLogMessage(/^service +http/m))
      .start();
    told = { consoleUrl, studioKey };
    name = undefined;
  };

  return {
    begin: async (beginning) => {
      if (told?.studioKey !== beginning.studioKey || told.consoleUrl !== beginning.consoleUrl) await start(beginning);
    },
    finish: () => Promise.resolve(),
    restart: async () => running?.restart({ timeout: 10_000 }),
    kill: async () => killAndStart(await started()),
    restartAfresh: async () => {
      assert.ok(told, 'the service was started');
      await start(told);
    },
    studio: unsteered,
    startedAt: async () => startOf(await started()),
    exec: async (words) => execIn(await started(), words),
    hostname: () => (name ??= started().then(hostnameOf)),
    end: async () => {
      if (running !== undefined) await takeAway(running);
    },
  };
};

const rehearsalPort = 3030;

/** The development image: a service that starts over in one process, on a studio that is steered. */
export const developmentService = async ({ container, send }: ServiceHost): Promise<ServiceMachine> => {
  const running = await new ContainerMachine('studio-control-development:latest')
    .locked()
    .withNetworkMode(`container:${container.getId()}`)
    .withTmpFs({ [memory]: 'rw,mode=1777' })
    .withEnvironment({ ...common, DATA_DIR: memory })
    .withCommand(['rehearsal'])
    .withWaitStrategy(Wait.forLogMessage(/^rehearsal +http/m))
    .start();

  const name = await hostnameOf(running);

  const tell = async (path: string, given: unknown): Promise<void> => {
    const headers = { Host: `127.0.0.1:${String(rehearsalPort)}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify(given);
    const answer = await send({ host: '127.0.0.1', port: rehearsalPort, method: 'POST', path, headers, body });
    assert.equal(answer.status, 200, answer.body);
  };

  return {
    begin: (beginning) => tell('/api/rehearsal', beginning),
    finish: () => tell('/api/rehearsal/end', {}),
    restart: () => tell('/api/rehearsal/restart', { afresh: false }),
    kill: () => Promise.reject(new Error('what the development image keeps is in memory')),
    restartAfresh: () => tell('/api/rehearsal/restart', { afresh: true }),
    studio: steerOver(send),
    startedAt: () => startOf(running),
    exec: (words) => execIn(running, words),
    hostname: () => Promise.resolve(name),
    end: () => takeAway(running),
  };
};
