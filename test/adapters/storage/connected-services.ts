// Services as programs of their own that are connected to a console, with the tokens of their devices.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { operate, startPart, type RunningProgram } from './programs.js';

interface ShownStudio {
  readonly id: string;
  readonly connected: boolean;
  readonly desiredVersion: number;
  readonly appliedVersion: number | null;
}

interface ShownDevice {
  readonly id: string;
  readonly name: string;
  readonly state: string;
}

/** A device of a studio, as its test knows it. */
interface IssuedToken {
  readonly studio: string;
  readonly name: string;
  readonly token: string;
}

/** The status that each token gets, by the name of its device. */
export interface TokenAnswers {
  readonly enforced: ReadonlyMap<string, number>;
  readonly shown: ReadonlyMap<string, number>;
}

/** How long a service may take to follow its console. */
export const soon = { timeout: 20_000, interval: 50 };

/** Where a service has its files. */
interface ServiceFiles {
  readonly studio: string;
  readonly key: string;
  readonly data: string;
}

/** Starts a service that is connected to a console. */
const startService = (url: string, { studio, key, data }: ServiceFiles): Promise<RunningProgram> =>
  startPart('service', {
    DEVICES: 'simulated',
    STUDIO_FILE: studio,
    PORT: '0',
    HOST: '127.0.0.1',
    TRUST_LOOPBACK: 'off',
    DATA_DIR: data,
    CONSOLE_URL: url,
    STUDIO_KEY_FILE: key,
  });

const pathOf = (studio: string): string => `/api/studios/${studio}`;

/** The services of a console, by the ids of their studios. Their data is in a folder. */
export class ConnectedServices {
  readonly #services = new Map<string, RunningProgram>();
  readonly #tokens: IssuedToken[] = [];

  constructor(private readonly folder: string) {}

  /** Adds a studio at the console, and starts its service. */
  async addStudio(console: RunningProgram, id: string): Promise<void> {
    const { key } = await operate<{ key: string }>(console.url, 'POST', '/api/studios', { id, name: id });
    const { studio, key: keyFile } = this.#filesOf(id);
    writeFileSync(studio, JSON.stringify({ ...demoStudio, panels: [], id }));
    writeFileSync(keyFile, key);
    await this.start(console, id);
  }

  async start({ url }: RunningProgram, studio: string): Promise<void> {
    this.#services.set(studio, await startService(url, this.#filesOf(studio)));
  }

  async stop(studio: string): Promise<void> {
    await this.#services.get(studio)?.stop();
  }

  /** Makes a service read a key from its file while it runs. */
  useKey(studio: string, key: string): void {
    writeFileSync(this.#filesOf(studio).key, key);
    this.#services.get(studio)?.reload();
  }

  /** Adds a device, and keeps its token. Returns its id. */
  async addDevice({ url }: RunningProgram, studio: string, name: string): Promise<string> {
    const body = { name, access: 'read_only' };
    const path = `${pathOf(studio)}/devices`;
    const { device, token } = await operate<{ device: ShownDevice; token: string }>(url, 'POST', path, body);
    this.#tokens.push({ studio, name, token });
    return device.id;
  }

  async revoke({ url }: RunningProgram, studio: string, device: string): Promise<void> {
    await operate(url, 'POST', `${pathOf(studio)}/devices/${device}/revoke`);
  }

  async remove({ url }: RunningProgram, studio: string, device: string): Promise<void> {
    await operate(url, 'DELETE', `${pathOf(studio)}/devices/${device}`);
  }

  /** Waits until all services are connected and have the versions of the console in force. Returns the highest version. */
  inSync({ url }: RunningProgram): Promise<number> {
    return vi.waitFor(async () => {
      const { studios } = await operate<{ studios: ShownStudio[] }>(url, 'GET', '/api/studios');
      expect(studios.map(({ id, connected, appliedVersion }) => ({ id, connected, appliedVersion }))).toEqual(
        studios.map(({ id, desiredVersion }) => ({ id, connected: true, appliedVersion: desiredVersion })),
      );
      expect(studios).toHaveLength(this.#services.size);
      return Math.max(...studios.map(({ desiredVersion }) => desiredVersion));
    }, soon);
  }

  /** Returns the status of a read with the token of a device. */
  async statusOf(name: string): Promise<number> {
    const issued = this.#tokens.find((one) => one.name === name);
    const headers = { authorization: `Bearer ${issued?.token ?? ''}` };
    const service = this.#services.get(issued?.studio ?? '');
    return (await fetch(`${service?.url ?? ''}/signals`, { headers })).status;
  }

  /** Returns the statuses for all tokens, and those that the devices shown at the console call for. */
  async answers({ url }: RunningProgram): Promise<TokenAnswers> {
    const studios = [...this.#services.keys()];
    const lists = studios.map((studio) => operate<{ devices: ShownDevice[] }>(url, 'GET', `${pathOf(studio)}/devices`));
    const devices = (await Promise.all(lists)).flatMap((list) => list.devices);
    const active = devices.filter(({ state }) => state === 'active').map(({ name }) => name);
    const names = this.#tokens.map(({ name }) => name);
    const all = names.map(async (name) => [name, await this.statusOf(name)] as const);
    return {
      enforced: new Map(await Promise.all(all)),
      shown: new Map(names.map((name) => [name, active.includes(name) ? 200 : 401])),
    };
  }

  #filesOf(studio: string): ServiceFiles {
    const path = (name: string): string => join(this.folder, `${studio}-${name}`);
    return { studio: path('studio.json'), key: path('key'), data: path('data') };
  }
}
