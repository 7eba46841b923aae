// The console in a container of its own, and how it is brought back to how it was at first.
import { strict as assert } from 'node:assert';
import { Wait } from 'testcontainers';
import { demoStudio } from '../../../simulator/demo-studio.js';
import type { ScenarioAnswer, ConsoleCall } from '../driver.js';
import { eventually } from '../eventually.js';
import { operatorUser } from '../console-users.js';
import { ContainerMachine, memory, takeAway } from './machine.js';
import type { ContainerNetwork } from './networks.js';

type Ask = (call: ConsoleCall) => Promise<ScenarioAnswer>;

/** A console that runs. */
export interface ConsoleMachine {
  /** Its address. */
  readonly host: string;
  readonly end: () => Promise<void>;
}

/** Starts the image of the console as production runs it, but for what it keeps: that is in memory. */
export const startConsole = async (network: ContainerNetwork): Promise<ConsoleMachine> => {
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
    .withWaitStrategy(Wait.forLogMessage(/^console +http/m))
    .start();
  return { host: container.getIpAddress(network.name), end: () => takeAway(container) };
};

const studioPath = `/api/studios/${demoStudio.id}`;

const asker =
  (ask: Ask) =>
  async (method: string, path: string, given?: unknown): Promise<unknown> => {
    const body = given === undefined ? {} : { body: JSON.stringify(given) };
    const headers = { 'Content-Type': 'application/json' };
    const answer = await ask({ visitor: 'operator', method, path, headers, ...body });
    assert.ok(answer.status < 300, `${method} ${path}: ${String(answer.status)} ${answer.body}`);
    return answer.body === '' ? undefined : JSON.parse(answer.body);
  };

interface Sections {
  readonly access: unknown;
  readonly features: unknown;
}

/** A studio as it was entered, and the way back to that. */
export interface EnteredStudio {
  readonly key: string;
  readonly reset: () => Promise<void>;
  /** Forgets who was refused, which services report by themselves. */
  readonly forgetRefused: () => Promise<void>;
}

/** Enters the demo studio. */
export const enterStudio = async (ask: Ask): Promise<EnteredStudio> => {
  const send = asker(ask);
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

/** Waits until the service enforces what the console wants. */
export const inForce = async (ask: Ask): Promise<void> => {
  await eventually('the configuration in force', async () => {
    const { studios } = (await asker(ask)('GET', '/api/studios')) as {
      studios: { connected: boolean; desiredVersion: number; appliedVersion: number | null }[];
    };
    const [studio] = studios;
    return studio?.connected === true && studio.desiredVersion === studio.appliedVersion;
  });
};

/** What an operator's call leaves behind: nothing, sections or devices that can be put back, or more than that. */
export type Trace = 'none' | 'sections' | 'more';

const resettable = new RegExp(`^${studioPath}/(access|features|devices)\\b`);

/** Tells what a call to the console leaves behind. */
export const traceOf = ({ visitor, method, path }: ConsoleCall): Trace => {
  if (visitor === 'wrong password') return 'more';
  if (method === 'GET' || path === '/api/session') return 'none';
  return resettable.test(path) ? 'sections' : 'more';
};
