// The console in a container of its own, and how it is reset between scenarios.
import { strict as assert } from 'node:assert';
import { demoStudio } from '../../../simulator/demo-studio.js';
import type { ScenarioResponse, ConsoleCall } from '../driver.js';
import { eventually } from '../../../test/support/eventually.js';
import { operatorUser } from '../console-users.js';
import { ContainerMachine, memory, removeContainer } from './machine.js';
import { printed } from './printed-line.js';
import type { ContainerNetwork } from './networks.js';

type Ask = (call: ConsoleCall) => Promise<ScenarioResponse>;

/** A running console. */
export interface ConsoleMachine {
  /** Its address. */
  readonly host: string;
  /** Runs node in its container, and returns the output. */
  readonly exec: (words: readonly string[]) => Promise<string>;
  readonly end: () => Promise<void>;
}

/** Starts the image of the console as production runs it, except that its data is in memory. */
export const startContainerConsole = async (network: ContainerNetwork): Promise<ConsoleMachine> => {
  const container = await new ContainerMachine('studio-control-console:latest')
    .locked()
    .withNetworkMode(network.name)
    .withTmpFs({ [memory]: 'rw,mode=1777' })
    .withEnvironment({
      DATA_DIR: memory,
      CONSOLE_ADMIN_PASSWORD: operatorUser.password,
      CONSOLE_INSECURE: '1',
      LOG_LEVEL: 'error',
    })
    .withWaitStrategy(printed(/^console +http/m))
    .start();
  return {
    host: container.getIpAddress(network.name),
    exec: async (words) => (await container.exec(['node', ...words])).output,
    end: () => removeContainer(container),
  };
};

const studioPath = `/api/studios/${demoStudio.id}`;

const consoleClient =
  (ask: Ask) =>
  async (method: string, path: string, payload?: unknown): Promise<unknown> => {
    const body = payload === undefined ? {} : { body: JSON.stringify(payload) };
    const headers = { 'Content-Type': 'application/json' };
    const answer = await ask({ user: 'operator', method, path, headers, ...body });
    assert.ok(answer.status < 300, `${method} ${path}: ${String(answer.status)} ${answer.body}`);
    return answer.body === '' ? undefined : JSON.parse(answer.body);
  };

interface Sections {
  readonly access: unknown;
  readonly features: unknown;
}

/** A studio at the console, and how to reset it. */
export interface ContainerStudio {
  readonly key: string;
  readonly reset: () => Promise<void>;
  /** Clears the refused callers, which services report by themselves. */
  readonly forgetRefused: () => Promise<void>;
}

/** Adds the demo studio to a console. */
export const addStudio = async (ask: Ask): Promise<ContainerStudio> => {
  const send = consoleClient(ask);
  const { id, name } = demoStudio;
  const { key } = (await send('POST', '/api/studios', { id, name })) as { readonly key: string };
  const read = async (): Promise<Sections> => ({
    access: await send('GET', `${studioPath}/access`),
    features: await send('GET', `${studioPath}/features`),
  });
  const first = await read();
  return {
    key,
    forgetRefused: async () => {
      await send('DELETE', `${studioPath}/refused-callers`);
    },
    reset: async () => {
      await send('PUT', `${studioPath}/access`, first.access);
      await send('PUT', `${studioPath}/features`, first.features);
      const { devices } = (await send('GET', `${studioPath}/devices`)) as { devices: { readonly id: string }[] };
      for (const device of devices) await send('DELETE', `${studioPath}/devices/${device.id}`);
    },
  };
};

/** Waits until the console's version is in force at the service. */
export const waitUntilInForce = async (ask: Ask): Promise<void> => {
  await eventually('the configuration in force', async () => {
    const { studios } = (await consoleClient(ask)('GET', '/api/studios')) as {
      studios: { connected: boolean; desiredVersion: number; appliedVersion: number | null }[];
    };
    const [studio] = studios;
    return studio?.connected === true && studio.desiredVersion === studio.appliedVersion;
  });
};

/** What a call changes at the console: nothing, sections or devices that can be reset, or more. */
export type ConsoleChange = 'none' | 'sections' | 'more';

const resettable = new RegExp(`^${studioPath}/(access|features|devices)\\b`);

/** Returns what a call changes at the console. */
export const changeMadeBy = ({ user, method, path }: ConsoleCall): ConsoleChange => {
  if (user === 'wrong password') return 'more';
  if (method === 'GET' || path === '/api/session') return 'none';
  return resettable.test(path) ? 'sections' : 'more';
};
